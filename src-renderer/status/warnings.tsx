// What stays on the screen until it is dealt with: the first in full, the others one press away.
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { Problem } from '../../shared/station-api/index.ts'
import { problemText, problemTodo } from '../language/problem-words.ts'
import { useWords } from '../language/use-words.ts'
import { Sign } from '../ui/sign.tsx'

export function Warnings({ warnings }: { warnings: readonly Problem[] }) {
  const { t } = useWords()
  const [first, ...others] = warnings
  if (first === undefined) return null
  return (
    <div className="strip strip-warn" role="status">
      <Sign tone="person" />
      <span>
        <strong>{problemText(t, first)}</strong> {problemTodo(t, first)}
      </span>
      {others.length > 0 && (
        <DialogTrigger>
          <Button className="button quiet">{t('status.more', { count: others.length })}</Button>
          <ModalOverlay className="overlay" isDismissable>
            <Modal className="modal">
              <Dialog className="dialog">
                {({ close }) => (
                  <>
                    <Heading slot="title">{t('status.warnings')}</Heading>
                    <ul className="warnings">
                      {warnings.map((warning, index) => (
                        <li key={`${warning.code} ${index}`}>
                          <strong>{problemText(t, warning)}</strong> {problemTodo(t, warning)}
                        </li>
                      ))}
                    </ul>
                    <Button className="button" onPress={close}>
                      {t('status.close')}
                    </Button>
                  </>
                )}
              </Dialog>
            </Modal>
          </ModalOverlay>
        </DialogTrigger>
      )}
    </div>
  )
}
