// Writes sheets as DXF and PDF into one folder, one job at a time, each in a worker thread with progress and cancel.
// Accesses the disk and threads, not the sheet store or the network.
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DrawnSheet, DxfPreset } from '../../shared/drawing/files.ts'
import type { ExportContext, ExportFormat, ExportJob, ExportProgress, ExportResult } from './export-job.ts'
// only the worker loads the job and the drawing code
import { messageOf } from '../platform/message-of.ts'
import type { FromWorker, ToWorker } from './export-worker.ts'
import type { Language } from './export-texts.ts'

export interface ExporterOptions {
  readonly folder: string
  /** A TrueType font's bytes, embedded in every PDF. */
  readonly font: Uint8Array
}

interface ExportOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined
  readonly preset?: DxfPreset | undefined
  /** Default: Norwegian. */
  readonly language?: Language | undefined
  /** A folder below the exporter's. */
  readonly into?: string | undefined
  /** The name of a batch: usually the day. */
  readonly batchName?: string | undefined
  readonly context?: ExportContext | undefined
}

export interface Exporter {
  /** Never rejects: an invalid sheet is in `refused`, a disk error in `failed`, and a cancelled job is marked. */
  exportSheets(
    sheets: readonly DrawnSheet[],
    formats: readonly ExportFormat[],
    options?: ExportOptions,
  ): Promise<ExportResult>
}

// the worker is next to this file, as source and as built
const module = new URL(import.meta.url.endsWith('.ts') ? './export-worker.ts' : './export-worker.cjs', import.meta.url)

export function createExporter({ folder, font }: ExporterOptions): Exporter {
  let last: Promise<unknown> = Promise.resolve()
  return {
    exportSheets(sheets, formats, { signal, onProgress, into = '', ...options } = {}) {
      const { preset = 'inventor', language = 'nb', batchName = 'bending-sheets', context = null } = options
      const job: ExportJob = {
        folder: join(folder, into),
        font,
        language,
        sheets,
        formats,
        preset,
        batchName,
        context,
      }
      const run = last
        .then(() => runInWorker(job, signal, onProgress))
        .catch((error: unknown) => workerFailed(messageOf(error)))
      last = run
      return run
    },
  }
}

const nothing: ExportResult = { files: [], refused: [], cancelled: false, failed: null }

const workerFailed = (message: string): ExportResult => ({
  ...nothing,
  failed: { code: 'worker_failed', files: [], message },
})

function runInWorker(
  job: ExportJob,
  signal: AbortSignal | undefined,
  onProgress: ((progress: ExportProgress) => void) | undefined,
): Promise<ExportResult> {
  if (signal?.aborted === true) return Promise.resolve({ ...nothing, cancelled: true })
  return new Promise((resolve) => {
    const worker = new Worker(module, { workerData: job })
    const written: ExportProgress['files'][number][] = []
    const stop = () => worker.postMessage('stop' satisfies ToWorker, [])
    signal?.addEventListener('abort', stop, { once: true })
    const end = (result: ExportResult) => {
      signal?.removeEventListener('abort', stop)
      resolve(result)
    }
    const failed = (message: string) => end({ ...workerFailed(message), files: written })
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'done') end(message.result)
      else {
        written.push(...message.progress.files)
        onProgress?.(message.progress)
      }
    })
    worker.on('error', (error) => failed(messageOf(error)))
    worker.on('exit', (code) => failed(`the export's worker ended with ${code}`))
  })
}
