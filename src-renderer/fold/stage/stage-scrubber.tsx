// The position of the piece in its plan, for 2D and 3D: a slider with a mark for each step. A movement does not render it in React.
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Slice } from '../../store/slice.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Timeline } from '../scene/index.ts'

export interface StageScrubberProps {
  position: Slice<number>
  timeline: Timeline
  label: string
  /** The stage in words. */
  textOf: (position: number) => string
  /** The user moves to a position. */
  onMove: (position: number) => void
}

/** What an arrow key moves, in steps. */
const keyStep = 0.05

export function StageScrubber({ position, timeline, label, textOf, onMove }: StageScrubberProps) {
  const input = useRef<HTMLInputElement>(null)
  const steps = timeline.length
  useEffect(() => {
    const show = (): void => {
      const element = input.current
      if (element === null) return
      element.value = String(position.value)
      element.setAttribute('aria-valuetext', textOf(position.value))
      element.parentElement?.style.setProperty('--made', String(steps === 0 ? 1 : position.value / steps))
    }
    show()
    return position.subscribe(show)
  }, [position, steps, textOf])
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const moves: Partial<Record<string, number>> = {
      ArrowRight: position.value + keyStep,
      ArrowUp: position.value + keyStep,
      ArrowLeft: position.value - keyStep,
      ArrowDown: position.value - keyStep,
      PageUp: Math.floor(position.value + 1e-6) + 1,
      PageDown: Math.ceil(position.value - 1e-6) - 1,
    }
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    onMove(Math.min(steps, Math.max(0, to)))
  }
  return (
    <div className="stage-scrubber">
      <StepMarks position={position} timeline={timeline} />
      <input
        ref={input}
        type="range"
        aria-label={label}
        min={0}
        max={steps}
        step="any"
        defaultValue={position.value}
        onChange={({ target }) => onMove(target.valueAsNumber)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

/** A mark for each step; where the blank is flipped or given a half turn first, its icon. */
function StepMarks({ position, timeline }: Pick<StageScrubberProps, 'position' | 'timeline'>) {
  const madeCount = useSyncExternalStore(position.subscribe, () => Math.floor(position.value))
  return (
    <div className="stage-marks" aria-hidden="true">
      {timeline.map((phases, step) => {
        const isNow = step === madeCount
        const bend = phases.find(({ kind }) => kind === 'bend')
        return (
          <span key={step} className={step < madeCount ? 'stage-made' : isNow ? 'stage-now' : 'stage-coming'}>
            {phases.some(({ kind }) => kind === 'flip') && <Icon name="flip" />}
            {phases.some(({ kind }) => kind === 'half_turn') && <Icon name="half_turn" />}
            {bend !== undefined && <b>{step + 1}</b>}
          </span>
        )
      })}
    </div>
  )
}
