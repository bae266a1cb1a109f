// The entry point of the workshop's files of machines and tables.
export { openWorkshopFiles, workshopFolder, type WorkshopTables } from './workshop-files.ts'
export { createWorkshopReader, type WorkshopReader } from './workshop-reader.ts'
export { createToolHandlers, type ToolHandlers } from './tool-handlers.ts'
