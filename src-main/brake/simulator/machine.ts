// A press brake as its controller knows it: what is loaded, whether it moves, what it counted, what is wrong with it. No bytes here.
// Somebody at the pedal bends, by hand or at a pace; Kant cannot.
import type { Clock } from '../../platform/clock.ts'

export type MachineState = 'idle' | 'running' | 'alarm'

export interface SimulatedMachine {
  readonly state: () => MachineState
  /** Since the last reset. */
  readonly pieces: () => number
  readonly strokes: () => number
  /** 0: none. */
  readonly alarm: () => number
  /** 0: nothing is loaded. */
  readonly stepsLoaded: () => number
  /** A new program: the next stroke is its first. False while it moves or is in alarm. */
  readonly load: (steps: number) => boolean
  /** One stroke of the pedal; resolves when the beam is up again. Without effect in alarm, or while it moves. */
  readonly bend: () => Promise<void>
  /** Somebody bends on and on, a stroke every so many ms; 0 ends it. */
  readonly setPace: (everyMs: number) => void
  readonly raise: (alarm: number) => void
  readonly clear: () => void
  /** Somebody sets the counters to zero. */
  readonly reset: () => void
  /** The counters as somebody wants them, and no program's. */
  readonly setPieces: (pieces: number) => void
  /** Ends what goes on by itself. */
  readonly stop: () => void
}

/** The part of a stroke in which the beam moves. */
const movingShare = 0.5
const shortestStrokeMs = 20

export function simulatedMachine(clock: Clock, strokeMs = 2_000): SimulatedMachine {
  const stopped = new AbortController()
  let moving = false
  let alarm = 0
  let steps = 0
  let nextStep = 0
  let pieces = 0
  let strokes = 0
  let pace = 0
  let pedal: Promise<void> | null = null

  const bend = async (takesMs = strokeMs): Promise<void> => {
    if (moving || alarm !== 0 || stopped.signal.aborted) return
    moving = true
    await clock.wait(takesMs, stopped.signal)
    moving = false
    if (alarm !== 0) return
    strokes += 1
    nextStep += 1
    if (nextStep < Math.max(1, steps)) return
    nextStep = 0
    if (steps > 0) pieces += 1
  }

  const bendOn = async (): Promise<void> => {
    while (pace > 0 && !stopped.signal.aborted) {
      const every = Math.max(shortestStrokeMs, pace)
      // oxlint-disable-next-line no-await-in-loop
      await clock.wait(every * (1 - movingShare), stopped.signal)
      // oxlint-disable-next-line no-await-in-loop
      if (steps > 0 && pace > 0) await bend(every * movingShare)
    }
  }

  return {
    state: () => (alarm !== 0 ? 'alarm' : moving ? 'running' : 'idle'),
    pieces: () => pieces,
    strokes: () => strokes,
    alarm: () => alarm,
    stepsLoaded: () => steps,
    load: (count) => {
      if (moving || alarm !== 0) return false
      steps = count
      nextStep = 0
      return true
    },
    bend: () => bend(),
    setPace: (everyMs) => {
      pace = everyMs
      pedal ??= bendOn().finally(() => {
        pedal = null
      })
    },
    raise: (number) => {
      alarm = number
    },
    clear: () => {
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
