// The face of exports: sheets in, whole files out.
export { createExporter } from './exporter.ts'
export type { Exporter, ExporterOptions, ExportOptions } from './exporter.ts'
export type {
  ExportedFile,
  ExportFailure,
  ExportFormat,
  ExportProgress,
  ExportResult,
  RefusedExport,
} from './export-job.ts'
