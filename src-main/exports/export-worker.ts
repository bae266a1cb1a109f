// The worker thread of an export, so that the station stays responsive while a day is printed. It receives the job as its data, posts
// progress and the result, and stops at the next file after a cancel message.
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

const post = (message: FromWorker) => station.postMessage(message, [])
const job: ExportJob = workerData
const hooks = { stopped: () => stopped, onProgress: (progress: ExportProgress) => post({ kind: 'progress', progress }) }
// a rejection ends the thread with its error, which the exporter receives; CommonJS has no top-level await
void runExport(job, hooks).then((result) => {
  post({ kind: 'done', result })
  return station.close()
})
