// The state of a simulated press brake: the loaded program, whether the beam moves, the counters and the alarm. A simulated person
// presses the pedal; Kant cannot start a stroke.
import type { Clock } from '../../platform/clock.ts'

export type MachineState = 'idle' | 'running' | 'alarm'

export interface SimulatedMachine {
  readonly state: () => MachineState
  /** Pieces since the last reset. */
  readonly pieces: () => number
  readonly strokes: () => number
  /** 0: none. */
  readonly alarm: () => number
  /** The step that is made or comes next, from 1; 0: nothing is loaded. */
  readonly step: () => number
  /** 0: nothing is loaded. */
  readonly stepsLoaded: () => number
  /** Loads a program; the next stroke is its first step. Returns false, and loads nothing, while the beam moves or an alarm is active. */
  readonly load: (steps: number) => boolean
  /** Makes one stroke; resolves when the beam is up again. No effect while an alarm is active or the beam moves. */
  readonly bend: () => Promise<void>
  /** Makes a stroke every `everyMs`; 0 stops it. */
  readonly setPace: (everyMs: number) => void
  readonly raiseAlarm: (alarm: number) => void
  readonly clearAlarm: () => void
  /** Sets both counters to 0. */
  readonly reset: () => void
  /** Sets the counter of pieces, independent of the program. */
  readonly setPieces: (pieces: number) => void
  /** Ends all strokes. */
  readonly stop: () => void
}

/** The part of a stroke during which the beam moves. */
const movingPart = 0.5
const minStrokeMs = 20

/** `strokeMs`: the time that the beam moves in a stroke of `bend`. Without a program a stroke makes no piece. */
export function simulatedMachine(clock: Clock, strokeMs = 2_000): SimulatedMachine {
  const stopped = new AbortController()
  let isMoving = false
  let alarm = 0
  let steps = 0
  let nextStep = 0
  let pieces = 0
  let strokes = 0
  let paceMs = 0
  let continuousStrokes: Promise<void> | null = null

  const bend = async (durationMs = strokeMs): Promise<void> => {
    if (isMoving || alarm !== 0 || stopped.signal.aborted) return
    isMoving = true
    await clock.wait(durationMs, stopped.signal)
    isMoving = false
    if (alarm !== 0) return
    strokes += 1
    nextStep += 1
    if (nextStep < Math.max(1, steps)) return
    nextStep = 0
    if (steps > 0) pieces += 1
  }

  const bendContinuously = async (): Promise<void> => {
    while (paceMs > 0 && !stopped.signal.aborted) {
      const everyMs = Math.max(minStrokeMs, paceMs)
      // oxlint-disable-next-line no-await-in-loop
      await clock.wait(everyMs * (1 - movingPart), stopped.signal)
      // oxlint-disable-next-line no-await-in-loop
      if (steps > 0 && paceMs > 0) await bend(everyMs * movingPart)
    }
  }

  return {
    state: () => (alarm !== 0 ? 'alarm' : isMoving ? 'running' : 'idle'),
    pieces: () => pieces,
    strokes: () => strokes,
    alarm: () => alarm,
    step: () => (steps === 0 ? 0 : nextStep + 1),
    stepsLoaded: () => steps,
    load: (count) => {
      if (isMoving || alarm !== 0) return false
      steps = count
      nextStep = 0
      return true
    },
    bend: () => bend(),
    setPace: (everyMs) => {
      paceMs = everyMs
      continuousStrokes ??= bendContinuously().finally(() => {
        continuousStrokes = null
      })
    },
    raiseAlarm: (number) => {
      alarm = number
    },
    clearAlarm: () => {
      alarm = 0
    },
    reset: () => {
      pieces = 0
      strokes = 0
    },
    setPieces: (count) => {
      pieces = count
    },
    stop: () => stopped.abort(),
  }
}
