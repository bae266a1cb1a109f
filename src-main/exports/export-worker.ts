// The worker thread in which an export runs, so that the station stays quick while a day is printed. Started with the job as
// its data; tells progress and the result, and stops at the next file when told to.
import { parentPort, workerData } from 'node:worker_threads'
import type { ExportJob, ExportProgress, ExportResult } from './export-job.ts'
import { runExport } from './export-job.ts'

export type FromWorker =
  | { readonly kind: 'progress'; readonly progress: ExportProgress }
  | { readonly kind: 'done'; readonly result: ExportResult }
export type ToWorker = 'stop'

const station = parentPort
if (station === null) throw new Error('this module runs as a worker thread')

let stopped = false
station.on('message', (message: ToWorker) => {
  if (message === 'stop') stopped = true
})

const tell = (message: FromWorker) => station.postMessage(message, [])
const job: ExportJob = workerData
const result = await runExport(job, {
  stopped: () => stopped,
  onProgress: (progress) => tell({ kind: 'progress', progress }),
})
tell({ kind: 'done', result })
station.close()
