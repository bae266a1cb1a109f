// A drawing on the screen: the scene made for the room there is, as SVG whose strokes keep their weight at any scale. It can be
// moved and made larger in its place, and opened over the whole screen.
import { useMemo, useState, type RefObject } from 'react'
import { Button } from 'react-aria-components/Button'
import { toSvg, type Frame, type Scene } from '../../shared/drawing/index.ts'
import type { Outcome, Refusal } from '../../shared/bending/index.ts'
import { refusalText } from '../language/refusal-words.ts'
import { useWords } from '../language/use-words.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { useSize } from '../ui/use-size.ts'
import { useViewed } from '../ui/use-viewed.ts'
import { fittedScene, type FittedScene } from './fitted-scene.ts'

export interface DrawnProps {
  title: string
  /** What it shows, for who cannot see it. */
  label: string
  /** Makes the scene for a frame of that many mm; keep it steady between renders. */
  scene: (frame: Frame) => Outcome<Scene>
}

export interface DrawingProps extends DrawnProps {
  /** What the drawing does not show, beneath its title. */
  note?: React.ReactNode
  /** What else can be done with it. */
  children?: React.ReactNode
}

export function Drawing({ title, label, scene, note, children }: DrawingProps) {
  const { t } = useWords()
  const [isOpen, open] = useState(false)
  const { element, drawn, moving } = useDrawn(scene)
  return (
    <figure className="drawing">
      <figcaption>{title}</figcaption>
      {note}
      <div className="drawing-body">
        <Room element={element} title={title}>
          <Drawn drawn={drawn} label={label} moving={moving} />
        </Room>
        <div className="drawing-tools">
          <Button className="button tool" aria-label={t('drawing.larger', { title })} onPress={() => open(true)}>
            <span aria-hidden="true">⤢</span>
          </Button>
          {children}
        </div>
      </div>
      <ModalDialog title={title} isOpen={isOpen} onClose={() => open(false)} isWhole>
        <LargeDrawing title={title} label={label} scene={scene} onClose={() => open(false)} />
      </ModalDialog>
    </figure>
  )
}

function LargeDrawing({ title, label, scene, onClose }: DrawnProps & { onClose: () => void }) {
  const { t } = useWords()
  const { element, drawn, moving, zoomBy, showWhole } = useDrawn(scene)
  return (
    <>
      <Room element={element} title={title}>
        <Drawn drawn={drawn} label={label} moving={moving} />
      </Room>
      <div className="large-tools">
        <Button className="button tool" aria-label={t('drawing.zoom_out')} onPress={() => zoomBy(1 / pressFactor)}>
          <span aria-hidden="true">−</span>
        </Button>
        <Button className="button tool" aria-label={t('drawing.zoom_in')} onPress={() => zoomBy(pressFactor)}>
          <span aria-hidden="true">+</span>
        </Button>
        <Button className="button tool" onPress={showWhole}>
          {t('drawing.whole')}
        </Button>
        <Button className="button tool primary" onPress={onClose}>
          {t('drawing.close')}
        </Button>
      </div>
    </>
  )
}

/** Where the drawing lies and fingers are felt; with a keyboard, the arrows, +, − and 0 do the same. */
function Room({ element, title, children }: { element: RefObject<HTMLDivElement | null>; title: string } & Children) {
  const { t } = useWords()
  return (
    <div ref={element} className="drawing-room" role="group" aria-label={t('drawing.room', { title })} tabIndex={0}>
      {children}
    </div>
  )
}

interface Children {
  children: React.ReactNode
}

/** Of a press on + or −. */
const pressFactor = 1.6

function useDrawn(scene: DrawnProps['scene']) {
  const { element, size } = useSize()
  const drawn = useMemo(
    () => (size === null || size.width < 40 || size.height < 40 ? null : fittedScene(scene, size)),
    [scene, size],
  )
  const fitted = drawn?.ok === true ? drawn.value : null
  return { element, drawn, ...useViewed(element, fitted?.pxPerMm ?? 1, fitted) }
}

interface DrawnSceneProps {
  label: string
  /** The part of it that is moved. */
  moving: RefObject<SVGGElement | null>
}

function Drawn({ drawn, ...rest }: DrawnSceneProps & { drawn: Outcome<FittedScene> | null }) {
  if (drawn === null) return null
  return drawn.ok ? <DrawnScene fitted={drawn.value} {...rest} /> : <Undrawable refusal={drawn.refusal} />
}

function DrawnScene({ fitted, label, moving }: DrawnSceneProps & { fitted: FittedScene }) {
  const drawing = useMemo(() => toSvg(fitted.scene), [fitted])
  return (
    <svg
      className="scene"
      viewBox={drawing.viewBox}
      width={drawing.widthMm * fitted.pxPerMm}
      height={drawing.heightMm * fitted.pxPerMm}
      role="img"
      aria-label={label}
    >
      <g ref={moving}>
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
      </g>
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
