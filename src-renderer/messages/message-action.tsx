// What a person can do about a message, as its button. Nothing where the message asks for nothing here.
import { ExportProgress } from '../exports/export-progress.tsx'
import { useTexts } from '../language/use-texts.ts'
import { UndoButton } from '../sheet/undo-button.tsx'
import { answerRouteOf } from '../sounds/signal-events.ts'
import { useCall } from '../station/queries.ts'
import { useBrake, useStatus } from '../station/station-context.tsx'
import { Button } from '../ui/button.tsx'
import { goTo } from '../use-route.ts'
import { needsAcknowledgement, type Message } from './message.ts'

export interface MessageActionProps {
  message: Message
  title: string
  /** Called when the action opens another screen. */
  onLeave: () => void
}

export function MessageAction({ message, title, onLeave }: MessageActionProps) {
  const { t } = useTexts()
  const { loaded } = useBrake()
  const { today } = useStatus()
  switch (message.kind) {
    case 'held':
      return message.mark.heldUntil === null ? null : (
        <UndoButton markId={message.mark.id} heldUntil={message.mark.heldUntil} compact />
      )
    case 'signal': {
      const route = answerRouteOf(message.signal.event, loaded?.sheetId ?? null, today)
      return route === null ? null : (
        <Button
          variant="primary"
          onPress={() => {
            onLeave()
            goTo(route)
          }}
        >
          {t('signal.answer')}
        </Button>
      )
    }
    case 'warning':
      return needsAcknowledgement(message) ? <Acknowledge /> : null
    case 'export':
      return (
        <>
          {message.view.state === 'running' && <ExportProgress view={message.view} title={title} />}
          <Button
            onPress={() => {
              onLeave()
              goTo({ screen: 'exports' })
            }}
          >
            {t('export.show')}
          </Button>
        </>
      )
    case 'link_lost':
    case 'not_stored':
    case 'brake_alarm':
    case 'brake_fault':
    case 'scan':
    case 'problem':
      return null
  }
}

function Acknowledge() {
  const { t } = useTexts()
  const acknowledge = useCall('outbox.acknowledge')
  return (
    <Button isPending={acknowledge.isPending} onPress={() => acknowledge.mutate({})}>
      {t('status.acknowledge')}
    </Button>
  )
}
