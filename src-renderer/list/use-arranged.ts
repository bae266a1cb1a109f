// The lines of a list in the order wanted, without those that are left out; TanStack Table leaves them out.
import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  globalFilteringFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { ListView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { usePlan } from '../station/plan-queries.ts'
import {
  type BrakeChoice,
  isFound,
  type ListLook,
  type ListRow,
  listRows,
  lotByLot,
  noColour,
  planned,
  rowKey,
  searchedText,
  stateGroupOf,
} from './arranging/index.ts'

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
})
const column = createColumnHelper<typeof features, ListRow>()
const none: readonly ListRow[] = []

/** A line that nobody can read is left out by no choice: nobody can tell what it is of. */
const isWanted = (row: { original: ListRow; getValue: (id: string) => unknown }, id: string, wanted: unknown[]) =>
  row.original.kind === 'malformed' || wanted.includes(row.getValue(id))

/** Nothing before the list is here. */
export function useArranged(list: ListView | undefined, choice: BrakeChoice, look: ListLook): readonly ListRow[] {
  const { named } = useTexts()
  const plan = usePlan(list?.date ?? '', list !== undefined).data
  const data = useMemo(() => {
    if (list === undefined) return none
    if (plan === undefined) return listRows(list, choice)
    const { list: asPlanned, chosenHere } = planned(list, plan)
    return listRows(asPlanned, choice).map((row) =>
      row.kind === 'entry' && chosenHere.has(row.view.entry.sheetId) ? { ...row, isChosenHere: true } : row,
    )
  }, [list, choice, plan])
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor((row) => (row.kind === 'entry' ? row.view.entry.material : null), {
          id: 'material',
          filterFn: isWanted,
        }),
        column.accessor((row) => (row.kind === 'entry' ? (row.view.entry.colour ?? noColour) : null), {
          id: 'colour',
          filterFn: isWanted,
        }),
        column.accessor((row) => (row.kind === 'entry' ? row.view.entry.thicknessMm : null), {
          id: 'thickness',
          filterFn: isWanted,
        }),
        column.accessor((row) => (row.kind === 'entry' ? stateGroupOf(row.view) : null), {
          id: 'state',
          filterFn: isWanted,
        }),
        column.accessor(
          (row) => (row.kind === 'entry' ? searchedText(row.view, named('family', row.view.entry.family)) : ''),
          { id: 'text' },
        ),
      ]),
    [named],
  )
  const { order, search, materials, colours, thicknesses, states } = look
  const state = useMemo(
    () => ({
      columnFilters: [
        { id: 'material', value: materials },
        { id: 'colour', value: colours },
        { id: 'thickness', value: thicknesses },
        { id: 'state', value: states },
      ].filter(({ value }) => value.length > 0),
      globalFilter: search.trim(),
    }),
    [search, materials, colours, thicknesses, states],
  )
  const table = useTable({
    features,
    columns,
    data,
    state,
    getRowId: rowKey,
    globalFilterFn: (row, id, wanted: string) =>
      row.original.kind === 'malformed' || isFound(row.getValue<string>(id), wanted),
    getColumnCanGlobalFilter: ({ id }) => id === 'text',
  })
  const { rows } = table.getRowModel()
  return useMemo(() => {
    const wanted = rows.map(({ original }) => original)
    return order === 'lots' ? lotByLot(wanted) : wanted
  }, [rows, order])
}
