// The rows of a list in the chosen order, filtered by TanStack Table.
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
import { useStatus } from '../station/station-context.tsx'
import {
  type BrakeChoice,
  departmentOf,
  isFound,
  type ListArrangement,
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
const noRows: readonly ListRow[] = []

/** An unreadable entry passes every filter, because its values are unknown. */
const passesFilter = (row: { original: ListRow; getValue: (id: string) => unknown }, id: string, values: unknown[]) =>
  row.original.kind === 'malformed' || values.includes(row.getValue(id))

/** Empty until the list is loaded. */
export function useArranged(
  list: ListView | undefined,
  choice: BrakeChoice,
  arrangement: ListArrangement,
): readonly ListRow[] {
  const { named } = useTexts()
  const { brakes } = useStatus()
  const plan = usePlan(list?.date ?? '', list !== undefined).data
  const data = useMemo(() => {
    if (list === undefined) return noRows
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
          filterFn: passesFilter,
        }),
        column.accessor((row) => (row.kind === 'entry' ? (row.view.entry.colour ?? noColour) : null), {
          id: 'colour',
          filterFn: passesFilter,
        }),
        column.accessor((row) => (row.kind === 'entry' ? row.view.entry.thicknessMm : null), {
          id: 'thickness',
          filterFn: passesFilter,
        }),
        column.accessor((row) => (row.kind === 'entry' ? stateGroupOf(row.view) : null), {
          id: 'state',
          filterFn: passesFilter,
        }),
        column.accessor((row) => (row.kind === 'entry' ? departmentOf(row.view, brakes) : null), {
          id: 'department',
          filterFn: passesFilter,
        }),
        column.accessor(
          (row) => (row.kind === 'entry' ? searchedText(row.view, named('family', row.view.entry.family)) : ''),
          { id: 'text' },
        ),
      ]),
    [named, brakes],
  )
  const { order, search, materials, colours, thicknesses, states, departments } = arrangement
  const state = useMemo(
    () => ({
      columnFilters: [
        { id: 'material', value: materials },
        { id: 'colour', value: colours },
        { id: 'thickness', value: thicknesses },
        { id: 'state', value: states },
        { id: 'department', value: departments },
      ].filter(({ value }) => value.length > 0),
      globalFilter: search.trim(),
    }),
    [search, materials, colours, thicknesses, states, departments],
  )
  const table = useTable({
    features,
    columns,
    data,
    state,
    getRowId: rowKey,
    globalFilterFn: (row, id, text: string) =>
      row.original.kind === 'malformed' || isFound(row.getValue<string>(id), text),
    getColumnCanGlobalFilter: ({ id }) => id === 'text',
  })
  const { rows } = table.getRowModel()
  return useMemo(() => {
    const arranged = rows.map(({ original }) => original)
    return order === 'lots' ? lotByLot(arranged) : arranged
  }, [rows, order])
}
