// The time of a bend plan by bends, hems and tools: to the proof, and to the first plan that works. Limits are in milliseconds of an idle
// core; the reference runs in between and shows how much other programs disturb this run.
import { planBends, type PlanRequest } from '../../../shared/bending/plan/index.ts'
import type { BendProfile } from '../../../shared/bending/index.ts'
import type { Row } from '../run.ts'
import { median } from '../side-by-side.ts'
import { flashings, hemmedOnAllPairs, onAllPairs, onOnePair } from './flashings.ts'
import { referenceMs, threadMs, undisturbedMs } from './reference.ts'

const bendCounts = [8, 10, 14] as const

interface Tools {
  readonly name: string
  readonly requestOf: (profile: BendProfile) => PlanRequest
  /** The median that is allowed, by the number of bends. */
  readonly medianMs: Readonly<Record<(typeof bendCounts)[number], number>>
}

const toolChoices: readonly Tools[] = [
  { name: 'one pair of tools', requestOf: onOnePair, medianMs: { 8: 10, 10: 20, 14: 60 } },
  { name: 'all pairs of a machine', requestOf: onAllPairs, medianMs: { 8: 50, 10: 100, 14: 300 } },
  { name: 'all pairs, with a hem', requestOf: hemmedOnAllPairs, medianMs: { 8: 50, 10: 100, 14: 300 } },
]

/** How many times the median the longest plan may take. */
const worstShare = 10
const firstAnswerMs = 20
const rounds = 3

interface Times {
  readonly proofMs: number
  /** Null: no order works. */
  readonly firstMs: number | null
}

export function planTimeRows(): Row[] {
  return toolChoices.flatMap(({ name, requestOf, medianMs }) =>
    bendCounts.map((bends) => {
      const requests = flashings(bends).map(requestOf)
      const { times, reference } = measured(requests)
      const asIdle = undisturbedMs() / reference
      const proofs = times.map(({ proofMs }) => proofMs * asIdle)
      const firsts = times.flatMap(({ firstMs }) => (firstMs === null ? [] : [firstMs * asIdle]))
      const [middle, worst, first] = [median(proofs), Math.max(...proofs), median(firsts)]
      const limit = medianMs[bends]
      return {
        name: `bend plan of ${bends} bends, ${name}: ${requests.length} flashings, ${firsts.length} of them with an order`,
        measured:
          `median ${middle.toFixed(1)} ms, worst ${worst.toFixed(0)} ms, first answer ${first.toFixed(1)} ms ` +
          `(worst ${Math.max(...firsts).toFixed(0)} ms) of an undisturbed core: the reference took ${reference.toFixed(1)} ms beside them and ${undisturbedMs().toFixed(1)} ms at least`,
        limit: `median ${limit} ms, worst ${limit * worstShare} ms, median of the first answers ${firstAnswerMs} ms`,
        passes: middle <= limit && worst <= limit * worstShare && !(first > firstAnswerMs),
      }
    }),
  )
}

/** The shortest times of each request over the rounds, after one to warm up, and the median of the reference. */
function measured(requests: readonly PlanRequest[]): { times: readonly Times[]; reference: number } {
  const references: number[] = []
  let times: readonly Times[] = requests.map(timesOf)
  times = times.map(() => ({ proofMs: Infinity, firstMs: Infinity }))
  for (let round = 0; round < rounds; round += 1) {
    references.push(referenceMs())
    times = requests.map((request, index) => {
      const [now, before] = [timesOf(request), times[index]]
      references.push(referenceMs())
      return {
        proofMs: Math.min(now.proofMs, before?.proofMs ?? Infinity),
        firstMs: now.firstMs === null ? null : Math.min(now.firstMs, before?.firstMs ?? Infinity),
      }
    })
  }
  return { times, reference: median(references) }
}

function timesOf(request: PlanRequest): Times {
  const begin = threadMs()
  const search = planBends(request)
  let firstMs: number | null = null
  for (;;) {
    const step = search.next()
    if (step.done !== true) {
      if (step.value.first !== null) firstMs ??= threadMs() - begin
      continue
    }
    if (!step.value.ok) throw new Error(step.value.error.message)
    const proofMs = threadMs() - begin
    return { proofMs, firstMs: step.value.value.kind === 'works' ? (firstMs ?? proofMs) : null }
  }
}
