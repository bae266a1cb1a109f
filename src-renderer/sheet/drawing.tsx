// A drawing on the screen: the scene made for the room there is, as SVG whose strokes keep their weight at any scale.
import { useMemo } from 'react'
import { toSvg, type Frame, type Scene } from '../../shared/drawing/index.ts'
import type { Outcome, Refusal } from '../../shared/bending/index.ts'
import { refusalText } from '../language/refusal-words.ts'
import { useWords } from '../language/use-words.ts'
import { useSize } from '../ui/use-size.ts'
import { fittedScene, type FittedScene } from './fitted-scene.ts'

export interface DrawingProps {
  title: string
  /** What it shows, for who cannot see it. */
  label: string
  /** Makes the scene for a frame of that many mm; keep it steady between renders. */
  scene: (frame: Frame) => Outcome<Scene>
}

export function Drawing({ title, label, scene }: DrawingProps) {
  const { element, size } = useSize()
  const drawn = useMemo(
    () => (size === null || size.width < 40 || size.height < 40 ? null : fittedScene(scene, size)),
    [scene, size],
  )
  return (
    <figure className="drawing">
      <figcaption>{title}</figcaption>
      <div ref={element} className="drawing-room">
        {drawn === null ? null : drawn.ok ? (
          <DrawnScene fitted={drawn.value} label={label} />
        ) : (
          <Undrawable refusal={drawn.refusal} />
        )}
      </div>
    </figure>
  )
}

function DrawnScene({ fitted, label }: { fitted: FittedScene; label: string }) {
  const drawing = toSvg(fitted.scene)
  return (
    <svg
      className="scene"
      viewBox={drawing.viewBox}
      width={drawing.widthMm * fitted.pxPerMm}
      height={drawing.heightMm * fitted.pxPerMm}
      role="img"
      aria-label={label}
    >
      {drawing.paths.map(({ role, d }) => (
        <path key={role} d={d} className={`stroke stroke-${role}`} />
      ))}
      {drawing.texts.map(({ role, x, y, text, fontSize, anchor, rotate }, index) => (
        <text
          // the texts of one drawing never change places
          key={index}
          className={`lettering lettering-${role}`}
          x={x}
          y={y}
          fontSize={fontSize}
          textAnchor={anchor}
          dominantBaseline="central"
          {...(rotate === 0 ? {} : { transform: `rotate(${rotate} ${x} ${y})` })}
        >
          {text}
        </text>
      ))}
    </svg>
  )
}

function Undrawable({ refusal }: { refusal: Refusal }) {
  const words = useWords()
  return (
    <p className="undrawable" role="alert">
      {words.t('sheet.undrawable', { reason: refusalText(words, refusal) })}
    </p>
  )
}
