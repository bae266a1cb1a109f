// The sheet that an operator bends after this one. Pure.
import type { ListRow } from '../../list/arranging/index.ts'
import { bendStateOf } from '../../ui/bend-state.ts'

/** The next sheet of this machine that can be bent, in the order of the list, from its start again after its end; null: none. */
export function nextSheetToBend(rows: readonly ListRow[], sheetId: string, ownBrakeId: string | null): string | null {
  const views = rows.flatMap((row) => (row.kind === 'entry' ? [row.view] : []))
  const index = views.findIndex(({ entry }) => entry.sheetId === sheetId)
  const next = [...views.slice(index + 1), ...views.slice(0, Math.max(0, index))].find(
    ({ entry, mark, sheetState, stop }) =>
      (ownBrakeId === null || entry.pressBrakeId === ownBrakeId) &&
      bendStateOf({ mark, bent: entry.bent, sheetState, approval: entry.approval, stop }) === 'to_bend',
  )
  return next?.entry.sheetId ?? null
}
