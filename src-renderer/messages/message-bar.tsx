// The one message bar: the most important message with its action, in a row that is always there, so that nothing moves. The others, and
// what the row cannot show in full, are in a list.
import { useTexts } from '../language/use-texts.ts'
import { WrongFiles } from '../machines/wrong-files.tsx'
import { useWorkshop } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { problemText, problemTodo } from '../language/problem-texts.ts'
import { Button } from '../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { Sign } from '../ui/sign.tsx'
import { keyOf, type Message } from './message.ts'
import { MessageLine } from './message-line.tsx'
import { UpdateNowButton } from './update-now-button.tsx'
import type { Messages } from './use-messages.ts'

/** Renders nothing without a message. */
export function MessageBar({ messages: { shown, dismiss }, onShowAll }: { messages: Messages; onShowAll: () => void }) {
  const { t } = useTexts()
  const [first] = shown
  if (first === undefined) return null
  return (
    <div className="messages">
      <MessageLine key={keyOf(first)} message={first} onDismiss={() => dismiss(first)} />
      {(shown.length > 1 || hasTodo(first)) && (
        <Button
          variant="quiet"
          className="message-all"
          aria-label={t('messages.all_of', { count: shown.length })}
          onPress={onShowAll}
        >
          {shown.length === 1 ? t('messages.read') : `+${shown.length - 1}`}
        </Button>
      )}
    </div>
  )
}

/** It also says what to do, which may be longer than the bar. */
const hasTodo = ({ kind }: Message): boolean => kind !== 'held' && kind !== 'signal'

interface AllMessagesProps {
  messages: Messages
  onClose: () => void
}

/** Every message with its whole text, also the dismissed ones, and the warnings that the bar never shows. */
export function AllMessages({ messages: { all, dismiss }, onClose }: AllMessagesProps) {
  const texts = useTexts()
  const { t } = texts
  const { warnings } = useStatus()
  const wrong = useWorkshop().data?.wrong ?? []
  const inBar = new Set(all.flatMap((message) => (message.kind === 'warning' ? [message.problem.code] : [])))
  const others = warnings.filter(({ code }) => !inBar.has(code))
  return (
    <ModalDialog title={t('status.warnings_title')} isOpen onClose={onClose}>
      {all.length + others.length + wrong.length === 0 && <p>{t('messages.none')}</p>}
      <ul className="warnings">
        {all.map((message) => (
          <li key={keyOf(message)}>
            <MessageLine message={message} onDismiss={() => dismiss(message)} onLeave={onClose} />
          </li>
        ))}
        {others.map((warning) => (
          <li key={warning.code} className="message tone-needs_person">
            <Sign tone="needs_person" />
            <p>
              <strong>{problemText(texts, warning)}</strong> {problemTodo(texts, warning)}
            </p>
          </li>
        ))}
      </ul>
      <WrongFiles wrong={wrong} />
      <DialogButtons onClose={onClose} closeText={t('status.close')}>
        <UpdateNowButton />
      </DialogButtons>
    </ModalDialog>
  )
}
