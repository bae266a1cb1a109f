// Keys and swipes that move between the steps. A pedal or a key pad types the same keys (resources/handbook/*/operator.md names them).
import { useEffect, useRef, type PointerEvent } from 'react'

export interface StepMoves {
  onNext: () => void
  onBack: () => void
  /** The same as the large button. */
  onPedal: () => void
  onClose: () => void
}

type Move = keyof StepMoves

const moveOfKey: Readonly<Record<string, Move>> = {
  ArrowRight: 'onNext',
  ArrowDown: 'onNext',
  ArrowLeft: 'onBack',
  ArrowUp: 'onBack',
  PageDown: 'onPedal',
  PageUp: 'onBack',
  Escape: 'onClose',
}

/** CSS pixels. A shorter movement is a touch. */
const leastSwipePx = 60

export function useStepKeys(moves: StepMoves) {
  const latest = useRef(moves)
  const start = useRef<{ x: number; y: number } | null>(null)
  useEffect(() => {
    latest.current = moves
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const move = moveOfKey[event.key]
      // a dialog has its own keys; a key that is held down moves once
      if (move === undefined || event.repeat || document.querySelector('[role=dialog]') !== null) return
      event.preventDefault()
      latest.current[move]()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return {
    onPointerDown: ({ clientX: x, clientY: y, isPrimary }: PointerEvent) => {
      start.current = isPrimary ? { x, y } : null
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current
      start.current = null
      if (from === null) return
      const [right, down] = [clientX - from.x, clientY - from.y]
      if (Math.abs(right) < leastSwipePx || Math.abs(right) < 1.5 * Math.abs(down)) return
      latest.current[right < 0 ? 'onNext' : 'onBack']()
    },
  }
}
