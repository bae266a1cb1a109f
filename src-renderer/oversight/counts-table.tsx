// The counts as a table per machine, order or day, with their sum in the last row. A press on a count lists its sheets, a press on a
// column's name sorts by it.
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
import { Button } from '../ui/button.tsx'
import {
  standings,
  type OversightCounts,
  type OversightDay,
  type OversightView,
  type OversightFilter,
} from '../../shared/station-api/index.ts'
import { useTexts, type Texts } from '../language/use-texts.ts'
import { Icon } from '../ui/icon.tsx'
import type { FiguresProps } from './figures.tsx'

export type Grouping = 'brake' | 'order' | 'day'

interface Row {
  key: string
  name: string
  sub: string
  /** The sort key of the first column. */
  place: string
  counts: OversightCounts
  filter: OversightFilter | null
}

/** The number of orders that are shown before the button that shows all. */
const ordersShown = 50
const sheetColumns = ['sheets', ...standings, 'rework'] as const
const pieceColumns = ['pieces', 'bentPieces', 'good', 'test', 'scrap', 'rebend'] as const

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
const column = createColumnHelper<typeof features, Row>()
const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const sortIcon = { asc: 'up', desc: 'down' } as const

/** In a narrow window either the counts of sheets or those of pieces are shown, so that nothing is cut off. */
type Figures = 'sheets' | 'pieces'
const pieceColumnIds: ReadonlySet<string> = new Set(pieceColumns)
const figuresOf = (columnId: string): string | undefined =>
  columnId === 'name' ? undefined : pieceColumnIds.has(columnId) ? 'of-pieces' : 'of-sheets'

