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
const hooks = { stopped: () => stopped, onProgress: (progress: ExportProgress) => tell({ kind: 'progress', progress }) }
// a rejection ends the thread with its error, which the exporter hears: and as CommonJS there is no top level to await at
void runExport(job, hooks).then((result) => {
  tell({ kind: 'done', result })
  return station.close()
})
