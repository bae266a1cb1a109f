// A question over the whole screen: its title, what it asks, and the buttons that its asker brings.
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { keptFocus } from './kept-focus.ts'

export interface ModalDialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** Over the whole screen, for what is looked at closely. */
  isWhole?: boolean
  children: React.ReactNode
}

export function ModalDialog({ title, isOpen, onClose, isWhole = false, children }: ModalDialogProps) {
  return (
    <ModalOverlay
      className={isWhole ? 'overlay overlay-whole' : 'overlay'}
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
    >
      <Modal className={isWhole ? 'modal modal-whole' : 'modal'}>
        <Dialog ref={keptFocus} className="dialog">
          <Heading slot="title">{title}</Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
