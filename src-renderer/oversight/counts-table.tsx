// The figures as a table, per machine, per order or per day, with their sum beneath; each figure that has sheets shows them when pressed.
import { useState } from 'react'
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
  counts: OversightCounts
  wanted: OversightWanted | null
}

/** As many orders as are shown before all are asked for. */
const ordersShown = 50
const made = ['good', 'test', 'scrap', 'rebend'] as const
const sheetColumns = ['sheets', ...standings, 'rework'] as const

export function CountsTable({ view, onLook }: { view: OversightView; onLook: FiguresProps['onLook'] }) {
  const words = useWords()
  const { t } = words
  const [by, sumBy] = useState<SummedBy>('brake')
  const [showsAll, showAll] = useState(false)
  const rows = rowsOf(view, by, words)
  const shown = showsAll || by !== 'order' ? rows : rows.slice(0, ordersShown)
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
            <tr>
              <th scope="col">{t(`oversight.${by}`)}</th>
              {[...sheetColumns, 'pieces' as const, 'bentPieces' as const, ...made].map((column) => (
                <th key={column} scope="col">
                  {t(`oversight.count.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <CountsRow key={row.key} row={row} onLook={onLook} />
            ))}
          </tbody>
          <tfoot>
            <CountsRow
              row={{ key: 'total', name: t('oversight.total'), sub: '', counts: view.total, wanted: {} }}
              onLook={onLook}
            />
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

function CountsRow({ row: { name, sub, counts, wanted }, onLook }: { row: Row; onLook: FiguresProps['onLook'] }) {
  const { t } = useWords()
  return (
    <tr>
      <th scope="row">
        {name}
        {sub !== '' && <span className="sub">{sub}</span>}
      </th>
      {sheetColumns.map((column) => (
        <td key={column}>
          {counts[column] === 0 || wanted === null ? (
            counts[column]
          ) : (
            <Button
              className="button small count-button"
              aria-label={`${name}, ${t(`oversight.count.${column}`)}: ${counts[column]}`}
              onPress={() => onLook(`${name}, ${t(`oversight.count.${column}`)}`, { ...wanted, ...only(column) })}
            >
              {counts[column]}
            </Button>
          )}
        </td>
      ))}
      {(['pieces', 'bentPieces', ...made] as const).map((column) => (
        <td key={column}>{counts[column]}</td>
      ))}
    </tr>
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
        counts,
        wanted: { brakeId },
      }))
    case 'order':
      return view.orders.map(({ orderNumber, title, customerName, counts }) => ({
        key: orderNumber ?? '',
        name: orderNumber ?? t('oversight.no_order'),
        sub: [customerName, title].filter((part) => part !== '').join(' – '),
        counts,
        wanted: orderNumber === null ? null : { orderNumber },
      }))
    case 'day':
      return view.days.map(({ date, counts, agreement }) => ({
        key: date ?? '',
        name: date === null ? t('oversight.earlier') : shortDay(date),
        sub: date !== null && agreement === null ? t('oversight.never_read') : '',
        counts,
        wanted: { day: date },
      }))
  }
}
