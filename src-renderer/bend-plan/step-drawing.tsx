// The picture of one step at the machine, to scale, at an angle.
import { useMemo } from 'react'
import { stepPicture } from '../../shared/bending/plan/index.ts'
import type { PlanReason, PlanRequest, PlanStep } from '../../shared/bending/plan/index.ts'
import { stepBox, stepScene, toSvg, type StepPlace, type StepSheet, type StepView } from '../../shared/drawing/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { ScenePaths, sheetPaint } from '../ui/drawing/index.ts'
import { useSize } from '../ui/use-size.ts'
import { orderOf } from './plan-order.ts'

export interface StepDrawingProps {
  request: PlanRequest
  steps: readonly PlanStep[]
  /** The shown step, from 0. */
  stepIndex: number
  turnDeg: number
  reasons: readonly PlanReason[]
  sheet: StepSheet
  view: StepView
  label: string
}

/** CSS pixels per millimetre of paper: for the sizes of marks. */
const paperMmPx = 4

export function StepDrawing({ request, steps, stepIndex, turnDeg, reasons, sheet, view, label }: StepDrawingProps) {
  const { t } = useTexts()
  const { element, size } = useSize()
  const step = steps[stepIndex]
  const picture = useMemo(
    () => (step === undefined ? null : stepPicture(request, orderOf(steps.slice(0, stepIndex)), step)),
    [request, steps, stepIndex, step],
  )
  const box = useMemo(
    () => (picture === null || size === null || size.height < 40 ? null : stepBox(picture, view, size)),
    [picture, view, size],
  )
  const hits = useMemo(() => hitsOf(reasons), [reasons])
  const drawing = useMemo(() => {
    if (picture === null || box === null || size === null) return null
    const unitMm = ((box.maxY - box.minY) / size.height) * paperMmPx
    const clearance = step?.clearance ?? null
    return toSvg(stepScene(picture, { turnDeg, sheet, hits, clearance, box, unitMm }))
  }, [picture, box, size, step, turnDeg, sheet, hits])
  return (
    <div ref={element} className="step-picture">
      {picture === null && <p className="muted">{t('bend_plan.no_picture')}</p>}
      {drawing !== null && (
        <svg viewBox={drawing.viewBox} role="img" aria-label={label} style={sheetPaint(sheet)}>
          <ScenePaths paths={drawing.paths} />
        </svg>
      )}
    </div>
  )
}

/** The parts that are hit, with the place and the angle. */
function hitsOf(reasons: readonly PlanReason[]): StepPlace[] {
  return reasons.flatMap((reason): StepPlace[] => {
    if (reason.code !== 'hit') return []
    const { part, pieceKind: kind, pieceIndex: index, atTurnDeg } = reason.params
    return [{ part, piece: { kind, index }, atTurnDeg }]
  })
}
