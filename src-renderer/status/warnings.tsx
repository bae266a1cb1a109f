// Warnings that stay until they are handled: the serious ones in full, all of them in a dialog.
import { Button } from '../ui/button.tsx'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { Problem } from '../../shared/station-api/index.ts'
import { problemText, problemTodo } from '../language/problem-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import { WrongFiles } from '../machines/wrong-files.tsx'
import { useCall, useWorkshop } from '../station/queries.ts'
import { Sign } from '../ui/sign.tsx'

export interface WarningsProps {
  warnings: readonly Problem[]
}

/** Overlooking one of these may lose work. */
const serious: ReadonlySet<Problem['code']> = new Set([
  'outbox_rebuilt',
  'outbox_incomplete',
  'restore_failed',
  'restored',
  'outbox_failing',
  'journal_of_another',
  'journal_failing',
  'cache_failing',
  'other_workshop',
  'clock_differs',
])
/** Shown at every start until a person confirms. */
const needsAcknowledgement: ReadonlySet<Problem['code']> = new Set([
  'outbox_rebuilt',
  'outbox_incomplete',
  'journal_of_another',
  'restore_failed',
  'restored',
])
/** Good news that a person should know. */
const isGoodNews = ({ code }: Problem): boolean => code === 'restored'

export function SeriousWarnings({ warnings }: WarningsProps) {
  const texts = useTexts()
  return warnings
    .filter(({ code }) => serious.has(code))
    .map((warning) => (
      <p
        key={warning.code}
        className={isGoodNews(warning) ? 'strip' : 'strip strip-warn'}
        role={isGoodNews(warning) ? 'status' : 'alert'}
      >
        <Sign tone={isGoodNews(warning) ? 'done' : 'person'} />
        <span>
          <strong>{problemText(texts, warning)}</strong> {problemTodo(texts, warning)}
        </span>
        {needsAcknowledgement.has(warning.code) && <Acknowledge />}
      </p>
    ))
}

function Acknowledge() {
  const { t } = useTexts()
  const acknowledge = useCall('outbox.acknowledge')
  return (
    <Button isDisabled={acknowledge.isPending} onPress={() => acknowledge.mutate({})}>
      {t('status.acknowledge')}
    </Button>
  )
}

export function WarningsButton({ warnings: all }: WarningsProps) {
  const texts = useTexts()
  const { t } = texts
  const wrong = useWorkshop().data?.wrong ?? []
  const warnings = all.filter((warning) => !isGoodNews(warning))
  if (warnings.length === 0 && wrong.length === 0) return null
  const counts = [
    warnings.length > 0 && t('status.warnings', { count: warnings.length }),
    wrong.length > 0 && t('workshop_files.count', { count: wrong.length }),
  ]
  return (
    <DialogTrigger>
      <Button variant="quiet" className="warnings-button">
        <Sign tone="person" /> {counts.filter(Boolean).join(' · ')}
      </Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog className="dialog">
            {({ close }) => (
              <>
                <Heading slot="title">{t('status.warnings_title')}</Heading>
                {warnings.length > 0 && (
                  <ul className="warnings">
                    {warnings.map((warning, index) => (
                      <li key={`${warning.code} ${index}`}>
                        <strong>{problemText(texts, warning)}</strong> {problemTodo(texts, warning)}
                      </li>
                    ))}
                  </ul>
                )}
                <WrongFiles wrong={wrong} />
                <Button onPress={close}>{t('status.close')}</Button>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  )
}
