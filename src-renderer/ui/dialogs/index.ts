// Entry point of what every dialog is made of: the dialog itself, its buttons, and the choice of a reason.
export { DialogButtons } from './dialog-buttons.tsx'
export { ModalDialog } from './modal-dialog.tsx'
export { ReasonChoice } from './reason-choice.tsx'
