// The answers of the machines for a sheet, computed again when the sheet, the workshop files or the brake of this station change.
import type { Result } from '../../shared/base/result.ts'
import { useMemo } from 'react'
import type { SheetToFit } from '../../shared/bending/fit/index.ts'
import type { Refusal } from '../../shared/bending/index.ts'
import { useWorkshop } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { machineAnswers, type MachineAnswers, type Orders } from './machine-answers.ts'

/** Null until the sheet and the workshop files are loaded. `orders`: the planned orders of the sheet, if they are loaded. */
export function useMachineAnswers(sheet: SheetToFit | null, orders?: Orders): Result<MachineAnswers, Refusal> | null {
  const workshop = useWorkshop().data
  const { ownBrakeId } = useStatus()
  return useMemo(
    () => (sheet === null || workshop === undefined ? null : machineAnswers(sheet, workshop, ownBrakeId, orders)),
    [sheet, workshop, ownBrakeId, orders],
  )
}
