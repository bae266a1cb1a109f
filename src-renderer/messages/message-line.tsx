// One message: its sign, what is the case, what to do, and its buttons.
import { useTexts } from '../language/use-texts.ts'
import { useSheet } from '../station/queries.ts'
import { useBrake, useStatus } from '../station/station-context.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Sign } from '../ui/sign.tsx'
import { isDismissable, type Message } from './message.ts'
import { MessageAction } from './message-action.tsx'
import { messageTexts, toneOfMessage } from './message-texts.ts'

export interface MessageLineProps {
  message: Message
  onDismiss: () => void
  onLeave?: () => void
}

export function MessageLine(props: MessageLineProps) {
  const { message } = props
  return message.kind === 'held' ? (
    <HeldLine {...props} sheetId={message.mark.sheetId} />
  ) : (
    <Line {...props} sheetName="" />
  )
}

function HeldLine({ sheetId, ...props }: MessageLineProps & { sheetId: string }) {
  const { t } = useTexts()
  const sheet = useSheet(sheetId).data?.sheet
  const sheetName =
    sheet === null || sheet === undefined
      ? t('marks.unnamed', { id: sheetId.slice(0, 8) })
      : t('sheet.title', { order: sheet.order.numberDisplay, sheet: sheet.sheetNo })
  return <Line {...props} sheetName={sheetName} />
}

function Line({ message, sheetName, onDismiss, onLeave = () => undefined }: MessageLineProps & { sheetName: string }) {
  const texts = useTexts()
  const { brakes } = useStatus()
  const brake = useBrake()
  const tone = toneOfMessage(message)
  const { title, text } = messageTexts(texts, message, { brakes, brake, sheetName })
  return (
    <div
      className={`message message-${tone} tone-${tone}`}
      role={tone === 'needs_person' || tone === 'fault' ? 'alert' : 'status'}
    >
      <Sign tone={tone} />
      <p className="message-text">
        <strong>{title}</strong> {text}
      </p>
      <MessageAction message={message} title={title} onLeave={onLeave} />
      {isDismissable(message) && (
        <Button variant="quiet" className="message-close" aria-label={texts.t('status.close')} onPress={onDismiss}>
          <Icon name="close" />
        </Button>
      )}
    </div>
  )
}
