// The worker thread that searches bend plans, so that the station stays responsive. It takes one request at a time, posts its answer, and
// drops the search after a cancel message. It stays warm: a started search engine answers in a tenth of the time of a cold one.
import { setImmediate } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import type { Result } from '../../../shared/base/result.ts'
import type { Refusal } from '../../../shared/bending/index.ts'
import {
  planBends,
  planInOrder,
  type OrderedStep,
  type Plan,
  type PlanAnswer,
  type PlanRequest,
} from '../../../shared/bending/plan/index.ts'
import { RunningSearches } from './running-searches.ts'

export type ToPlanWorker =
  /** `order`: is checked; null: one is searched. */
  | {
      readonly kind: 'plan'
      readonly id: number
      readonly request: PlanRequest
      readonly order: readonly OrderedStep[] | null
    }
  | { readonly kind: 'cancel'; readonly id: number }
export type FromPlanWorker =
  | { readonly kind: 'first'; readonly id: number; readonly plan: Plan }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Result<PlanAnswer, Refusal> }
  | { readonly kind: 'cancelled'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }

/** A cancel message waits no longer than this, ms. */
const sliceMs = 10

const station = parentPort
if (station === null) throw new Error('this module runs as a worker thread')
const post = (message: FromPlanWorker): void => station.postMessage(message, [])

const searches = new RunningSearches()
station.on('message', (message: ToPlanWorker) => {
  if (message.kind === 'cancel') searches.cancel(message.id)
  else void run(message)
})

async function run({ id, request, order }: Extract<ToPlanWorker, { kind: 'plan' }>): Promise<void> {
  searches.begin(id)
  try {
    const search = order === null ? planBends(request) : planInOrder(request, order)
    let first: Plan | null = null
    let sliceEnd = performance.now() + sliceMs
    for (;;) {
      const step = search.next()
      if (step.done === true) return post({ kind: 'answer', id, answer: step.value })
      if (first === null && step.value.first !== null) {
        first = step.value.first
        post({ kind: 'first', id, plan: first })
      }
      if (performance.now() < sliceEnd) continue
      // oxlint-disable-next-line no-await-in-loop
      await setImmediate()
      if (searches.isCancelled(id)) return post({ kind: 'cancelled', id })
      sliceEnd = performance.now() + sliceMs
    }
  } catch (error) {
    post({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) })
  } finally {
    searches.end(id)
  }
}
