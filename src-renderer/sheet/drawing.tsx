// A drawing on the screen, as SVG whose strokes keep their width at any scale. It can be moved, zoomed, and opened over the whole screen.
import type { ColouredSheet } from '../../shared/colours/index.ts'
import type { Result } from '../../shared/base/result.ts'
import { useMemo, useState, type RefObject } from 'react'
import { Button } from '../ui/button.tsx'
import { toSvg, type Frame, type Scene } from '../../shared/drawing/index.ts'
import type { Refusal } from '../../shared/bending/index.ts'
import { refusalText } from '../language/refusal-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { ScenePaths } from '../ui/scene-paths.tsx'
import { sheetPaint } from '../ui/sheet-paint.ts'
import { useSize } from '../ui/use-size.ts'
import { useDrawingView } from '../ui/use-drawing-view.ts'
import { fittedScene, type FittedScene } from './fitted-scene.ts'

export interface SceneProps {
  title: string
  /** The text alternative for screen readers. */
  label: string
  /** What is drawn, for its colour. */
  sheet: ColouredSheet
  /** Creates the scene for a frame in mm. It must be the same function between renders. */
  scene: (frame: Frame) => Result<Scene, Refusal>
}

export interface DrawingProps extends SceneProps {
  /** A note below the title. */
  note?: React.ReactNode
  /** Additional buttons. */
  children?: React.ReactNode
}

export function Drawing({ title, label, sheet, scene, note, children }: DrawingProps) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const { element, drawn, moving } = useFittedScene(scene)
  return (
    <figure className="drawing">
      <figcaption>{title}</figcaption>
      {note}
      <div className="drawing-body">
        <DrawingViewport element={element} title={title}>
          <DrawingContent drawn={drawn} label={label} sheet={sheet} moving={moving} />
        </DrawingViewport>
        <div className="drawing-tools">
          <Button className="tool" aria-label={t('drawing.larger', { title })} onPress={() => setIsOpen(true)}>
            <span aria-hidden="true">⤢</span>
          </Button>
          {children}
        </div>
      </div>
      <ModalDialog title={title} isOpen={isOpen} onClose={() => setIsOpen(false)} isWhole>
        <LargeDrawing title={title} label={label} sheet={sheet} scene={scene} onClose={() => setIsOpen(false)} />
      </ModalDialog>
    </figure>
  )
}

function LargeDrawing({ title, label, sheet, scene, onClose }: SceneProps & { onClose: () => void }) {
  const { t } = useTexts()
  const { element, drawn, moving, zoomBy, showWhole } = useFittedScene(scene)
  return (
    <>
      <DrawingViewport element={element} title={title}>
        <DrawingContent drawn={drawn} label={label} sheet={sheet} moving={moving} />
      </DrawingViewport>
      <div className="large-tools">
        <Button className="tool" aria-label={t('drawing.zoom_out')} onPress={() => zoomBy(1 / buttonZoomFactor)}>
          <span aria-hidden="true">−</span>
        </Button>
        <Button className="tool" aria-label={t('drawing.zoom_in')} onPress={() => zoomBy(buttonZoomFactor)}>
          <span aria-hidden="true">+</span>
        </Button>
        <Button className="tool" onPress={showWhole}>
          {t('drawing.whole')}
        </Button>
        <Button variant="primary" className="tool" onPress={onClose}>
          {t('drawing.close')}
        </Button>
      </div>
    </>
  )
}

/** The element that receives gestures and keys: the arrows, +, − and 0. */
function DrawingViewport({
  element,
  title,
  children,
}: { element: RefObject<HTMLDivElement | null>; title: string } & Children) {
  const { t } = useTexts()
  return (
    <div ref={element} className="drawing-viewport" role="group" aria-label={t('drawing.room', { title })} tabIndex={0}>
      {children}
    </div>
  )
}

interface Children {
  children: React.ReactNode
}

/** The zoom factor of the buttons + and −. */
const buttonZoomFactor = 1.6

function useFittedScene(scene: SceneProps['scene']) {
  const { element, size } = useSize()
  const drawn = useMemo(
    () => (size === null || size.width < 40 || size.height < 40 ? null : fittedScene(scene, size)),
    [scene, size],
  )
  const fitted = drawn?.ok === true ? drawn.value : null
  return { element, drawn, ...useDrawingView(element, fitted?.pxPerMm ?? 1, fitted) }
}

interface DrawnSceneProps {
  label: string
  sheet: ColouredSheet
  /** The element that a gesture moves. */
  moving: RefObject<SVGGElement | null>
}

function DrawingContent({ drawn, ...rest }: DrawnSceneProps & { drawn: Result<FittedScene, Refusal> | null }) {
  if (drawn === null) return null
  return drawn.ok ? <DrawnScene fitted={drawn.value} {...rest} /> : <DrawingRefused refusal={drawn.error} />
}

function DrawnScene({ fitted, label, sheet, moving }: DrawnSceneProps & { fitted: FittedScene }) {
  const drawing = useMemo(() => toSvg(fitted.scene), [fitted])
  return (
    <svg
      className="scene"
      style={sheetPaint(sheet)}
      viewBox={drawing.viewBox}
      width={drawing.widthMm * fitted.pxPerMm}
      height={drawing.heightMm * fitted.pxPerMm}
      role="img"
      aria-label={label}
    >
      <g ref={moving}>
        <ScenePaths paths={drawing.paths} />
        {drawing.texts.map(({ role, x, y, text, fontSize, anchor, rotate }, index) => (
          <text
            // the order of the texts in a drawing is fixed
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

function DrawingRefused({ refusal }: { refusal: Refusal }) {
  const texts = useTexts()
  return (
    <p className="undrawable" role="alert">
      {texts.t('sheet.undrawable', { reason: refusalText(texts, refusal) })}
    </p>
  )
}
