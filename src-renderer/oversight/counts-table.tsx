// The figures as a table, per machine, per order or per day, with their sum beneath; each figure that has sheets shows them when pressed,
// and each column's name sorts by it. TanStack Table sorts.
import {
  createColumnHelper,
  createSortedRowModel,
  FlexRender,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
  type SortingState,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  standings,
  type OversightCounts,
  type OversightView,
  type OversightWanted,
} from '../../shared/station-api/index.ts'
import { useWords, type Words } from '../language/use-words.ts'
import type { FiguresProps } from './figures.tsx'

export type SummedBy = 'brake' | 'order' | 'day'

interface Row {
  key: string
  name: string
  sub: string
  /** What it is sorted by where it is sorted by name. */
  place: string
  counts: OversightCounts
  wanted: OversightWanted | null
}

/** As many orders as are shown before all are asked for. */
const ordersShown = 50
const sheetColumns = ['sheets', ...standings, 'rework'] as const
const pieceColumns = ['pieces', 'bentPieces', 'good', 'test', 'scrap', 'rebend'] as const

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
const column = createColumnHelper<typeof features, Row>()
const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const arrow = { asc: '↑', desc: '↓' } as const

/** The most first, and names from A; pressed once more the other way round, then as the workshop has them. */
function columnsOf(by: SummedBy, { t, language }: Words, onLook: FiguresProps['onLook']) {
  const { compare } = new Intl.Collator(language, { numeric: true })
  return column.columns([
    column.accessor(({ place }) => place, {
      id: 'name',
      header: t(`oversight.${by}`),
      sortDescFirst: false,
      sortFn: (one, other) => compare(one.original.place, other.original.place),
      cell: ({ row: { original } }) => <Name row={original} />,
    }),
    ...sheetColumns.map((name) =>
      column.accessor(({ counts }) => counts[name], {
        id: name,
        header: t(`oversight.count.${name}`),
        sortDescFirst: true,
        sortFn: sortFn_basic,
        cell: ({ row: { original } }) => <Sheets row={original} of={name} onLook={onLook} />,
      }),
    ),
    ...pieceColumns.map((name) =>
      column.accessor(({ counts }) => counts[name], {
        id: name,
        header: t(`oversight.count.${name}`),
        sortDescFirst: true,
        sortFn: sortFn_basic,
        cell: ({ getValue }) => getValue(),
      }),
    ),
  ])
}

export function CountsTable({ view, onLook }: { view: OversightView; onLook: FiguresProps['onLook'] }) {
  const words = useWords()
  const { t } = words
  const [by, sumBy] = useState<SummedBy>('brake')
  const [sorting, sortBy] = useState<SortingState>([])
  const [showsAll, showAll] = useState(false)
  const data = useMemo(() => rowsOf(view, by, words), [view, by, words])
  const columns = useMemo(() => columnsOf(by, words, onLook), [by, words, onLook])
  const table = useTable({ features, columns, data, state: { sorting }, onSortingChange: sortBy, getRowId })
  const { rows } = table.getRowModel()
  const shown = showsAll || by !== 'order' ? rows : rows.slice(0, ordersShown)
  const total: Row = { key: 'total', name: t('oversight.total'), sub: '', place: '', counts: view.total, wanted: {} }
  return (
    <section className="counts" aria-label={t('oversight.tables')}>
      <fieldset className="counts-by">
        <legend className="sr-only">{t('oversight.by')}</legend>
        {(['brake', 'order', 'day'] as const).map((one) => (
          <Button key={one} className="button toggle" aria-pressed={by === one} onPress={() => sumBy(one)}>
            {t(`oversight.by_${one}`)}
          </Button>
        ))}
      </fieldset>
      {/* wide tables are pushed sideways within their own frame, by keyboard too */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="counts-frame" tabIndex={0} role="region" aria-label={t(`oversight.by_${by}`)}>
        <table className="counts-table">
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => {
                  const sorted = header.column.getIsSorted()
                  return (
                    <th key={header.id} scope="col" aria-sort={sorted === false ? 'none' : ariaSort[sorted]}>
                      <Button className="sort-button" onPress={() => header.column.toggleSorting()}>
                        <FlexRender header={header} />
                        <span aria-hidden="true">{sorted === false ? '↕' : arrow[sorted]}</span>
                      </Button>
                    </th>
                  )
                })}
              </tr>
            ))}
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.id}>
                {row.getAllCells().map((cell) =>
                  cell.column.id === 'name' ? (
                    <th key={cell.id} scope="row">
                      <FlexRender cell={cell} />
                    </th>
                  ) : (
                    <td key={cell.id}>
                      <FlexRender cell={cell} />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                <Name row={total} />
              </th>
              {sheetColumns.map((name) => (
                <td key={name}>
                  <Sheets row={total} of={name} onLook={onLook} />
                </td>
              ))}
              {pieceColumns.map((name) => (
                <td key={name}>{view.total[name]}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      {shown.length < rows.length && (
        <Button className="button" onPress={() => showAll(true)}>
          {t('oversight.more_orders', { count: rows.length })}
        </Button>
      )}
      <p className="sub">{t('oversight.made_text')}</p>
    </section>
  )
}

const getRowId = ({ key }: Row): string => key

function Name({ row: { name, sub } }: { row: Row }) {
  return (
    <>
      {name}
      {sub !== '' && <span className="sub">{sub}</span>}
    </>
  )
}

interface SheetsProps {
  row: Row
  of: (typeof sheetColumns)[number]
  onLook: FiguresProps['onLook']
}

function Sheets({ row: { name, counts, wanted }, of, onLook }: SheetsProps) {
  const { t } = useWords()
  const count = counts[of]
  if (count === 0 || wanted === null) return count
  const what = `${name}, ${t(`oversight.count.${of}`)}`
  return (
    <Button
      className="button small count-button"
      aria-label={`${what}: ${count}`}
      onPress={() => onLook(what, { ...wanted, ...only(of) })}
    >
      {count}
    </Button>
  )
}

function only(column: (typeof sheetColumns)[number]): OversightWanted {
  if (column === 'sheets') return {}
  return column === 'rework' ? { rework: true } : { standing: column }
}

function rowsOf(view: OversightView, by: SummedBy, { t, shortDay }: Words): Row[] {
  switch (by) {
    case 'brake':
      return view.brakes.map(({ brakeId, name, counts }) => ({
        key: brakeId ?? '',
        name: name ?? brakeId?.slice(0, 8) ?? t('oversight.no_brake'),
        sub: '',
        place: name ?? brakeId ?? '',
        counts,
        wanted: { brakeId },
      }))
    case 'order':
      return view.orders.map(({ orderNumber, title, customerName, counts }) => ({
        key: orderNumber ?? '',
        name: orderNumber ?? t('oversight.no_order'),
        place: orderNumber ?? '',
        sub: [customerName, title].filter((part) => part !== '').join(' – '),
        counts,
        wanted: orderNumber === null ? null : { orderNumber },
      }))
    case 'day':
      return view.days.map(({ date, counts, agreement }) => ({
        key: date ?? '',
        name: date === null ? t('oversight.earlier') : shortDay(date),
        place: date ?? '',
        sub: date !== null && agreement === null ? t('oversight.never_read') : '',
        counts,
        wanted: { day: date },
      }))
  }
}
