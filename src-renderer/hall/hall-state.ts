// The state of the job for the view across the hall: whether it runs, waits or has stopped, and how long the remaining pieces take. Pure.
import type { BrakeView } from '../../shared/station-api/index.ts'

type Loaded = NonNullable<BrakeView['loaded']>

/** A job for the view: a loaded program with pieces to make. A finished or doubted one starts no view. */
export const hasPiecesLeft = ({ loaded }: Pick<BrakeView, 'loaded'>): boolean =>
  loaded !== null && !loaded.needsConfirmation && loaded.donePieces < loaded.wantedPieces

/**
 * The brake reports the step that it makes or the pieces that it has made. Without either, the operator moves and counts with a pedal, whose
 * keys the view would take.
 */
export const reportsWork = ({ readings }: Pick<BrakeView, 'readings'>): boolean =>
  readings === null || readings.step !== null || readings.counterUnit !== null

export type HallState = 'runs' | 'waits' | 'done' | 'question' | 'alarm' | 'stopped' | 'lost'

/** Green: runs. Amber: waits for a person. Red: has stopped. */
export const hallColour: Readonly<Record<HallState, 'green' | 'amber' | 'red'>> = {
  runs: 'green',
  waits: 'amber',
  done: 'amber',
  question: 'amber',
  alarm: 'red',
  stopped: 'red',
  lost: 'red',
}

/** A machine that has not moved for this time waits for a person. A cycle of a long blank with its turns takes less time. */
const waitsAfterMs = 120_000

export interface HallFacts {
  readonly brake: Pick<BrakeView, 'state' | 'loaded'>
  readonly isLinkOpen: boolean
  /** No piece of the loaded sheet may be bent now. */
  readonly isStopped: boolean
  /** When the brake last moved or counted; -Infinity: it has bent nothing of the program yet. */
  readonly movedAtMs: number
  readonly nowMs: number
}

export function hallState({ brake: { state, loaded }, isLinkOpen, isStopped, movedAtMs, nowMs }: HallFacts): HallState {
  if (!isLinkOpen || state === 'stale' || state === 'disconnected' || state === 'probing') return 'lost'
  if (state === 'alarm') return 'alarm'
  if (isStopped) return 'stopped'
  if (loaded === null || loaded.needsConfirmation) return 'question'
  if (loaded.donePieces >= loaded.wantedPieces) return 'done'
  return state === 'running' || nowMs - movedAtMs < waitsAfterMs ? 'runs' : 'waits'
}

/** What the brake has done with the loaded program, as far as its readings show. */
export interface Movement {
  readonly programId: string | null
  readonly progress: string
  /** -Infinity: it has bent nothing of the program yet. */
  readonly movedAtMs: number
}

/** `before` null: these are the first readings of this screen. */
export function nextMovement(
  before: Movement | null,
  { state, loaded, readings }: Pick<BrakeView, 'state' | 'loaded' | 'readings'>,
  nowMs: number,
): Movement {
  const programId = loaded?.programId ?? null
  // the first step is shown as soon as a program is loaded
  const step = Math.max(1, readings?.step ?? 1)
  const progress = `${loaded?.donePieces} ${step}`
  const ofSameProgram = before?.programId === programId ? before : null
  const hasProgressed =
    ofSameProgram === null ? (loaded?.countedPieces ?? 0) > 0 || step > 1 : progress !== ofSameProgram.progress
  if (state === 'running' || hasProgressed) return { programId, progress, movedAtMs: nowMs }
  return ofSameProgram ?? { programId, progress, movedAtMs: -Infinity }
}

/** The time of the first piece contains the set-up. */
const minCountedPieces = 2
/** A longer time means that the job was interrupted. */
const maxMinutes = 12 * 60

/** The minutes that the rest takes at the pace since the program was sent; null: not ofSameProgram yet. `countedAtMs`: time of the last piece. */
export function minutesLeft(
  {
    sentAt,
    countedPieces,
    donePieces,
    wantedPieces,
  }: Pick<Loaded, 'sentAt' | 'countedPieces' | 'donePieces' | 'wantedPieces'>,
  countedAtMs: number,
): number | null {
  const passedMs = countedAtMs - Date.parse(sentAt)
  if (countedPieces < minCountedPieces || passedMs <= 0) return null
  const minutes = Math.ceil(((passedMs / countedPieces) * Math.max(0, wantedPieces - donePieces)) / 60_000)
  return minutes > maxMinutes ? null : minutes
}
