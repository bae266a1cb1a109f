// What a line of the list says of its sheet besides: that it is wrong, or that the machine it is planned on cannot take it. Worked
// out for the lines in view alone, once the list is shown.
import { useEffect, useMemo, type Dispatch, type SetStateAction } from 'react'
import { validateSheet } from '../../../shared/drawing/index.ts'
import type { EntryView, WorkshopView } from '../../../shared/station-api/index.ts'
import { useMachineAnswers } from '../../machines/use-machine-answers.ts'
import type { Sheet } from '../../sheet/sheet.ts'
import { checkOf } from '../../sheet/flat-pattern-check.tsx'
import { useSheet, useWorkshop } from '../../station/queries.ts'
import type { SheetFault, SheetSigns } from './sheet-check.ts'

export interface SheetSignsOfProps {
  /** Of a sheet that is not bent. */
  entry: EntryView['entry']
  say: Dispatch<SetStateAction<SheetSigns>>
}

/** Shows nothing itself, so that a line is on the screen before any of this is loaded. */
export function SheetSignsOf({ entry, say }: SheetSignsOfProps) {
  const { fault, refusing } = useSheetSigns(entry)
  useEffect(
    () => say((signs) => (signs.fault === fault && signs.refusing === refusing ? signs : { fault, refusing })),
    [say, fault, refusing],
  )
  return null
}

/** Nothing is said of a sheet before it is worked out. */
function useSheetSigns(entry: EntryView['entry']): SheetSigns {
  const sheet = useSheet(entry.sheetId).data?.sheet ?? null
  const workshop = useWorkshop().data
  const fault = useMemo(() => (sheet === null ? null : faultOf(sheet, workshop)), [sheet, workshop])
  const isAsked = entry.pressBrakeId !== null && fault !== 'unsound'
  const answers = useMachineAnswers(isAsked ? sheet : null)
  const planned = answers?.ok
    ? answers.value.machines.find(({ machine }) => machine.pressBrakeId === entry.pressBrakeId)
    : undefined
  return { fault, refusing: planned?.fit.fits === false ? planned.machine.name : null }
}

function faultOf(sheet: Sheet, workshop: WorkshopView | undefined): SheetFault | null {
  if (!validateSheet(sheet).ok) return 'unsound'
  if (workshop === undefined) return null
  const { outcome } = checkOf(sheet, workshop)
  return outcome.ok && outcome.value.cause !== null ? 'differs' : null
}
