// A question over the whole screen: its title, what it asks, and the buttons that its asker brings.
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

export interface ModalDialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: React.ReactNode
}

export function ModalDialog({ title, isOpen, onClose, children }: ModalDialogProps) {
  return (
    <ModalOverlay className="overlay" isDismissable isOpen={isOpen} onOpenChange={(open) => open || onClose()}>
      <Modal className="modal">
        <Dialog className="dialog">
          <Heading slot="title">{title}</Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
