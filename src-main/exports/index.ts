// Entry point of exports: writes sheets and tables as files.
export { createExporter } from './exporter.ts'
export type { Exporter } from './exporter.ts'
export type { ExportContext, ExportProgress, ExportResult } from './export-job.ts'
export { oversightFiles } from './csv/oversight-csv.ts'
export { exportTexts, type ExportTexts } from './export-texts.ts'
export type { Language, Sentences } from './export-texts.ts'
export { exportFailureCodes } from './write-failure.ts'
export type { ExportFailure } from './write-failure.ts'
