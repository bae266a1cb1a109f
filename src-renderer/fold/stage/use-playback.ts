// Plays the movement of the piece. With reduced motion, each step is made at once. Tells when this computer draws it too slowly.
import { useEffect, useRef, useState } from 'react'
import { useConstant } from '../../ui/use-constant.ts'
import type { Slice } from '../../store/slice.ts'
import { FrameMeter } from './frame-meter.ts'
import { positionAfter, type Timeline } from '../scene/index.ts'
import { isMotionReduced } from '../../ui/is-motion-reduced.ts'

export interface Playback {
  readonly isPlaying: boolean
  /** From where the piece is, up to a position. */
  readonly playTo: (position: number) => void
  /** Plays to the end, from the beginning where it is at the end; stops where it plays. */
  readonly toggle: () => void
  readonly stop: () => void
}

/** With reduced motion, a step is shown for this time. */
const stepMs = 900

export function usePlayback(position: Slice<number>, timeline: Timeline, onSlow: () => void): Playback {
  const [target, setTarget] = useState<number | null>(null)
  const meter = useConstant(() => new FrameMeter())
  const slow = useRef(onSlow)
  useEffect(() => {
    slow.current = onSlow
  })
  useEffect(() => {
    if (target === null) return
    const isReduced = isMotionReduced()
    let lastMs = performance.now()
    const next = (timeMs: number): void => {
      const passedMs = timeMs - lastMs
      if (isReduced ? passedMs >= stepMs : passedMs > 0) {
        lastMs = timeMs
        const now = isReduced ? Math.floor(position.value) + 1 : positionAfter(timeline, position.value, passedMs)
        position.set(Math.min(target, now))
      }
      if (!isReduced) meter.frame(timeMs)
      if (meter.isTooSlow()) {
        meter.reset()
        slow.current()
      }
      if (position.value >= target) setTarget(null)
      else frame = requestAnimationFrame(next)
    }
    let frame = requestAnimationFrame(next)
    return () => {
      cancelAnimationFrame(frame)
      meter.pause()
    }
  }, [target, position, timeline, meter])
  const toggle = (): void => {
    if (target !== null) return setTarget(null)
    if (position.value >= timeline.length) position.set(0)
    setTarget(timeline.length)
  }
  return { isPlaying: target !== null, playTo: setTarget, toggle, stop: () => setTarget(null) }
}
