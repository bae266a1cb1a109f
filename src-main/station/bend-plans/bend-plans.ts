// Searches bend plans in one worker thread and stores the answers by content: a request that differs in profile, drawing, machine or tools
// is another request. What a person waits for goes before what is planned ahead. Touches only the thread.
import { Worker } from 'node:worker_threads'
import { failed, type Result } from '../../../shared/base/result.ts'
import type { Refusal } from '../../../shared/bending/index.ts'
import type { PlanAnswer } from '../../../shared/bending/plan/index.ts'
import type { FromPlanWorker, ToPlanWorker } from './bend-plan-worker.ts'
import type { NoPlanRequest } from '../../../shared/planning/index.ts'
import type { KeyedPlanRequest } from './plan-request.ts'

/** `failed`: the worker ended, or the planner has a fault. Such an answer is not stored. */
type PlanFailure = { readonly code: 'failed' | 'cancelled'; readonly message: string }
export type PlanOutcome = Result<PlanAnswer, Refusal | PlanFailure | NoPlanRequest>

interface Job {
  readonly id: number
  readonly keyed: KeyedPlanRequest
  readonly promise: Promise<PlanOutcome>
  readonly resolve: (outcome: PlanOutcome) => void
  /** A person waits for it. */
  isUrgent: boolean
}

/** The answers of some days; the oldest are dropped first. */
export const maxStoredPlans = 2_000

// the worker is next to this file, both as a source and as built
const module = new URL(
  import.meta.url.endsWith('.ts') ? './bend-plan-worker.ts' : './bend-plan-worker.cjs',
  import.meta.url,
)

export class BendPlans {
  readonly #answers = new Map<string, PlanOutcome>()
  /** The waiting jobs in the order in which they are searched; the urgent ones come first. */
  #waiting: Job[] = []
  #running: Job | null = null
  #worker: Worker | null = null
  #lastId = 0
  #isClosed = false
  readonly #onStored: () => void

  /** `onStored` is called after each new answer. */
  constructor(onStored: () => void = () => {}) {
    this.#onStored = onStored
  }

  /** The stored answer; null: it is not planned yet. */
  stored({ key }: Pick<KeyedPlanRequest, 'key'>): PlanOutcome | null {
    return this.#answers.get(key) ?? null
  }

  /** The plan that a person waits for. Never rejects. A search that was planned ahead makes way. */
  planNow(keyed: KeyedPlanRequest, signal?: AbortSignal): Promise<PlanOutcome> {
    const known = this.#answers.get(keyed.key)
    if (known !== undefined) return Promise.resolve(known)
    const job = this.#jobFor(keyed, true)
    signal?.addEventListener('abort', () => this.#cancel(job), { once: true })
    const { promise } = job
    if (this.#running !== null && !this.#running.isUrgent) this.#postpone(this.#running)
    this.#startNext()
    return promise
  }

  /** Plans these requests while nobody waits for another one, in this order. Replaces what was to be planned ahead before. */
  planAhead(requests: readonly KeyedPlanRequest[]): void {
    this.#waiting = this.#waiting.filter(({ isUrgent }) => isUrgent)
    for (const keyed of requests) if (!this.#answers.has(keyed.key)) this.#jobFor(keyed, false)
    this.#startNext()
  }

  /** Resolves when nothing is searched any more. */
  async idle(): Promise<void> {
    for (let job = this.#running ?? this.#waiting[0]; job !== undefined; job = this.#running ?? this.#waiting[0])
      // oxlint-disable-next-line no-await-in-loop
      await job.promise
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    this.#worker = null
    for (const job of [this.#running, ...this.#waiting]) job?.resolve(cancelledOutcome)
    this.#running = null
    this.#waiting = []
    await worker?.terminate()
  }

  #jobFor(keyed: KeyedPlanRequest, isUrgent: boolean): Job {
    const same = [this.#running, ...this.#waiting].find((job) => job?.keyed.key === keyed.key)
    if (same !== null && same !== undefined) {
      if (isUrgent) this.#makeUrgent(same)
      return same
    }
    const { promise, resolve } = Promise.withResolvers<PlanOutcome>()
    const job: Job = { id: (this.#lastId += 1), keyed, promise, resolve, isUrgent }
    this.#enqueue(job)
    return job
  }

  #makeUrgent(job: Job): void {
    job.isUrgent = true
    if (job === this.#running) return
    this.#waiting = this.#waiting.filter((one) => one !== job)
    this.#enqueue(job)
  }

  #enqueue(job: Job): void {
    const behind = job.isUrgent ? this.#waiting.findIndex(({ isUrgent }) => !isUrgent) : -1
    this.#waiting.splice(behind === -1 ? this.#waiting.length : behind, 0, job)
  }

  #startNext(): void {
    if (this.#isClosed || this.#running !== null) return
    const job = this.#waiting.shift()
    if (job === undefined) return
    this.#running = job
    this.#post({ kind: 'plan', id: job.id, request: job.keyed.request, order: job.keyed.order })
  }

  #postpone(job: Job): void {
    this.#post({ kind: 'cancel', id: job.id })
    this.#running = null
    // the same request again, with a number of its own: the answer to the postponed one is dropped
    this.#waiting.push({ ...job, id: (this.#lastId += 1) })
  }

  #cancel(job: Job): void {
    if (job === this.#running) {
      this.#post({ kind: 'cancel', id: job.id })
      this.#running = null
    } else this.#waiting = this.#waiting.filter((one) => one !== job)
    job.resolve(cancelledOutcome)
    this.#startNext()
  }

  #post(message: ToPlanWorker): void {
    this.#worker ??= this.#startWorker()
    this.#worker.postMessage(message, [])
  }

  #startWorker(): Worker {
    const worker = new Worker(module)
    // a search does not keep the program alive
    worker.unref()
    worker.on('message', (message: FromPlanWorker) => this.#handleMessage(message))
    const fail = (message: string): void => {
      if (this.#worker !== worker) return
      this.#worker = null
      this.#finish(failed({ code: 'failed', message }))
    }
    worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error)))
    worker.on('exit', (code) => fail(`the planner's worker ended with ${code}`))
    return worker
  }

  #handleMessage(message: FromPlanWorker): void {
    if (message.id !== this.#running?.id || message.kind === 'first') return
    if (message.kind === 'answer') {
      this.#store(this.#running.keyed.key, message.answer)
      this.#finish(message.answer)
    } else if (message.kind === 'failed') this.#finish(failed({ code: 'failed', message: message.message }))
  }

  #store(key: string, outcome: PlanOutcome): void {
    this.#answers.set(key, outcome)
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= maxStoredPlans) break
      this.#answers.delete(oldest)
    }
    this.#onStored()
  }

  #finish(outcome: PlanOutcome): void {
    this.#running?.resolve(outcome)
    this.#running = null
    this.#startNext()
  }
}

const cancelledOutcome: PlanOutcome = failed({ code: 'cancelled', message: 'the search was cancelled' })
