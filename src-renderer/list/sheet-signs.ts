// What a line of the list says of its sheet besides: that it is wrong, or that the machine it is planned on cannot take it. Worked
// out for the lines in view alone, once the list is shown.
import { useEffect, useMemo, useState } from 'react'
import { soundSheet } from '../../shared/drawing/index.ts'
import type { EntryView, WorkshopView } from '../../shared/station-api/index.ts'
import { useMachineAnswers } from '../machines/use-machine-answers.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { checkOf } from '../sheet/unfolding-check.tsx'
import { useSheet, useWorkshop } from '../station/queries.ts'

/** `unsound`: it can be neither bent nor written; `differs`: its unfolding is not what its profile needs. */
export type SheetFault = 'unsound' | 'differs'

export interface SheetSigns {
  fault: SheetFault | null
  /** The name of the machine that it is planned on, where that one cannot take it. */
  refusing: string | null
}

/** Nothing is said of a bent sheet, and of none before it is worked out. */
export function useSheetSigns(entry: EntryView['entry'], enabled: boolean): SheetSigns {
  const isOpen = entry.bent === null
  const found = useSheet(entry.sheetId, enabled && isOpen).data?.sheet ?? null
  const sheet = isOpen ? found : null
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
  if (!soundSheet(sheet).ok) return 'unsound'
  if (workshop === undefined) return null
  const { outcome } = checkOf(sheet, workshop)
  return outcome.ok && outcome.value.cause !== null ? 'differs' : null
}

/** False until the page has shown what it was given and has time to spare. */
export function useTimeToSpare(): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const asked = window.requestIdleCallback(() => setThere(true))
    return () => window.cancelIdleCallback(asked)
  }, [])
  return isThere
}
