// The bend plan of a sheet at its machine, from the station, and what the screen needs to check another order of the same steps.
import { useMemo } from 'react'
import type { PlanRequest } from '../../shared/bending/plan/index.ts'
import { bendPlanRequest, lengthOfPiece } from '../../shared/planning/index.ts'
import { machineKeyOf, type BendPlanView } from '../../shared/station-api/index.ts'
import { useBendPlan } from '../station/plan-queries.ts'
import { useWorkshop } from '../station/queries.ts'
import type { MadePiece } from '../work/made-pieces.ts'
import type { Sheet } from '../sheet/sheet.ts'

export interface SheetPlan extends Pick<BendPlanView, 'answer' | 'keptOrder' | 'machine'> {
  readonly sheetId: string
  readonly drawingVersion: number
  readonly machineName: string
  /** Null: no file of the workshop describes the machine. */
  readonly request: PlanRequest | null
}

/** Null until the station has answered, and where it cannot. */
export function useSheetPlan(sheet: Sheet, madePieces: readonly MadePiece[] | null): SheetPlan | null {
  const view = useBendPlan(sheet.id, sheet.drawingVersion).data
  const workshop = useWorkshop().data
  // the machine bends the lengths of a split sheet; 0: it is not split
  const splitMm =
    madePieces?.some(({ pieceNo }) => lengthOfPiece(pieceNo) !== null) === true
      ? Math.max(...madePieces.map(({ lengthMm }) => lengthMm))
      : 0
  const isKnown = madePieces !== null
  return useMemo(() => {
    if (view === undefined || workshop === undefined || !isKnown) return null
    const machine = workshop.machines.find((one) => machineKeyOf(one) === view.machine)
    const lengths = splitMm > 0 ? { lengthMm: splitMm, pieces: [] } : sheet
    const request = bendPlanRequest(sheet, lengths, machine?.machine ?? null, workshop)
    return {
      sheetId: sheet.id,
      drawingVersion: sheet.drawingVersion,
      machine: view.machine,
      keptOrder: view.keptOrder,
      answer: view.answer,
      machineName: machine?.name ?? '',
      request: request.ok ? request.value : null,
    }
  }, [view, workshop, sheet, splitMm, isKnown])
}
