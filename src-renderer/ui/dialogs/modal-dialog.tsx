// A modal dialog: its title, its content and the buttons that the caller passes.
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

export interface ModalDialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** Covers the whole screen. */
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
        <Dialog ref={keepFocusInside} className="dialog">
          <Heading slot="title">{title}</Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/**
 * A ref callback for the dialog's element: moves the focus back to the dialog. A button that is disabled or removed by its own press loses
 * the focus, and Escape would not work.
 */
function keepFocusInside(dialog: HTMLElement | null): (() => void) | undefined {
  if (dialog === null) return
  const observer = new MutationObserver(() => {
    const { activeElement, body } = dialog.ownerDocument
    // not while another dialog is open over this one
    if ((activeElement === null || activeElement === body) && dialog.closest('[inert], [aria-hidden=true]') === null)
      dialog.focus()
  })
  observer.observe(dialog, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
  return () => observer.disconnect()
}
