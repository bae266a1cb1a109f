// Whether the machine that a sheet of the list is planned on can take it: asked for the lines in view alone, once the list is shown.
import { useEffect, useState } from 'react'
import type { EntryView } from '../../shared/station-api/index.ts'
import { useMachineAnswers } from '../machines/use-machine-answers.ts'
import { useSheet } from '../station/queries.ts'

/** The machine's name where it cannot take the sheet; null where it can, where nobody knows, and until it is worked out. */
export function useRefusingMachine(entry: EntryView['entry'], enabled: boolean): string | null {
  const isOpen = entry.pressBrakeId !== null && entry.bent === null
  const sheet = useSheet(entry.sheetId, enabled && isOpen).data?.sheet ?? null
  const answers = useMachineAnswers(isOpen ? sheet : null)
  if (answers?.ok !== true) return null
  const planned = answers.value.machines.find(({ machine }) => machine.pressBrakeId === entry.pressBrakeId)
  return planned?.fit.fits === false ? planned.machine.name : null
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
