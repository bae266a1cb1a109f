// Lets a drawing be moved and made larger by finger, pinch, wheel and keys. What is seen is written to the drawing itself: no
// frame of a gesture renders anything in React.
import { useGesture } from '@use-gesture/react'
import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { moved, wholeDrawing, zoomed, type Viewed } from './viewed.ts'

/** Pixels of an arrow key, and the factor of + and −. */
const keyStep = 60
const keyFactor = 1.4
const wheelFactor = 1.0015
/** Two taps within so many ms, and so many pixels from one another, show the whole again. */
const doubleTapMs = 350
const doubleTapPx = 40

export interface ViewedDrawing {
  /** The part of the drawing that moves. */
  moving: RefObject<SVGGElement | null>
  zoomBy: (factor: number) => void
  showWhole: () => void
}

/**
 * `room`: where fingers are felt. `pxPerUnit`: pixels of one unit of the drawing; a change of it, or of `what` is drawn – null:
 * nothing – shows the whole drawing again.
 */
export function useViewed(room: RefObject<HTMLElement | null>, pxPerUnit: number, what: object | null): ViewedDrawing {
  const drawn = useRef<SVGGElement>(null)
  const seen = useRef<Viewed>(wholeDrawing)
  const lastTap = useRef({ at: -Infinity, x: 0, y: 0 })

  const show = useCallback(
    (next: Viewed) => {
      seen.current = next
      const corner = drawn.current?.ownerSVGElement?.viewBox.baseVal
      if (corner === undefined) return
      const { scale, x, y } = next
      const [dx, dy] = [corner.x * (1 - scale) + x / pxPerUnit, corner.y * (1 - scale) + y / pxPerUnit]
      drawn.current?.setAttribute('transform', `matrix(${scale} 0 0 ${scale} ${dx} ${dy})`)
    },
    [pxPerUnit],
  )
  useEffect(() => {
    if (what !== null) show(wholeDrawing)
  }, [show, what])

  const place = useCallback(() => {
    const box = drawn.current?.ownerSVGElement?.getBoundingClientRect()
    return { left: box?.left ?? 0, top: box?.top ?? 0, width: box?.width ?? 1, height: box?.height ?? 1 }
  }, [])
  const zoomAt = useCallback(
    (factor: number, clientX: number, clientY: number) => {
      const { left, top, ...extent } = place()
      show(zoomed(seen.current, factor, { x: clientX - left, y: clientY - top }, extent))
    },
    [place, show],
  )
  const zoomBy = useCallback(
    (factor: number) => {
      const { left, top, width, height } = place()
      zoomAt(factor, left + width / 2, top + height / 2)
    },
    [place, zoomAt],
  )
  const showWhole = useCallback(() => show(wholeDrawing), [show])

  useGesture(
    {
      onDrag: ({ delta: [dx, dy], tap, pinching, event, xy: [x, y], cancel }) => {
        if (pinching === true) return cancel()
        if (!tap) return show(moved(seen.current, dx, dy, place()))
        const before = lastTap.current
        lastTap.current = { at: event.timeStamp, x, y }
        if (event.timeStamp - before.at > doubleTapMs || Math.hypot(x - before.x, y - before.y) > doubleTapPx) return
        lastTap.current.at = -Infinity
        showWhole()
      },
      onPinch: ({ origin: [x, y], offset: [scale], delta: [change], first }) => {
        if (!first) zoomAt(scale / (scale - change), x, y)
      },
      onWheel: ({ event, delta: [, dy], ctrlKey }) => {
        // with the key held it is a pinch, which is told of by itself
        if (ctrlKey) return
        event.preventDefault()
        zoomAt(wheelFactor ** -dy, event.clientX, event.clientY)
      },
      onKeyDown: ({ event }) => {
        const { width, height } = place()
        const act: Partial<Record<string, () => void>> = {
          '+': () => zoomBy(keyFactor),
          '-': () => zoomBy(1 / keyFactor),
          '0': showWhole,
          ArrowLeft: () => show(moved(seen.current, keyStep, 0, { width, height })),
          ArrowRight: () => show(moved(seen.current, -keyStep, 0, { width, height })),
          ArrowUp: () => show(moved(seen.current, 0, keyStep, { width, height })),
          ArrowDown: () => show(moved(seen.current, 0, -keyStep, { width, height })),
        }
        const wanted = act[event.key]
        if (wanted === undefined || event.ctrlKey || event.altKey || event.metaKey) return
        event.preventDefault()
        wanted()
      },
    },
    {
      target: room,
      eventOptions: { passive: false },
      drag: { filterTaps: true },
      pinch: { from: () => [seen.current.scale, 0] },
    },
  )
  return { moving: drawn, zoomBy, showWhole }
}
