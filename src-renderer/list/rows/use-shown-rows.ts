// The rows of a list with their headings, the fold of bent sheets and the sheet at the brake.
import { useMemo, useState } from 'react'
import type { BrakeState } from '../../../shared/station-api/index.ts'
import { useBrake } from '../../station/station-context.tsx'
import { useScreenStore, useSlice } from '../../store/use-screen-store.ts'
import { headingIndexes, shownRows, type ListLook, type ListRow, type ShownRow } from '../arranging/index.ts'
import { noTimes, type DayTimes } from '../times/index.ts'

export interface RunningSheet {
  sheetId: string
  state: BrakeState
}

export interface ShownRows {
  shown: readonly ShownRow[]
  /** The index of the heading above each row; -1: none. */
  headings: readonly number[]
  running: RunningSheet | null
  times: DayTimes
  onTimes: (times: DayTimes) => void
  /** Undefined: the fold stays open. */
  onToggleFold: (() => void) | undefined
}

export function useShownRows(rows: readonly ListRow[], look: ListLook, isChoosing: boolean): ShownRows {
  const { listView } = useScreenStore()
  const isOpened = useSlice(listView.isFoldOpen)
  const [times, setTimes] = useState<DayTimes>(noTimes)
  const { loaded, state } = useBrake()
  const runningId = loaded?.sheetId ?? null
  // what somebody searches for or selects is never hidden
  const staysOpen = isChoosing || look.search.trim() !== '' || look.states.length > 0
  const isFoldOpen = isOpened || staysOpen
  const shown = useMemo(
    () => shownRows(rows, { runningId, isFoldOpen, toolOf: (sheetId) => times.get(sheetId)?.tool ?? null }),
    [rows, runningId, isFoldOpen, times],
  )
  return {
    shown,
    headings: useMemo(() => headingIndexes(shown), [shown]),
    running: loaded === null ? null : { sheetId: loaded.sheetId, state },
    times,
    onTimes: setTimes,
    onToggleFold: staysOpen ? undefined : () => listView.isFoldOpen.set(!isOpened),
  }
}
