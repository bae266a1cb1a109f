// Moves and zooms a drawing by finger, pinch, wheel and keys. Writes the transform to the SVG element itself, so that no frame of a
// gesture renders in React.
import { useGesture } from '@use-gesture/react'
import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { moveView, wholeDrawing, zoomView, type DrawingView } from './drawing-view.ts'

/** The step of an arrow key, and the factor of + and −. */
const keyStepPx = 60
const keyFactor = 1.4
const wheelFactor = 1.0015
/** Two taps within this time and distance show the whole drawing. */
const doubleTapMs = 350
const doubleTapPx = 40

export interface MovableDrawing {
  /** The part of the drawing that moves. */
  moving: RefObject<SVGGElement | null>
  zoomBy: (factor: number) => void
  showWhole: () => void
}

/**
 * `target`: the element that receives the gestures. `pxPerUnit`: pixels of one unit of the drawing. A change of `pxPerUnit` or of the
 * drawn `content` shows the whole drawing again; null: nothing is drawn.
 */
export function useDrawingView(
  target: RefObject<HTMLElement | null>,
  pxPerUnit: number,
  content: object | null,
): MovableDrawing {
  const moving = useRef<SVGGElement>(null)
  const view = useRef<DrawingView>(wholeDrawing)

  const show = useCallback(
    (next: DrawingView) => {
      view.current = next
      const corner = moving.current?.ownerSVGElement?.viewBox.baseVal
      if (corner === undefined) return
      const { scale, x, y } = next
      const [dx, dy] = [corner.x * (1 - scale) + x / pxPerUnit, corner.y * (1 - scale) + y / pxPerUnit]
      moving.current?.setAttribute('transform', `matrix(${scale} 0 0 ${scale} ${dx} ${dy})`)
    },
    [pxPerUnit],
  )
  useEffect(() => {
    if (content !== null) show(wholeDrawing)
  }, [show, content])

  const measure = useCallback(() => {
    const box = moving.current?.ownerSVGElement?.getBoundingClientRect()
    return { left: box?.left ?? 0, top: box?.top ?? 0, width: box?.width ?? 1, height: box?.height ?? 1 }
  }, [])
  const zoomAt = useCallback(
    (factor: number, clientX: number, clientY: number) => {
      const { left, top, ...extent } = measure()
      show(zoomView(view.current, factor, { x: clientX - left, y: clientY - top }, extent))
    },
    [measure, show],
  )
  const zoomBy = useCallback(
    (factor: number) => {
      const { left, top, width, height } = measure()
      zoomAt(factor, left + width / 2, top + height / 2)
    },
    [measure, zoomAt],
  )
  const moveBy = useCallback(
    (dx: number, dy: number) => show(moveView(view.current, dx, dy, measure())),
    [measure, show],
  )
  const showWhole = useCallback(() => show(wholeDrawing), [show])
  useDrawingGestures(target, view, { moveBy, zoomAt, zoomBy, showWhole })
  return { moving, zoomBy, showWhole }
}

interface ViewActions {
  /** CSS pixels. */
  moveBy: (dx: number, dy: number) => void
  zoomAt: (factor: number, clientX: number, clientY: number) => void
  /** Around the centre. */
  zoomBy: (factor: number) => void
  showWhole: () => void
}

function useDrawingGestures(
  target: RefObject<HTMLElement | null>,
  view: RefObject<DrawingView>,
  { moveBy, zoomAt, zoomBy, showWhole }: ViewActions,
): void {
  const lastTap = useRef({ atMs: -Infinity, x: 0, y: 0 })
  useGesture(
    {
      onDrag: ({ delta: [dx, dy], tap, pinching, event, xy: [x, y], cancel }) => {
        if (pinching === true) return cancel()
        if (!tap) return moveBy(dx, dy)
        const previousTap = lastTap.current
        lastTap.current = { atMs: event.timeStamp, x, y }
        if (
          event.timeStamp - previousTap.atMs > doubleTapMs ||
          Math.hypot(x - previousTap.x, y - previousTap.y) > doubleTapPx
        )
          return
        lastTap.current.atMs = -Infinity
        showWhole()
      },
      onPinch: ({ origin: [x, y], offset: [scale], delta: [change], first }) => {
        if (!first) zoomAt(scale / (scale - change), x, y)
      },
      onWheel: ({ event, delta: [, dy], ctrlKey }) => {
        // with Ctrl it is a pinch, which has its own event
        if (ctrlKey) return
        event.preventDefault()
        zoomAt(wheelFactor ** -dy, event.clientX, event.clientY)
      },
      onKeyDown: ({ event }) => {
        const actions: Partial<Record<string, () => void>> = {
          '+': () => zoomBy(keyFactor),
          '-': () => zoomBy(1 / keyFactor),
          '0': showWhole,
          ArrowLeft: () => moveBy(keyStepPx, 0),
          ArrowRight: () => moveBy(-keyStepPx, 0),
          ArrowUp: () => moveBy(0, keyStepPx),
          ArrowDown: () => moveBy(0, -keyStepPx),
        }
        const action = actions[event.key]
        if (action === undefined || event.ctrlKey || event.altKey || event.metaKey) return
        event.preventDefault()
        action()
      },
    },
    {
      target,
      eventOptions: { passive: false },
      drag: { filterTaps: true },
      pinch: { from: () => [view.current.scale, 0] },
    },
  )
}
