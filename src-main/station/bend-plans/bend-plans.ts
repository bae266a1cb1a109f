// Searches bend plans in one worker thread and stores the answers by content: a request that differs in profile, drawing, machine or tools
// is another request. What a person waits for goes before what is planned ahead. Touches only the thread.
import { Worker } from 'node:worker_threads'
import type { CancelSignal } from '../../../shared/base/cancellation.ts'
import { failed, ok, type Result } from '../../../shared/base/result.ts'
import type { Refusal } from '../../../shared/bending/index.ts'
import type { Plan, PlanAnswer } from '../../../shared/bending/plan/index.ts'
import type { FromPlanWorker, ToPlanWorker } from './bend-plan-worker.ts'
import type { NoPlanRequest } from '../../../shared/planning/index.ts'
import type { KeyedPlanRequest } from './plan-request.ts'

/** `failed`: the worker ended, or the planner has a fault. Such an answer is not stored. */
type PlanFailure = { readonly code: 'failed' | 'cancelled'; readonly message: string }
export type PlanOutcome = Result<PlanAnswer, Refusal | PlanFailure | NoPlanRequest>

interface Job {
  /** Another one for each time that the worker begins it: the answer to a postponed search is dropped. */
  id: number
  readonly keyed: KeyedPlanRequest
  /** The people who wait for it. */
  readonly waiting: Set<(outcome: PlanOutcome) => void>
  /** It is planned ahead, also if nobody waits for it. */
  isAhead: boolean
  /** Resolves with a plan that works and is not proven yet; null: there is none. */
  readonly first: PromiseWithResolvers<Plan | null>
  /** Resolves when it is answered or dropped. */
  readonly ended: PromiseWithResolvers<void>
}

const isUrgent = ({ waiting }: Job): boolean => waiting.size > 0

/** The answers of some days; the oldest are dropped first. */
export const maxStoredPlans = 2_000

// the worker is next to this file, both as a source and as built
const module = new URL(
  import.meta.url.endsWith('.ts') ? './bend-plan-worker.ts' : './bend-plan-worker.cjs',
  import.meta.url,
)

/**
 * A flashing of 14 bends with a hem, on all tools of a large workshop, needs 100 MB. Without limits Node lets the worker's garbage grow to
 * a gigabyte. A search that needs more ends the worker, and its answer is `failed`.
 */
const workerLimits = { maxOldGenerationSizeMb: 150, maxYoungGenerationSizeMb: 16 } as const

