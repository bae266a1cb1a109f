// The piece in three dimensions, in a canvas that fills its panel, with labels over it. Drag turns it, two fingers or the wheel enlarge it,
// a double tap shows the first picture again.
import { useGesture } from '@use-gesture/react'
import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { isHatched, sheetColour, type ColouredSheet } from '../../shared/colours/index.ts'
import { colouredFace } from '../../shared/drawing/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { ReadonlySlice } from '../store/slice.ts'
import { type DrawingView, moveView, wholeDrawing, zoomView } from '../ui/drawing/index.ts'
import { useSize, type Size } from '../ui/use-size.ts'
import { BendLabels } from './bend-labels.tsx'
import type { FoldScene } from './scene/index.ts'
import { shownLength } from './shown-length.ts'
import { openFoldSpace, type FoldSpace, type SpaceColours, LabelLayer } from './space/index.ts'

export interface FoldCanvasProps {
  scene: FoldScene
  position: ReadonlySlice<number>
  lengthMm: number
  sheet: ColouredSheet & { readonly colourSide: string }
  isMachineShown: boolean
  /** The picture has one pixel for each CSS pixel, on a slow computer. */
  isReduced: boolean
  label: string
  /** This computer has no WebGL. */
  onUnavailable: () => void
}

const radiansPerPx = 0.008
const keyTurnRad = 0.15
const keyZoomFactor = 1.3
const wheelFactor = 1.0015
/** Two taps within this time and distance show the first picture. */
const doubleTapMs = 350
const doubleTapPx = 40

export default function FoldCanvas(props: FoldCanvasProps) {
  const { scene, position, lengthMm, sheet, isMachineShown, isReduced, label, onUnavailable } = props
  const { t, deg } = useTexts()
  const { element, size } = useSize()
  const canvas = useRef<HTMLCanvasElement>(null)
  const labels = useRef<SVGSVGElement>(null)
  const space = useRef<FoldSpace | null>(null)
  const shown = useRef({ size, isMachineShown, isReduced, onUnavailable, deg })
  useEffect(() => {
    shown.current = { size, isMachineShown, isReduced, onUnavailable, deg }
  })

  useEffect(() => {
    if (canvas.current === null || labels.current === null) return
    const layer = new LabelLayer(labels.current, scene, { deg: (angle) => shown.current.deg(angle) })
    const opened = openFoldSpace({
      canvas: canvas.current,
      scene,
      length: shownLength(lengthMm, scene.flatWidthMm),
      colours: coloursOf(canvas.current, sheet),
      onLost: () => shown.current.onUnavailable(),
      onFrame: (picture) => layer.show(picture),
    })
    if (opened === null) return shown.current.onUnavailable()
    space.current = opened
    opened.showMachine(shown.current.isMachineShown)
    const follow = (): void => opened.showPosition(position.value)
    follow()
    const unfollow = position.subscribe(follow)
    return () => {
      unfollow()
      space.current = null
      opened.dispose()
    }
  }, [scene, position, lengthMm, sheet])
  useEffect(() => space.current?.showMachine(isMachineShown), [isMachineShown])
  useEffect(() => space.current?.setResolution(isReduced ? 'reduced' : 'full'), [isReduced])
  useEffect(() => {
    if (size !== null) space.current?.resize(size.width, size.height)
  }, [size])
  useSpaceGestures(element, space, size)
  return (
    <div ref={element} className="fold-viewport" role="group" aria-label={t('fold.turn')} tabIndex={0}>
      <canvas ref={canvas} className="fold-canvas" role="img" aria-label={label} />
      <BendLabels ref={labels} scene={scene} lengthMm={lengthMm} />
    </div>
  )
}

function useSpaceGestures(
  target: RefObject<HTMLDivElement | null>,
  space: RefObject<FoldSpace | null>,
  size: Size | null,
): void {
  const view = useRef<DrawingView>(wholeDrawing)
  const lastTap = useRef({ atMs: -Infinity, x: 0, y: 0 })
  const pinchAt = useRef({ x: 0, y: 0 })
  const extent = size ?? { width: 1, height: 1 }
  const show = useCallback(
    (next: DrawingView): void => {
      view.current = next
      space.current?.showView(next)
    },
    [space],
  )
  const zoomAt = (factor: number, clientX: number, clientY: number): void => {
    const box = target.current?.getBoundingClientRect()
    show(zoomView(view.current, factor, { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }, extent))
  }
  const zoomMiddle = (factor: number): void =>
    show(zoomView(view.current, factor, { x: extent.width / 2, y: extent.height / 2 }, extent))
  const reset = (): void => {
    view.current = wholeDrawing
    space.current?.reset()
  }
  useGesture(
    {
      onDrag: ({ delta: [dx, dy], tap, pinching, event, xy: [x, y], cancel }) => {
        if (pinching === true) return cancel()
        if (!tap) return space.current?.turn(dx * radiansPerPx, dy * radiansPerPx)
        const previous = lastTap.current
        lastTap.current = { atMs: event.timeStamp, x, y }
        const isDouble =
          event.timeStamp - previous.atMs <= doubleTapMs && Math.hypot(x - previous.x, y - previous.y) <= doubleTapPx
        if (isDouble) reset()
      },
      onPinch: ({ origin: [x, y], offset: [scale], delta: [change], first }) => {
        // both fingers together move the picture
        if (!first) {
          zoomAt(scale / (scale - change), x, y)
          show(moveView(view.current, x - pinchAt.current.x, y - pinchAt.current.y, extent))
        }
        pinchAt.current = { x, y }
      },
      onWheel: ({ event, delta: [, dy], ctrlKey }) => {
        // with Ctrl it is a pinch, which has its own event
        if (ctrlKey) return
        event.preventDefault()
        zoomAt(wheelFactor ** -dy, event.clientX, event.clientY)
      },
      onKeyDown: ({ event }) => {
        const actions: Partial<Record<string, () => void>> = {
          ArrowLeft: () => space.current?.turn(-keyTurnRad, 0),
          ArrowRight: () => space.current?.turn(keyTurnRad, 0),
          ArrowUp: () => space.current?.turn(0, -keyTurnRad),
          ArrowDown: () => space.current?.turn(0, keyTurnRad),
          '+': () => zoomMiddle(keyZoomFactor),
          '-': () => zoomMiddle(1 / keyZoomFactor),
          '0': reset,
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

/** The colours of the current theme, from the style sheet, and those of the sheet. */
function coloursOf(element: HTMLElement, sheet: FoldCanvasProps['sheet']): SpaceColours {
  const style = getComputedStyle(element)
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  const { kind, hex } = sheetColour(sheet)
  const shownColour = hex ?? colour('--sheet-unknown')
  const bare = kind === 'paint' ? colour('--sheet-primer') : shownColour
  const coloured = colouredFace(sheet.colourSide)
  return {
    sheet: {
      faceA: coloured === 'A' ? shownColour : bare,
      faceB: coloured === 'B' ? shownColour : bare,
      rim: colour('--fold-rim'),
      edge: colour('--fold-edge'),
      softEdge: colour('--fold-soft-edge'),
      isHatched: isHatched(sheet),
    },
    machine: {
      tool: colour('--fold-tool'),
      machine: colour('--fold-machine'),
      gauge: colour('--fold-gauge'),
      edge: colour('--fold-tool-edge'),
    },
    shadow: Number(colour('--fold-shadow')),
  }
}
