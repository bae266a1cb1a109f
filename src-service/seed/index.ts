// The contents of a sandbox, and the sheets that are added to it.
export { addSheets } from './add-sheets.ts'
export { dailySheets } from './daily-sheets.ts'
export { fillSandbox } from './fill-sandbox.ts'
export type { SeedParts } from './seed-parts.ts'
export { addSandboxKey, sandboxSteps, seedSandbox } from './seed-sandbox.ts'
export type { FirstKeys } from './seed-sandbox.ts'
export { readSheetTemplates } from './sheet-templates.ts'
export { readWorkshopFile } from './workshop-file.ts'
