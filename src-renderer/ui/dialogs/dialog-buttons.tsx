// The buttons of a dialog, in one order everywhere: the way back first, and the action last, in the lower right corner. A button that only
// closes is never primary: the primary one does something.
import { useTexts } from '../../language/use-texts.ts'
import { Button } from '../button.tsx'

export interface DialogButtonsProps {
  onClose: () => void
  /** Otherwise 'Cancel' beside an action, and 'Close' without one. */
  closeText?: string
  /** Other actions first, the primary one last. */
  children?: React.ReactNode
}

export function DialogButtons({ onClose, closeText, children }: DialogButtonsProps) {
  const { t } = useTexts()
  return (
    <div className="dialog-buttons">
      <Button onPress={onClose}>{closeText ?? t(children === undefined ? 'status.close' : 'question.cancel')}</Button>
      {children}
    </div>
  )
}