/** Counts sort from the greatest, names from A. A second press reverses the order, a third restores the order of the view. */
function columnsOf(by: Grouping, { t, language }: Texts, onShowSheets: FiguresProps['onShowSheets']) {
  const { compare } = new Intl.Collator(language, { numeric: true })
  return column.columns([
    column.accessor(({ place }) => place, {
      id: 'name',
      header: t(`oversight.${by}`),
      sortDescFirst: false,
      sortFn: (a, b) => compare(a.original.place, b.original.place),
      cell: ({ row: { original } }) => <Name row={original} />,
    }),
    ...sheetColumns.map((name) =>
      column.accessor(({ counts }) => counts[name], {
        id: name,
        header: t(`oversight.count.${name}`),
        sortDescFirst: true,
        sortFn: sortFn_basic,
        cell: ({ row: { original } }) => <Sheets row={original} count={name} onShowSheets={onShowSheets} />,
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

export function CountsTable({
  view,
  onShowSheets,
}: {
  view: OversightView
  onShowSheets: FiguresProps['onShowSheets']
}) {
  const texts = useTexts()
  const { t } = texts
  const [by, setBy] = useState<Grouping>('brake')
  const [sorting, setSorting] = useState<SortingState>([])
  const [showsAll, setShowsAll] = useState(false)
  const [figures, setFigures] = useState<Figures>('sheets')
  const data = useMemo(() => rowsOf(view, by, texts), [view, by, texts])
  const columns = useMemo(() => columnsOf(by, texts, onShowSheets), [by, texts, onShowSheets])
  const table = useTable({ features, columns, data, state: { sorting }, onSortingChange: setSorting, getRowId })
  const { rows } = table.getRowModel()
  const shown = showsAll || by !== 'order' ? rows : rows.slice(0, ordersShown)
  return (
    <section className="counts" aria-label={t('oversight.tables')}>
      <TableChoices by={by} onBy={setBy} figures={figures} onFigures={setFigures} />
      {/* a wide table scrolls sideways in its own frame, also by keyboard */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="counts-frame" tabIndex={0} role="region" aria-label={t(`oversight.by_${by}`)}>
        <table className={`counts-table counts-of-${figures}`}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => {
                  const sorted = header.column.getIsSorted()
                  return (
                    <th
                      key={header.id}
                      scope="col"
                      className={figuresOf(header.column.id)}
                      aria-sort={sorted === false ? 'none' : ariaSort[sorted]}
                    >
                      <Button variant="bare" className="sort-button" onPress={() => header.column.toggleSorting()}>
                        <FlexRender header={header} />
                        <Icon name={sorted === false ? 'sort' : sortIcon[sorted]} />
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
                    <td key={cell.id} className={figuresOf(cell.column.id)}>
                      <FlexRender cell={cell} />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <TotalRow total={view.total} onShowSheets={onShowSheets} />
          </tfoot>
        </table>
      </div>
      {shown.length < rows.length && (
        <Button onPress={() => setShowsAll(true)}>{t('oversight.more_orders', { count: rows.length })}</Button>
      )}
      <p className="sub">{t('oversight.made_text')}</p>
    </section>
  )
}

interface TableChoicesProps {
  by: Grouping
  onBy: (by: Grouping) => void
  figures: Figures
  onFigures: (figures: Figures) => void
}

function TableChoices({ by, onBy, figures, onFigures }: TableChoicesProps) {
  const { t } = useTexts()
  return (
    <>
      <Choice
        name={t('oversight.by')}
        options={['brake', 'order', 'day'] as const}
        chosen={by}
        textOf={(option) => t(`oversight.by_${option}`)}
        onChoose={onBy}
      />
      <Choice
        className="counts-figures"
        name={t('oversight.tables')}
        options={['sheets', 'pieces'] as const}
        chosen={figures}
        textOf={(option) => t(`oversight.figures_${option}`)}
        onChoose={onFigures}
      />
    </>
  )
}

interface ChoiceProps<Option extends string> {
  name: string
  options: readonly Option[]
  chosen: Option
  textOf: (option: Option) => string
  onChoose: (option: Option) => void
  className?: string
}

function Choice<Option extends string>({
  name,
  options,
  chosen,
  textOf,
  onChoose,
  className = '',
}: ChoiceProps<Option>) {
  return (
    <fieldset className={`counts-by ${className}`}>
      <legend className="sr-only">{name}</legend>
      {options.map((option) => (
        <Button key={option} variant="toggle" aria-pressed={chosen === option} onPress={() => onChoose(option)}>
          {textOf(option)}
        </Button>
      ))}
    </fieldset>
  )
}

function TotalRow({ total, onShowSheets }: { total: OversightCounts; onShowSheets: FiguresProps['onShowSheets'] }) {
  const { t } = useTexts()
  const row: Row = { key: 'total', name: t('oversight.total'), sub: '', place: '', counts: total, filter: {} }
  return (
    <tr>
      <th scope="row">
        <Name row={row} />
      </th>
      {sheetColumns.map((name) => (
        <td key={name} className="of-sheets">
          <Sheets row={row} count={name} onShowSheets={onShowSheets} />
        </td>
      ))}
      {pieceColumns.map((name) => (
        <td key={name} className="of-pieces">
          {total[name]}
        </td>
      ))}
    </tr>
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
  count: (typeof sheetColumns)[number]
  onShowSheets: FiguresProps['onShowSheets']
}

function Sheets({ row: { name, counts, filter }, count: countName, onShowSheets }: SheetsProps) {
  const { t } = useTexts()
  const count = counts[countName]
  if (count === 0 || filter === null) return count
  const title = `${name}, ${t(`oversight.count.${countName}`)}`
  return (
    <Button
      size="small"
      className="count-button"
      aria-label={`${title}: ${count}`}
      onPress={() => onShowSheets(title, { ...filter, ...filterOf(countName) })}
    >
      {count}
    </Button>
  )
}

function filterOf(column: (typeof sheetColumns)[number]): OversightFilter {
  if (column === 'sheets') return {}
  return column === 'rework' ? { rework: true } : { standing: column }
}

const notReadHere = (readElsewhere: OversightDay['readElsewhere'], t: Texts['t']): string =>
  readElsewhere === null ? t('oversight.never_read') : t('oversight.read_elsewhere', { station: readElsewhere.station })

function rowsOf(view: OversightView, by: Grouping, { t, shortDay }: Texts): Row[] {
  switch (by) {
    case 'brake':
      return view.brakes.map(({ brakeId, name, counts }) => ({
        key: brakeId ?? '',
        name: name ?? brakeId?.slice(0, 8) ?? t('oversight.no_brake'),
        sub: '',
        place: name ?? brakeId ?? '',
        counts,
        filter: { brakeId },
      }))
    case 'order':
      return view.orders.map(({ orderNumber, title, customerName, counts }) => ({
        key: orderNumber ?? '',
        name: orderNumber ?? t('oversight.no_order'),
        place: orderNumber ?? '',
        sub: [customerName, title].filter((part) => part !== '').join(' – '),
        counts,
        filter: orderNumber === null ? null : { orderNumber },
      }))
    case 'day':
      return view.days.map(({ date, counts, agreement, readElsewhere }) => ({
        key: date ?? '',
        name: date === null ? t('oversight.earlier') : shortDay(date),
        place: date ?? '',
        sub: date === null || agreement !== null ? '' : notReadHere(readElsewhere, t),
        counts,
        filter: { day: date },
      }))
  }
}
