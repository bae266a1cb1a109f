// The stage in 2D shows the machine at the step, to scale. A piece without a machine shows its section.
import { useMemo } from 'react'
import type { PlanReason, PlanRequest, PlanStep } from '../../shared/bending/plan/index.ts'
import { colouredFace, type StepSheet } from '../../shared/drawing/index.ts'
import { StepDrawing } from '../bend-plan/step-drawing.tsx'
import type { ReadonlySlice } from '../store/slice.ts'
import { useSlice } from '../store/use-screen-store.ts'
import { sheetPaint } from '../ui/drawing/index.ts'
import { type FoldScene, emptySamples, sampleLayout, writeSamples, bendShare, stageAt } from './scene/index.ts'

/** The steps of a plan at their machine. */
export interface MachinePlan {
  readonly request: PlanRequest
  readonly steps: readonly PlanStep[]
}

export interface FlatStageProps {
  scene: FoldScene
  position: ReadonlySlice<number>
  plan: MachinePlan | null
  sheet: StepSheet
  label: string
}

const noReasons: readonly PlanReason[] = []

export function FlatStage({ scene, position, plan, sheet, label }: FlatStageProps) {
  const shown = useSlice(position)
  const stage = stageAt(scene.timeline, shown)
  const machine = scene.machineAt?.(shown)
  if (plan === null || machine === undefined || stage === null)
    return <FlatSection scene={scene} position={shown} sheet={sheet} label={label} />
  // the drawing keeps the end of the bend while the blank is taken out
  const isTakenOut = stage.kind !== 'bend' && bendShare(stage) === 1
  const bentDeg = plan.steps[stage.stepIndex]?.turnDeg ?? 0
  return (
    <div className="fold-flat-stage">
      <StepDrawing
        request={plan.request}
        steps={plan.steps}
        stepIndex={stage.stepIndex}
        turnDeg={isTakenOut ? Math.max(machine.turnDeg, bentDeg) : machine.turnDeg}
        reasons={noReasons}
        sheet={sheet}
        view="whole"
        label={label}
      />
    </div>
  )
}

function FlatSection({
  scene,
  position,
  sheet,
  label,
}: Pick<FlatStageProps, 'scene' | 'sheet' | 'label'> & { position: number }) {
  const layout = useMemo(() => sampleLayout(scene.finished.start, scene.anchor, Infinity), [scene])
  const samples = useMemo(() => emptySamples(layout), [layout])
  const { section, place } = scene.pieceAt(position).start
  writeSamples(layout, section, place, samples)
  const face = (side: number): { x: number; y: number }[] =>
    [...samples.x].map((x, index) => ({
      x: x + (side * section.thicknessMm * (samples.toAX[index] ?? 0)) / 2,
      y: -((samples.y[index] ?? 0) + (side * section.thicknessMm * (samples.toAY[index] ?? 0)) / 2),
    }))
  const [faceA, faceB] = [face(1), face(-1)]
  const all = [...faceA, ...faceB]
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
  const margin = 0.05 * Math.max(width, height)
  const coloured = colouredFace(sheet.colourSide)
  return (
    <div className="fold-panel">
      <svg
        className="fold-flat"
        style={sheetPaint(sheet)}
        role="img"
        aria-label={label}
        viewBox={`${left - margin} ${top - margin} ${width + 2 * margin} ${height + 2 * margin}`}
      >
        <path className="stroke stroke-profile" d={`M${pathOf([...faceA, ...faceB.toReversed()])}Z`} />
        {coloured !== null && (
          <path className="stroke stroke-colour-side" d={`M${pathOf(coloured === 'A' ? faceA : faceB)}`} />
        )}
      </svg>
    </div>
  )
}

const pathOf = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')
