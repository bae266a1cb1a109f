// What stays on the screen until it is dealt with: the grave ones in full, all of them one press away.
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { Problem } from '../../shared/station-api/index.ts'
import { problemText, problemTodo } from '../language/problem-words.ts'
import { useWords } from '../language/use-words.ts'
import { WrongFiles } from '../machines/wrong-files.tsx'
import { useCall, useWorkshop } from '../station/queries.ts'
import { Sign } from '../ui/sign.tsx'

export interface WarningsProps {
  warnings: readonly Problem[]
}

/** What may cost work if it is overlooked. */
const grave: ReadonlySet<Problem['code']> = new Set([
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
/** Told at every start until a person has said that it was read. */
const acknowledged: ReadonlySet<Problem['code']> = new Set([
  'outbox_rebuilt',
  'outbox_incomplete',
  'journal_of_another',
  'restore_failed',
  'restored',
])
/** What went well, and is told all the same. */
const isGood = ({ code }: Problem): boolean => code === 'restored'

export function GraveWarnings({ warnings }: WarningsProps) {
  const words = useWords()
  return warnings
    .filter(({ code }) => grave.has(code))
    .map((warning) => (
      <p
        key={warning.code}
        className={isGood(warning) ? 'strip' : 'strip strip-warn'}
        role={isGood(warning) ? 'status' : 'alert'}
      >
        <Sign tone={isGood(warning) ? 'done' : 'person'} />
        <span>
          <strong>{problemText(words, warning)}</strong> {problemTodo(words, warning)}
        </span>
        {acknowledged.has(warning.code) && <Acknowledge />}
      </p>
    ))
}

function Acknowledge() {
  const { t } = useWords()
  const acknowledge = useCall('outbox.acknowledge')
  return (
    <Button className="button" isDisabled={acknowledge.isPending} onPress={() => acknowledge.mutate({})}>
      {t('status.acknowledge')}
    </Button>
  )
}

export function WarningsButton({ warnings: told }: WarningsProps) {
  const words = useWords()
  const { t } = words
  const wrong = useWorkshop().data?.wrong ?? []
  const warnings = told.filter((warning) => !isGood(warning))
  if (warnings.length === 0 && wrong.length === 0) return null
  const texts = [
    warnings.length > 0 && t('status.warnings', { count: warnings.length }),
    wrong.length > 0 && t('workshop_files.count', { count: wrong.length }),
  ]
  return (
    <DialogTrigger>
      <Button className="button quiet warnings-button">
        <Sign tone="person" /> {texts.filter(Boolean).join(' · ')}
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
                        <strong>{problemText(words, warning)}</strong> {problemTodo(words, warning)}
                      </li>
                    ))}
                  </ul>
                )}
                <WrongFiles wrong={wrong} />
                <Button className="button" onPress={close}>
                  {t('status.close')}
                </Button>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  )
}