/** The name of the thread, as Node and its tools show it. */
export const planThread = 'bend plans'

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

  /**
   * The plan that a person waits for. Never rejects. A search that was planned ahead is interrupted. With a cancelled `signal` the person has
   * the outcome `cancelled`; the search ends if nobody else waits for it and it is not planned ahead.
   */
  planNow(keyed: KeyedPlanRequest, signal?: CancelSignal): Promise<PlanOutcome> {
    const cached = this.#answers.get(keyed.key)
    if (cached !== undefined) return Promise.resolve(cached)
    if (this.#isClosed || signal?.isCancelled === true) return Promise.resolve(cancelledOutcome)
    return this.#waitFor(this.#jobFor(keyed), signal).answer
  }

  /** As `planNow`, but after `pause` the first plan that works, while its proof is searched on as if it were planned ahead. */
  async planOrFirst(keyed: KeyedPlanRequest, pause: Promise<void>, signal?: CancelSignal): Promise<PlanOutcome> {
    const cached = this.#answers.get(keyed.key)
    if (cached !== undefined || this.#isClosed || signal?.isCancelled === true) return cached ?? cancelledOutcome
    const job = this.#jobFor(keyed)
    const { answer, leave } = this.#waitFor(job, signal)
    const first = pause.then(() => job.first.promise)
    const plan = await Promise.race([first, answer.then(() => null)])
    if (plan === null) return answer
    job.isAhead = true
    leave()
    return ok({ kind: 'works', plan })
  }

  /** Plans these requests while nobody waits for another one, in this order. Replaces what was to be planned ahead before. */
  planAhead(requests: readonly KeyedPlanRequest[]): void {
    const dropped = this.#waiting.filter((job) => !isUrgent(job))
    this.#waiting = this.#waiting.filter(isUrgent)
    for (const job of this.#waiting) job.isAhead = false
    for (const job of dropped) endJob(job)
    for (const keyed of requests) if (!this.#answers.has(keyed.key)) this.#jobFor(keyed).isAhead = true
    this.#startNext()
  }

  /** Resolves when nothing is searched any more. */
  async idle(): Promise<void> {
    for (let job = this.#running ?? this.#waiting[0]; job !== undefined; job = this.#running ?? this.#waiting[0])
      // oxlint-disable-next-line no-await-in-loop
      await job.ended.promise
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    this.#worker = null
    for (const job of [this.#running, ...this.#waiting]) if (job !== null) endJob(job)
    this.#running = null
    this.#waiting = []
    await worker?.terminate()
  }

  /** The search of this request: the one that runs or waits, or a new one at the end. */
  #jobFor(keyed: KeyedPlanRequest): Job {
    const same = [this.#running, ...this.#waiting].find((job) => job?.keyed.key === keyed.key)
    if (same !== null && same !== undefined) return same
    const job: Job = {
      id: (this.#lastId += 1),
      keyed,
      waiting: new Set(),
      isAhead: false,
      first: Promise.withResolvers(),
      ended: Promise.withResolvers(),
    }
    this.#waiting.push(job)
    return job
  }

  /** `leave`: the person does not wait any more. */
  #waitFor(job: Job, signal: CancelSignal | undefined): { answer: Promise<PlanOutcome>; leave: () => void } {
    const wasUrgent = isUrgent(job)
    const { promise, resolve } = Promise.withResolvers<PlanOutcome>()
    const leave = (): void => this.#leave(job, resolve)
    job.waiting.add(resolve)
    signal?.onCancel(leave)
    if (job !== this.#running) {
      if (!wasUrgent) this.#placeAgain(job)
      if (this.#running !== null && !isUrgent(this.#running)) this.#postpone(this.#running)
    }
    this.#startNext()
    return { answer: promise, leave }
  }

  /** Moves a job behind the jobs that people wait for and before those that are planned ahead. */
  #placeAgain(job: Job): void {
    this.#waiting = this.#waiting.filter((one) => one !== job)
    const behind = this.#waiting.findIndex((one) => !isUrgent(one))
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
    job.id = this.#lastId += 1
    this.#placeAgain(job)
  }

  #leave(job: Job, resolve: (outcome: PlanOutcome) => void): void {
    if (!job.waiting.delete(resolve)) return
    resolve(cancelledOutcome)
    if (isUrgent(job)) return
    const isRunning = job === this.#running
    if (job.isAhead) {
      if (!isRunning) this.#placeAgain(job)
      else if (this.#waiting.some(isUrgent)) this.#postpone(job)
    } else {
      if (isRunning) {
        this.#post({ kind: 'cancel', id: job.id })
        this.#running = null
      } else this.#waiting = this.#waiting.filter((one) => one !== job)
      endJob(job)
    }
    this.#startNext()
  }

  #post(message: ToPlanWorker): void {
    this.#worker ??= this.#startWorker()
    this.#worker.postMessage(message, [])
  }

  #startWorker(): Worker {
    const worker = new Worker(module, { name: planThread, resourceLimits: workerLimits })
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
    if (message.id !== this.#running?.id) return
    if (message.kind === 'first') this.#running.first.resolve(message.plan)
    else if (message.kind === 'answer') {
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
    if (this.#running !== null) endJob(this.#running, outcome)
    this.#running = null
    this.#startNext()
  }
}

function endJob(job: Job, outcome: PlanOutcome = cancelledOutcome): void {
  for (const resolve of job.waiting) resolve(outcome)
  job.waiting.clear()
  job.first.resolve(null)
  job.ended.resolve()
}

const cancelledOutcome: PlanOutcome = failed({ code: 'cancelled', message: 'the search was cancelled' })
