// A drawing on the screen, as SVG whose strokes keep their width at any scale. It can be moved, zoomed, and opened over the whole screen.
import type { ColouredSheet } from '../../../shared/colours/index.ts'
import type { Result } from '../../../shared/base/result.ts'
import { useMemo, useState, type RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { toSvg, type Frame, type Scene, type SvgDrawing } from '../../../shared/drawing/index.ts'
import type { Refusal } from '../../../shared/bending/index.ts'
import { refusalText } from '../../language/refusal-texts.ts'
import { useTexts } from '../../language/use-texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { ModalDialog } from '../../ui/dialogs/index.ts'
import { ScenePaths, sheetPaint, useDrawingView } from '../../ui/drawing/index.ts'
import { useSize } from '../../ui/use-size.ts'
import { TouchTargets, type DrawingTargets } from './touch-targets.tsx'
import { fittedScene, type FittedScene } from './fitted-scene.ts'

export interface SceneProps {
  /** What the drawing shows, in a word. */
  name: string
  /** The text alternative for screen readers. */
  label: string
  /** What is drawn, for its colour. */
  sheet: ColouredSheet
  /** Creates the scene for a frame in mm. It must be the same function between renders. */
  scene: (frame: Frame) => Result<Scene, Refusal>
  /** The labels that can be touched; undefined: none. */
  targets?: DrawingTargets | undefined
}

export interface DrawingProps extends SceneProps {
  /** The name of the drawing, and its texts. */
  title: string
  /** A note below the title. */
  note?: React.ReactNode
  /** Additional buttons. */
  children?: React.ReactNode
}

export function Drawing({ name, title, label, sheet, scene, targets, note, children }: DrawingProps) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const { element, drawn, moving } = useFittedScene(scene)
  return (
    <figure className="drawing">
      <div className="drawing-head">
        <figcaption>{title}</figcaption>
        <div className="drawing-tools">
          {children}
          <Button aria-label={t('drawing.larger', { title: name })} onPress={() => setIsOpen(true)}>
            <Icon name="larger" />
          </Button>
        </div>
      </div>
      {note}
      <DrawingViewport element={element} name={name}>
        <DrawingContent drawn={drawn} label={label} sheet={sheet} moving={moving} targets={targets} />
      </DrawingViewport>
      <ModalDialog title={title} isOpen={isOpen} onClose={() => setIsOpen(false)} isWhole>
        <LargeDrawing name={name} label={label} sheet={sheet} scene={scene} onClose={() => setIsOpen(false)} />
      </ModalDialog>
    </figure>
  )
}

function LargeDrawing({ name, label, sheet, scene, onClose }: SceneProps & { onClose: () => void }) {
  const { t } = useTexts()
  const { element, drawn, moving, zoomBy, showWhole } = useFittedScene(scene)
  return (
    <>
      <DrawingViewport element={element} name={name}>
        <DrawingContent drawn={drawn} label={label} sheet={sheet} moving={moving} />
      </DrawingViewport>
      <div className="large-tools">
        <Button className="tool" aria-label={t('drawing.zoom_out')} onPress={() => zoomBy(1 / buttonZoomFactor)}>
          <Icon name="less" />
        </Button>
        <Button className="tool" aria-label={t('drawing.zoom_in')} onPress={() => zoomBy(buttonZoomFactor)}>
          <Icon name="plus" />
        </Button>
        <Button className="tool" onPress={showWhole}>
          {t('drawing.whole')}
        </Button>
        <Button className="tool" onPress={onClose}>
          {t('drawing.close')}
        </Button>
      </div>
    </>
  )
}

/** The element that receives gestures and keys: the arrows, +, − and 0. */
function DrawingViewport({
  element,
  name,
  children,
}: { element: RefObject<HTMLDivElement | null>; name: string } & Children) {
  const { t } = useTexts()
  return (
    <div
      ref={element}
      className="drawing-viewport"
      role="group"
      aria-label={t('drawing.room', { title: name })}
      tabIndex={0}
    >
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
  targets?: DrawingTargets | undefined
}

function DrawingContent({ drawn, ...rest }: DrawnSceneProps & { drawn: Result<FittedScene, Refusal> | null }) {
  if (drawn === null) return null
  return drawn.ok ? <DrawnScene fitted={drawn.value} {...rest} /> : <DrawingRefused refusal={drawn.error} />
}

function DrawnScene({ fitted, label, sheet, moving, targets }: DrawnSceneProps & { fitted: FittedScene }) {
  const drawing = useMemo(() => toSvg(fitted.scene), [fitted])
  return (
    <svg
      className="scene"
      style={sheetPaint(sheet)}
      viewBox={drawing.viewBox}
      width={drawing.widthMm * fitted.pxPerMm}
      height={drawing.heightMm * fitted.pxPerMm}
    >
      <g ref={moving}>
        {/* a picture has no parts for a screen reader, so the touch targets are beside it */}
        <g role="img" aria-label={label}>
          <ScenePaths paths={drawing.paths} />
          <Lettering texts={drawing.texts} />
        </g>
        {targets !== undefined && <TouchTargets texts={drawing.texts} targets={targets} pxPerMm={fitted.pxPerMm} />}
      </g>
    </svg>
  )
}

function Lettering({ texts }: Pick<SvgDrawing, 'texts'>) {
  return texts.map(({ role, x, y, text, fontSize, anchor, rotate, target }, index) => (
    <text
      // the order of the texts in a drawing is fixed
      key={index}
      className={`lettering lettering-${target?.kind ?? role}`}
      x={x}
      y={y}
      fontSize={fontSize}
      textAnchor={anchor}
      dominantBaseline="central"
      {...(rotate === 0 ? {} : { transform: `rotate(${rotate} ${x} ${y})` })}
    >
      {text}
    </text>
  ))
}

function DrawingRefused({ refusal }: { refusal: Refusal }) {
  const texts = useTexts()
  return (
    <p className="undrawable" role="alert">
      {texts.t('sheet.undrawable', { reason: refusalText(texts, refusal) })}
    </p>
  )
}
