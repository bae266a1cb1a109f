// The machines of a sheet for a part of the screen: worked out anew when the sheet, the workshop's tables or our own brake change.
import { useMemo } from 'react'
import type { SheetToFit } from '../../shared/bending/fit/index.ts'
import type { Outcome } from '../../shared/bending/index.ts'
import { useWorkshop } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { machineAnswers, type MachineAnswers } from './machine-answers.ts'

/** Null until both the sheet and the workshop's tables are here. */
export function useMachineAnswers(sheet: SheetToFit | null): Outcome<MachineAnswers> | null {
  const workshop = useWorkshop().data
  const { ownBrakeId } = useStatus()
  return useMemo(
    () => (sheet === null || workshop === undefined ? null : machineAnswers(sheet, workshop, ownBrakeId)),
    [sheet, workshop, ownBrakeId],
  )
}
