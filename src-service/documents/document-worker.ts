// The worker thread that draws documents, so that no call waits for a drawing. Receives one job after another and posts each result.
import { parentPort } from 'node:worker_threads'
import { runDocumentJob } from './document-job.ts'
import type { DocumentJob } from './document-job.ts'

export type DocumentResult = { bytes: Uint8Array<ArrayBuffer> } | { fault: string }

const service = parentPort
if (service === null) throw new Error('this module runs as a worker thread')

service.on('message', (job: DocumentJob) => void answer(job))

async function answer(job: DocumentJob): Promise<void> {
  try {
    // Its own memory, which is moved instead of copied.
    const bytes = new Uint8Array(await runDocumentJob(job))
    service?.postMessage({ bytes } satisfies DocumentResult, [bytes.buffer])
  } catch (error) {
    service?.postMessage({ fault: String(error) } satisfies DocumentResult, [])
  }
}
