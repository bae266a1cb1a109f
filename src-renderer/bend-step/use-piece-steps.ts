// The steps of a piece with their pictures, from the brake's program and the bend plan.
import { useMemo } from 'react'
import type { PlanStep } from '../../shared/bending/plan/index.ts'
import { workingSteps } from '../bend-plan/plan-order.ts'
import { useSheetPlan } from '../bend-plan/use-sheet-plan.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useBrake } from '../station/station-context.tsx'
import { useProgram } from '../station/work-queries.ts'
import { useMadePieces } from '../work/made-pieces.ts'
import { shownSteps } from './shown-steps.ts'

const noSteps: readonly PlanStep[] = []

export function usePieceSteps(sheet: Sheet, pieceNo: number) {
  const madePieces = useMadePieces(sheet)
  const plan = useSheetPlan(sheet, madePieces)
  const { link } = useBrake()
  const preview = useProgram(sheet.id, sheet.drawingVersion, pieceNo, link !== null)
  const program = preview.data?.kind === 'program' ? preview.data : null
  const request = plan?.request ?? null
  const isFolder = request?.machine.kind === 'folder'
  const planSteps = useMemo(() => (plan === null ? noSteps : workingSteps(plan)), [plan])
  const steps = useMemo(() => shownSteps(program, planSteps, isFolder), [program, planSteps, isFolder])
  // without an answer the steps may still come
  const isPlanReady = plan !== null
  const isReady = isPlanReady && (link === null || !preview.isPending)
  return {
    steps,
    planSteps,
    request,
    program,
    isFolder,
    isPlanReady,
    isReady,
    piece: madePieces?.find((one) => one.pieceNo === pieceNo) ?? null,
  }
}
