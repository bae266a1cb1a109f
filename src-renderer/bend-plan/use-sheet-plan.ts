// The bend plan of a sheet at its machine, from the station, and what the screen needs to check another order of the same steps.
import { useMemo } from 'react'
import { fit } from '../../shared/bending/fit/index.ts'
import { bendPlanRequest, lengthOfPiece } from '../../shared/planning/index.ts'
import { machineKeyOf, type MachineView, type WorkshopView } from '../../shared/station-api/index.ts'
import { useBendPlan } from '../station/plan-queries.ts'
import { useWorkshop } from '../station/queries.ts'
import type { MadePiece } from '../work/made-pieces.ts'
import type { Sheet } from '../sheet/sheet.ts'
import type { SheetPlan } from './sheet-plan.ts'

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
    const sheetAsMade = splitMm > 0 ? { ...sheet, lengthMm: splitMm, pieces: [] } : sheet
    const request = bendPlanRequest(sheetAsMade, machine?.machine ?? null, workshop)
    return {
      sheetId: sheet.id,
      drawingVersion: sheet.drawingVersion,
      machine: view.machine,
      keptOrder: view.keptOrder,
      answer: view.answer,
      machineName: machine?.name ?? '',
      request: request.ok ? request.value : null,
      refusals: refusalsOf(sheetAsMade, machine, workshop),
    }
  }, [view, workshop, sheet, splitMm, isKnown])
}

function refusalsOf(sheet: Sheet, machine: MachineView | undefined, workshop: WorkshopView): SheetPlan['refusals'] {
  const fitted = machine === undefined ? null : fit(sheet, machine.machine, workshop)
  return fitted?.ok === true && fitted.value.fits === false ? fitted.value.reasons : []
}
