// The dialogs of the plan.
export { OverrideDialog, type MachineOverride } from './override-dialog.tsx'
export { OrderDialog } from './order-dialog.tsx'
export { SheetDialog } from './sheet-dialog.tsx'
export { TimesDialog } from './times-dialog.tsx'
