// The steps of a sheet: in the order of the brake's program, if this station has a brake that accepts programs; else in that of the plan.
import { useMemo } from 'react'
import { workingSteps } from '../bend-plan/plan-order.ts'
import { useSheetPlan } from '../bend-plan/use-sheet-plan.ts'
import { useBrake } from '../station/station-context.tsx'
import { useProgram } from '../station/work-queries.ts'
import type { MadePiece } from '../work/made-pieces.ts'
import { bendSteps, type BendStep } from './bend-steps.ts'
import type { Sheet } from './sheet.ts'

export interface SheetSteps {
  readonly steps: readonly BendStep[]
  readonly plan: ReturnType<typeof useSheetPlan>
}

export function useSteps(sheet: Sheet, madePieces: readonly MadePiece[] | null, pieceNo: number): SheetSteps {
  const { link } = useBrake()
  const plan = useSheetPlan(sheet, madePieces)
  const program = useProgram(sheet.id, sheet.drawingVersion, pieceNo, link !== null).data
  const steps = useMemo(() => {
    const sent = link !== null && program?.kind === 'program' ? program.program : null
    const planned = plan === null ? [] : workingSteps(plan)
    return bendSteps(sheet, sent, planned.length === 0 ? null : planned)
  }, [sheet, link, program, plan])
  return { steps, plan }
}
