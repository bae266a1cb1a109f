// Opens the piece as it folds, over the whole screen.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { FoldView, type FoldViewProps } from './fold-view.tsx'

export function FoldButton(piece: Pick<FoldViewProps, 'profile' | 'lengthMm'>) {
  const { t } = useWords()
  const [isOpen, open] = useState(false)
  const title = t('fold.title')
  return (
    <>
      <Button className="button tool" aria-label={title} onPress={() => open(true)}>
        {t('fold.open')}
      </Button>
      <ModalDialog title={title} isOpen={isOpen} onClose={() => open(false)} isWhole>
        <FoldView title={title} {...piece} onClose={() => open(false)} />
      </ModalDialog>
    </>
  )
}
