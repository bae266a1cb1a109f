// Plans requests and gives each answer to the second checker.
import { planNow } from '../../../../../shared/bending/plan/index.ts'
import type { PlanRequest } from '../../../../../shared/bending/plan/index.ts'
import { signedTurnDegOf } from '../../../../../shared/bending/index.ts'
import { value } from '../../any-profile.ts'
import { findsHit, sampledHits } from './sampled-check.ts'

interface CheckedAnswers {
  /** The hits in plans that the planner calls free. */
  readonly hits: readonly string[]
  /** Hits of reasons that the second checker does not find. */
  readonly unconfirmed: readonly string[]
  readonly plans: number
  readonly reasons: number
}

const shapeOf = ({ profile: { flanges, bends } }: PlanRequest): string =>
  `${flanges.map(({ lengthMm }) => lengthMm).join('/')} ${bends.map(signedTurnDegOf).join(' ')}`

/** `everyDeg` is the step of the angle. */
export function checkAnswers(requests: readonly PlanRequest[], everyDeg: number): CheckedAnswers {
  const [hits, unconfirmed]: [string[], string[]] = [[], []]
  let [plans, reasons] = [0, 0]
  for (const request of requests) {
    const answer = value(planNow(request))
    if (answer.kind !== 'impossible') {
      if (answer.plan === null) continue
      plans += 1
      hits.push(...sampledHits(request, answer.plan.steps, everyDeg).map((hit) => `${shapeOf(request)}: ${hit}`))
      continue
    }
    const { steps = [], blocked = [] } = answer.bestOrder ?? {}
    for (const one of blocked) {
      for (const reason of one.reasons) {
        if (reason.code !== 'hit') continue
        reasons += 1
        if (!findsHit(request, steps, one.step, reason)) {
          unconfirmed.push(`${shapeOf(request)}: ${JSON.stringify(reason.params)}`)
        }
      }
    }
  }
  return { hits, unconfirmed, plans, reasons }
}
