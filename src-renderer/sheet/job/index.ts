// The job of a sheet: its action and the foot with its button.
export { JobFoot } from './job-foot.tsx'
export { machineVerdict, type MachineVerdict } from './machine-facts.ts'
export { nextSheetToBend } from './next-sheet.ts'
export type { SidePanel } from './side-panel.ts'
export { useJob } from './use-job.ts'
