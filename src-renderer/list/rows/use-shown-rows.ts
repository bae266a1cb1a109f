// The rows of a list with their headings, the fold of bent sheets and the sheet at the brake.
import { useMemo, useState } from 'react'
import type { BrakeState } from '../../../shared/station-api/index.ts'
import { useBrake } from '../../station/station-context.tsx'
import { useScreenStore, useSlice } from '../../store/use-screen-store.ts'
import { headingIndexes, shownRows, type ListArrangement, type ListRow, type ShownRow } from '../arranging/index.ts'
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

export interface ShownRowsOf {
  rows: readonly ListRow[]
  arrangement: ListArrangement
  /** Null: no sheets are being selected. */
  choosing: object | null
  /** A change of tools begins a group only at one machine: beside several the heading does not name it. */
  isOneMachine: boolean
}

export function useShownRows({ rows, arrangement, choosing, isOneMachine }: ShownRowsOf): ShownRows {
  const { listView } = useScreenStore()
  const isOpened = useSlice(listView.isFoldOpen)
  const [times, setTimes] = useState<DayTimes>(noTimes)
  const { loaded, state } = useBrake()
  const runningId = loaded?.sheetId ?? null
  // what somebody searches for or selects is never hidden
  const staysOpen = choosing !== null || arrangement.search.trim() !== '' || arrangement.states.length > 0
  const isFoldOpen = isOpened || staysOpen
  const shown = useMemo(
    () =>
      shownRows(rows, {
        runningId,
        isFoldOpen,
        toolOf: (sheetId) => (isOneMachine ? (times.get(sheetId)?.tool ?? null) : null),
      }),
    [rows, runningId, isFoldOpen, isOneMachine, times],
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
