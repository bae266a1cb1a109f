// Opens the folding view over the whole screen.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { FoldView, type FoldViewProps } from './fold-view.tsx'

export function FoldButton(piece: Pick<FoldViewProps, 'profile' | 'order' | 'lengthMm'>) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const title = t('fold.title')
  return (
    <>
      <Button className="tool" aria-label={title} onPress={() => setIsOpen(true)}>
        {t('fold.open')}
      </Button>
      <ModalDialog title={title} isOpen={isOpen} onClose={() => setIsOpen(false)} isWhole>
        <FoldView title={title} {...piece} onClose={() => setIsOpen(false)} />
      </ModalDialog>
    </>
  )
}
