// The entry point of the exports.
export { checkExportFolder, exportFolderOf } from './export-folder.ts'
export { openExportQueue, type ExportQueue } from './export-queue.ts'
