// Checks the steps of a plan, and the hits that reasons name, with the sampling checker.
import type { PlanReason, PlanRequest, PlanStep } from '../../../../../shared/bending/plan/index.ts'
import { blankOf } from './sampled-section.ts'
import { doneBefore, sampledBrakeStep } from './sampled-brake.ts'
import type { Gap } from './sampled-brake.ts'
import { foldRooms, pressRooms } from './sampled-folder.ts'
import type { FoldStep } from './sampled-folder.ts'

/** A gap is measured to within this, mm. */
const accuracyMm = 0.025

interface Sampled {
  /** Less than 0 is a hit. */
  readonly roomsAt: (turnDeg: number) => Gap[]
  readonly endDeg: number
}

function sampledStep(request: PlanRequest, steps: readonly PlanStep[], index: number): Sampled {
  const { machine } = request
  const step = steps[index]
  if (step === undefined) throw new Error('no such step')
  if (machine.kind === 'press_brake') {
    const { gapsAt, endDeg } = sampledBrakeStep(request, machine, steps, index)
    return { roomsAt: (turnDeg) => gapsAt(turnDeg).map((one) => ({ ...one, gapMm: one.gapMm - 0.2 })), endDeg }
  }
  const pre = steps.find(({ kind }) => kind === 'pre_bend')?.overTurnDeg ?? 145
  const blank = blankOf(request.profile, request.neutral, (pre * Math.PI) / 180, request.profile.thicknessMm)
  const done = doneBefore(blank, steps, index)
  const fold: FoldStep = {
    bend: step.bendIndex,
    kind: step.kind === 'bump' ? 'bend' : step.kind,
    clampedLast: step.pose.edgeAtGauge === 'last',
    up: step.direction === 'up',
  }
  const roomsAt = (turnDeg: number): Gap[] =>
    (step.kind === 'flatten'
      ? pressRooms(machine, blank, done, fold)
      : foldRooms(machine, blank, done, fold, turnDeg)
    ).map(({ part, piece, gapMm, neededMm }) => ({ part, piece, gapMm: gapMm - neededMm }))
  return { roomsAt, endDeg: step.kind === 'flatten' ? 0 : step.overTurnDeg }
}

/** Every hit of the steps, one sentence each; `everyDeg` is the largest step of the angle. */
export function sampledHits(request: PlanRequest, steps: readonly PlanStep[], everyDeg: number): string[] {
  return steps.flatMap((step, index) => {
    const { roomsAt, endDeg } = sampledStep(request, steps, index)
    const count = Math.max(1, Math.ceil(endDeg / everyDeg))
    const hits = new Map<string, string>()
    for (let sample = 0; sample <= count; sample += 1) {
      const turnDeg = (endDeg * sample) / count
      for (const { part, piece, gapMm } of roomsAt(turnDeg)) {
        const text = `step ${index + 1} (${step.kind} ${step.bendIndex}) ${part} piece ${piece}`
        if (gapMm < -accuracyMm && !hits.has(text))
          hits.set(text, `${text} at ${turnDeg.toFixed(1)}: ${gapMm.toFixed(3)}`)
      }
    }
    return [...hits.values()]
  })
}

/**
 * Whether the sampling checker finds the hit that a reason names: the same part at the same angle, with the same piece or the one that
 * it meets. Two flanges meet at a bend that is not made.
 */
export function findsHit(
  request: PlanRequest,
  steps: readonly PlanStep[],
  index: number,
  { params }: Extract<PlanReason, { code: 'hit' }>,
): boolean {
  const { roomsAt } = sampledStep(request, steps, index)
  const piece = 2 * params.pieceIndex + (params.pieceKind === 'bend' ? 1 : 0)
  return [params.atTurnDeg, params.atTurnDeg + 0.01].some((turnDeg) =>
    roomsAt(turnDeg).some(
      (one) => one.part === params.part && Math.abs(one.piece - piece) <= 2 && one.gapMm < accuracyMm,
    ),
  )
}
