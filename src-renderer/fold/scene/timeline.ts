// The movement of a piece through its plan as one position: the whole number is the count of steps that are made, the fraction runs through
// the phases of the next step. 2D and 3D show the stage of the same position. Pure. Indices count from 0.

/**
 * `flip`, `half_turn`: the operator turns the blank in front of the machine. `approach`: the blank moves to the gauge, and the tools close.
 * `withdraw`: the tools open, and the blank moves back. `mount`: the finished piece turns into the position in which it is mounted.
 */
type PhaseKind = 'flip' | 'half_turn' | 'approach' | 'bend' | 'withdraw' | 'mount'

export interface Phase {
  readonly kind: PhaseKind
  /** Within the step, from 0 to 1. */
  readonly from: number
  readonly to: number
}

/** The phases of each step, in order. */
export type Timeline = readonly (readonly Phase[])[]

export interface Stage {
  readonly stepIndex: number
  readonly kind: PhaseKind
  /** From 0 to 1 within the phase. */
  readonly share: number
}

/** How long the phases take, relative to each other. */
const weights: Readonly<Record<PhaseKind, number>> = {
  flip: 2,
  half_turn: 2,
  approach: 1.8,
  bend: 3,
  withdraw: 1.6,
  mount: 1.8,
}

/** The time of a weight of 1 when the movement is played. */
const msPerWeight = 300

export interface StepMoves {
  readonly flips: boolean
  readonly halfTurns: boolean
}

/** The steps at a machine, with what the operator does before each. */
export const machineTimeline = (moves: readonly StepMoves[]): Timeline =>
  moves.map(({ flips, halfTurns }, stepIndex) =>
    phasesOf([
      ...(flips ? (['flip'] as const) : []),
      ...(halfTurns ? (['half_turn'] as const) : []),
      'approach',
      'bend',
      'withdraw',
      ...(stepIndex === moves.length - 1 ? (['mount'] as const) : []),
    ]),
  )

/** Steps without a machine: the piece stays where it is. */
export const foldTimeline = (steps: number): Timeline => Array.from({ length: steps }, () => phasesOf(['bend']))

function phasesOf(kinds: readonly PhaseKind[]): Phase[] {
  const total = kinds.reduce((sum, kind) => sum + weights[kind], 0)
  let passed = 0
  return kinds.map((kind) => {
    const from = passed / total
    passed += weights[kind]
    return { kind, from, to: passed / total }
  })
}

/** The stage at a position from 0 to the number of steps. At the end it is the end of the last phase. Null: there are no steps. */
export function stageAt(timeline: Timeline, position: number): Stage | null {
  const stepIndex = Math.min(timeline.length - 1, Math.max(0, Math.floor(position)))
  const phases = timeline[stepIndex] ?? []
  const within = Math.min(1, Math.max(0, position - stepIndex))
  const phase = phases.find(({ to }) => within < to) ?? phases.at(-1)
  if (phase === undefined) return null
  const { kind, from, to } = phase
  return { stepIndex, kind, share: Math.min(1, Math.max(0, (within - from) / (to - from))) }
}

/** Where the bend of a step is made by a share. */
export function bendPosition(timeline: Timeline, stepIndex: number, share: number): number {
  const bend = timeline[stepIndex]?.find(({ kind }) => kind === 'bend')
  return bend === undefined ? stepIndex : stepIndex + bend.from + (bend.to - bend.from) * share
}

/** How much of the bend of its step is made at a stage. */
export function bendShare({ kind, share }: Stage): number {
  if (kind === 'bend') return share
  return kind === 'withdraw' || kind === 'mount' ? 1 : 0
}

/** The position after some time of the movement. */
export function positionAfter(timeline: Timeline, position: number, passedMs: number): number {
  let [now, leftMs] = [Math.max(0, position), passedMs]
  while (leftMs > 0 && now < timeline.length) {
    const stage = stageAt(timeline, now)
    const phase = timeline[stage?.stepIndex ?? -1]?.find(({ kind }) => kind === stage?.kind)
    if (stage === null || phase === undefined) return timeline.length
    const end = stage.stepIndex + phase.to
    const msPerPosition = (weights[phase.kind] * msPerWeight) / (phase.to - phase.from)
    const needsMs = (end - now) * msPerPosition
    if (needsMs > leftMs) return now + leftMs / msPerPosition
    leftMs -= needsMs
    // the sum of a fraction may be just below the end, which would be the same phase again
    now = Math.max(end, now + 1e-9)
  }
  return Math.min(timeline.length, now)
}
