// Checks the sheet of a list row: whether it is wrong, and whether its planned machine can bend it. Runs only for visible rows, after
// the list is shown.
import { useEffect, useMemo, type Dispatch, type SetStateAction } from 'react'
import { validateSheet } from '../../../shared/drawing/index.ts'
import type { EntryView, WorkshopView } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { answerOf, reasonTexts } from '../../machines/machine-texts.ts'
import { useMachineAnswers } from '../../machines/use-machine-answers.ts'
import type { Sheet } from '../../sheet/sheet.ts'
import { checkOf } from '../../sheet/drawings/index.ts'
import { useOrders } from '../../station/plan-queries.ts'
import { useSheet, useWorkshop } from '../../station/queries.ts'
import { noSigns, type SheetFault, type SheetSigns } from './sheet-check.ts'

export interface SheetSignsOfProps {
  /** The entry of a sheet that is not bent. */
  entry: EntryView['entry']
  onSigns: Dispatch<SetStateAction<SheetSigns>>
}

/** Renders nothing, so that the row is shown before this code is loaded. */
export function SheetSignsOf({ entry, onSigns }: SheetSignsOfProps) {
  const signs = useSheetSigns(entry)
  useEffect(() => onSigns(signs), [onSigns, signs])
  return null
}

/** No signs until the sheet is loaded and checked. */
function useSheetSigns(entry: EntryView['entry']): SheetSigns {
  const texts = useTexts()
  const sheet = useSheet(entry.sheetId).data?.sheet ?? null
  const workshop = useWorkshop().data
  const fault = useMemo(() => (sheet === null ? null : faultOf(sheet, workshop)), [sheet, workshop])
  const needsAnswer = entry.pressBrakeId !== null && fault !== 'unsound'
  const answers = useMachineAnswers(
    needsAnswer ? sheet : null,
    useOrders(needsAnswer && sheet !== null ? entry.sheetId : null).data?.orders,
  )
  const planned = answers?.ok
    ? answers.value.machines.find(({ machine }) => machine.pressBrakeId === entry.pressBrakeId)
    : undefined
  return useMemo(() => {
    if (planned === undefined || answerOf(planned) !== 'no') return fault === null ? noSigns : { fault, refusal: null }
    return { fault, refusal: { machine: planned.machine.name, reason: reasonTexts(texts, planned)[0] ?? null } }
  }, [fault, planned, texts])
}

function faultOf(sheet: Sheet, workshop: WorkshopView | undefined): SheetFault | null {
  if (!validateSheet(sheet).ok) return 'unsound'
  if (workshop === undefined) return null
  const { outcome } = checkOf(sheet, workshop)
  return outcome.ok && outcome.value.cause !== null ? 'differs' : null
}
