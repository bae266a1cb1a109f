// Draws the fold in three dimensions. Without WebGL it draws the cross-section at the same stage, with a note.
import { useGesture } from '@use-gesture/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { sheetColour, type ColouredSheet } from '../../shared/colours/index.ts'
import { sheetPaint } from '../ui/sheet-paint.ts'
import { useSize } from '../ui/use-size.ts'
import { faceOf, foldMesh, outlineOf } from './fold-mesh.ts'
import { openFoldSpace, type ColouredFace, type FoldSpace } from './fold-space.ts'
import type { FoldedEnds } from './fold-stages.ts'

export interface FoldCanvasProps {
  ends: FoldedEnds
  /** The shown length, which may be shorter than the piece. */
  lengthMm: number
  /** The greatest distance of a point from the middle, over all stages. */
  radiusMm: number
  coloured: ColouredFace
  sheet: ColouredSheet
  label: string
}

const radiansPerPx = 0.008
const keyTurnRad = 0.15
const keyZoomFactor = 1.2

export default function FoldCanvas({ ends, lengthMm, radiusMm, coloured, sheet, label }: FoldCanvasProps) {
  const { t } = useTexts()
  const { element, size } = useSize()
  const canvas = useRef<HTMLCanvasElement>(null)
  const space = useRef<FoldSpace | null>(null)
  const [isFallback, setIsFallback] = useState(false)
  const mesh = useMemo(() => foldMesh(ends.start, ends.end, lengthMm), [ends, lengthMm])
  const shown = useRef(mesh)

  useEffect(() => {
    if (canvas.current === null) return
    const drawn = canvas.current
    const opened = openFoldSpace({
      canvas: drawn,
      radiusMm,
      coloured,
      colours: coloursOf(drawn, sheet),
      onLost: () => setIsFallback(true),
    })
    if (opened === null) return setIsFallback(true)
    space.current = opened
    opened.show(shown.current)
    return () => {
      space.current = null
      opened.dispose()
    }
  }, [radiusMm, coloured, sheet])
  useEffect(() => {
    shown.current = mesh
    space.current?.show(mesh)
  }, [mesh])
  useEffect(() => {
    if (size !== null) space.current?.resize(size.width, size.height)
  }, [size])

  useGesture(
    {
      onDrag: ({ delta: [dx, dy], pinching }) => {
        if (pinching !== true) space.current?.turn(dx * radiansPerPx, dy * radiansPerPx)
      },
      onPinch: ({ offset: [scale], delta: [change], first }) => {
        if (!first) space.current?.zoomBy(scale / (scale - change))
      },
      onWheel: ({ event, delta: [, dy] }) => {
        event.preventDefault()
        space.current?.zoomBy(1.0015 ** -dy)
      },
      onKeyDown: ({ event }) => {
        const actions: Partial<Record<string, () => void>> = {
          ArrowLeft: () => space.current?.turn(-keyTurnRad, 0),
          ArrowRight: () => space.current?.turn(keyTurnRad, 0),
          ArrowUp: () => space.current?.turn(0, -keyTurnRad),
          ArrowDown: () => space.current?.turn(0, keyTurnRad),
          '+': () => space.current?.zoomBy(keyZoomFactor),
          '-': () => space.current?.zoomBy(1 / keyZoomFactor),
        }
        const action = actions[event.key]
        if (action === undefined) return
        event.preventDefault()
        action()
      },
    },
    { target: element, eventOptions: { passive: false } },
  )
  return (
    <>
      {isFallback && <p role="status">{t('fold.flat_instead')}</p>}
      <div ref={element} className="fold-viewport" role="group" aria-label={t('fold.turn')} tabIndex={0}>
        {isFallback ? (
          <FlatFold ends={ends} coloured={coloured} sheet={sheet} label={label} />
        ) : (
          <canvas ref={canvas} className="fold-canvas" role="img" aria-label={label} />
        )}
      </div>
    </>
  )
}

function FlatFold({ ends, coloured, sheet, label }: Pick<FoldCanvasProps, 'ends' | 'coloured' | 'sheet' | 'label'>) {
  const outline = outlineOf(ends.start)
  const xs = outline.map(({ x }) => x)
  const ys = outline.map(({ y }) => -y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
  const margin = 0.05 * Math.max(width, height)
  return (
    <svg
      className="fold-flat"
      style={sheetPaint(sheet)}
      role="img"
      aria-label={label}
      viewBox={`${left - margin} ${top - margin} ${width + 2 * margin} ${height + 2 * margin}`}
    >
      <path className="stroke stroke-profile" d={`M${pathOf(outline)}Z`} />
      {coloured !== null && (
        <path
          className="stroke stroke-colour-side"
          d={`M${pathOf(faceOf(ends.start, coloured === 'faceA' ? 'a' : 'b'))}`}
        />
      )}
    </svg>
  )
}

const pathOf = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }) => `${x.toFixed(2)} ${(-y).toFixed(2)}`).join('L')

/** The colours of the current theme, from the style sheet, and those of the sheet. */
function coloursOf(element: HTMLElement, sheet: ColouredSheet) {
  const style = getComputedStyle(element)
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  const { kind, hex } = sheetColour(sheet)
  const own = hex ?? colour('--sheet-unknown')
  return {
    ground: colour('--surface'),
    sheet: kind === 'paint' ? colour('--sheet-primer') : own,
    colourSide: own,
    edge: colour('--stroke-outline'),
  }
}
