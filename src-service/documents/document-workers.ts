// Draws documents in worker threads. At most `maxWaiting` calls wait for one; a further call is refused with 503 (service decision 2).
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Failure } from '../operation/index.ts'
import type { DocumentJob } from './document-job.ts'
import type { DocumentResult } from './document-worker.ts'

export interface DocumentWorkers {
  /** The bytes of the document. Throws a `Failure` (503) if too many calls wait, and an error if it cannot be drawn. */
  draw: (job: DocumentJob) => Promise<Uint8Array>
  /** Ends the threads. Waiting calls fail. */
  close: () => Promise<void>
}

export interface DocumentWorkerOptions {
  /** Default: one thread less than the computer has cores, at least one. */
  threads?: number
  maxWaiting?: number
}

interface Request {
  job: DocumentJob
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
}

/** The answer to the last of them comes after about two seconds on a slow computer. */
const defaultMaxWaiting = 64
/** A document that takes longer is given up, so that it does not occupy a thread permanently. */
const timeLimitMs = 60_000

// The worker is next to this file, as source and as built.
const module = new URL(
  import.meta.url.endsWith('.ts') ? './document-worker.ts' : './document-worker.cjs',
  import.meta.url,
)

/** Threads are started when the first documents are drawn. */
export function documentWorkers({
  threads = Math.max(1, availableParallelism() - 1),
  maxWaiting = defaultMaxWaiting,
}: DocumentWorkerOptions = {}): DocumentWorkers {
  const waiting: Request[] = []
  let idle: DocumentThread[] = []
  const all = new Set<DocumentThread>()

  const startNext = (): void => {
    const [request] = waiting
    if (request === undefined) return
    for (const ended of all) if (ended.hasEnded) all.delete(ended)
    const thread = idle.findLast(({ hasEnded }) => !hasEnded) ?? (all.size < threads ? new DocumentThread() : null)
    if (thread === null) return
    waiting.shift()
    // a thread that has ended unexpectedly draws no documents
    idle = idle.filter((each) => each !== thread && !each.hasEnded)
    all.add(thread)
    void drawWith(thread, request)
  }
  const drawWith = async (thread: DocumentThread, request: Request): Promise<void> => {
    await thread.draw(request)
    if (thread.hasEnded) all.delete(thread)
    else idle.push(thread)
    startNext()
  }
  return {
    draw: (job) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= maxWaiting) {
          reject(new Failure('unavailable', {}, 'For mange filer tegnes nå. Prøv igjen om litt.'))
          return
        }
        waiting.push({ job, resolve, reject })
        startNext()
      }),
    close: async () => {
      for (const { reject } of waiting.splice(0)) reject(new Failure('unavailable'))
      await Promise.all(Array.from(all, (thread) => thread.end()))
    },
  }
}

class DocumentThread {
  hasEnded = false
  readonly #worker = new Worker(module)
  /** Ends the request that is being drawn. */
  #settle: ((result: DocumentResult) => void) | null = null

  constructor() {
    this.#worker.on('message', (result: DocumentResult) => this.#settle?.(result))
    this.#worker.on('error', (error) => this.#fail(String(error)))
    this.#worker.on('exit', (code) => this.#fail(`its thread ended with ${code}`))
  }

  /** Resolves once the request has its answer. A thread has ended if a document was not the cause of its failure. */
  draw({ job, resolve, reject }: Request): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(() => this.#fail(`it took more than ${timeLimitMs / 1000} seconds`), timeLimitMs)
      this.#settle = (result) => {
        this.#settle = null
        clearTimeout(timer)
        if ('bytes' in result) resolve(result.bytes)
        else reject(new Error(result.fault))
        done()
      }
      this.#worker.postMessage(job, [])
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(reason: string): void {
    this.hasEnded = true
    void this.#worker.terminate()
    this.#settle?.({ fault: `a document could not be drawn: ${reason}` })
  }
}
