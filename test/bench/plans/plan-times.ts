// The time of a bend plan by bends, hems and tools: to the proof, and to the first plan that works. Limits are in milliseconds of an idle
// core. A reference runs between the plans to measure the load of the computer.
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

/** The longest plan may take this many times the median. */
const maxToMedian = 10
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
      const { times, reference } = measure(requests)
      const idleFactor = undisturbedMs() / reference
      const proofs = times.map(({ proofMs }) => proofMs * idleFactor)
      const firsts = times.flatMap(({ firstMs }) => (firstMs === null ? [] : [firstMs * idleFactor]))
      const [medianProofMs, longestProofMs, medianFirstMs] = [median(proofs), Math.max(...proofs), median(firsts)]
      const limit = medianMs[bends]
      return {
        name: `bend plan of ${bends} bends, ${name}: ${requests.length} flashings, ${firsts.length} of them with an order`,
        measured:
          `median ${medianProofMs.toFixed(1)} ms, worst ${longestProofMs.toFixed(0)} ms, first answer ${medianFirstMs.toFixed(1)} ms ` +
          `(worst ${Math.max(...firsts).toFixed(0)} ms) of an undisturbed core: the reference took ${reference.toFixed(1)} ms beside them and ${undisturbedMs().toFixed(1)} ms at least`,
        limit: `median ${limit} ms, worst ${limit * maxToMedian} ms, median of the first answers ${firstAnswerMs} ms`,
        passes: medianProofMs <= limit && longestProofMs <= limit * maxToMedian && !(medianFirstMs > firstAnswerMs),
      }
    }),
  )
}

/** The shortest times of each request over the rounds, after one to warm up, and the median of the reference. */
function measure(requests: readonly PlanRequest[]): { times: readonly Times[]; reference: number } {
  const references: number[] = []
  let times: readonly Times[] = requests.map(timesOf)
  times = times.map(() => ({ proofMs: Infinity, firstMs: Infinity }))
  for (let round = 0; round < rounds; round += 1) {
    references.push(referenceMs())
    times = requests.map((request, index) => {
      const [current, shortest] = [timesOf(request), times[index]]
      references.push(referenceMs())
      return {
        proofMs: Math.min(current.proofMs, shortest?.proofMs ?? Infinity),
        firstMs: current.firstMs === null ? null : Math.min(current.firstMs, shortest?.firstMs ?? Infinity),
      }
    })
  }
  return { times, reference: median(references) }
}

function timesOf(request: PlanRequest): Times {
  const startMs = threadMs()
  const search = planBends(request)
  let firstMs: number | null = null
  for (;;) {
    const step = search.next()
    if (step.done !== true) {
      if (step.value.first !== null) firstMs ??= threadMs() - startMs
      continue
    }
    if (!step.value.ok) throw new Error(step.value.error.message)
    const proofMs = threadMs() - startMs
    return { proofMs, firstMs: step.value.value.kind === 'works' ? (firstMs ?? proofMs) : null }
  }
}
