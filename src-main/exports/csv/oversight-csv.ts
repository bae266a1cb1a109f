// The overview of several days as CSV, as the screen shows it: a table per brake, per order and per day, each with the same total. Pure.
import {
  standings,
  type OversightCounts,
  type OversightDay,
  type OversightView,
} from '../../../shared/station-api/index.ts'
import { safeName } from '../file-name.ts'
import type { ExportTexts } from '../export-texts.ts'
import { csvFile, type Cell } from './csv-file.ts'

const columns = [
  'sheets',
  ...standings,
  'rework',
  'pieces',
  'bentPieces',
  'good',
  'test',
  'scrap',
  'rebend',
] as const satisfies readonly (keyof OversightCounts)[]

export interface OversightFile {
  readonly name: string
  readonly text: string
}

export function oversightFiles(view: OversightView, texts: ExportTexts): OversightFile[] {
  const { say } = texts
  const stem = `${say('oversight.file')} ${view.from} ${view.to}`
  const file = (by: 'brake' | 'order' | 'day', rows: readonly (readonly Cell[])[]): OversightFile => ({
    name: `${safeName(`${stem} ${say(`oversight.by_${by}`)}`)}.csv`,
    text: csvFile(rows, texts),
  })
  return [
    file('brake', brakeTable(view, texts)),
    file('order', orderTable(view, texts)),
    file('day', dayTable(view, texts)),
  ]
}

const figures = (counts: OversightCounts): number[] => columns.map((column) => counts[column])

/** The cells of the counts. For a day whose list was never read, only the counts of this station are known; the other cells are empty. */
const countCells = (counts: OversightCounts): Cell[] =>
  columns.map((column) => (counts[column] === 0 && !isBooked.has(column) ? null : counts[column]))

const isBooked: ReadonlySet<keyof OversightCounts> = new Set(['good', 'test', 'scrap', 'rebend'])

const headings = (first: readonly string[], { say }: ExportTexts): string[] => [
  ...first.map((name) => say(name)),
  ...columns.map((name) => say(`oversight.count.${name}`)),
]

function brakeTable({ brakes, total }: OversightView, texts: ExportTexts): Cell[][] {
  const { say } = texts
  return [
    headings(['oversight.brake'], texts),
    ...brakes.map(({ brakeId, name, counts }) => [name ?? brakeId ?? say('oversight.no_brake'), ...figures(counts)]),
    [say('oversight.total'), ...figures(total)],
  ]
}

function orderTable({ orders, total }: OversightView, texts: ExportTexts): Cell[][] {
  const { say } = texts
  return [
    headings(['oversight.order', 'oversight.customer', 'csv.title'], texts),
    ...orders.map(({ orderNumber, title, customerName, counts }) => [
      orderNumber ?? say('oversight.no_order'),
      customerName,
      title,
      ...figures(counts),
    ]),
    [say('oversight.total'), null, null, ...figures(total)],
  ]
}

const notReadHere = (readElsewhere: OversightDay['readElsewhere'], { say }: ExportTexts): string =>
  readElsewhere === null
    ? say('oversight.never_read')
    : say('oversight.read_elsewhere', { station: readElsewhere.station })

/** Also with the service's figures and the time when they were read. */
function dayTable({ days, total }: OversightView, texts: ExportTexts): Cell[][] {
  const { say } = texts
  return [
    [
      ...headings(['oversight.day'], texts),
      ...['service_sheets', 'service_bent', 'service_waiting', 'service_read'].map((name) => say(`oversight.${name}`)),
    ],
    ...days.map(({ date, counts, agreement, readElsewhere }) => [
      date ?? say('oversight.earlier'),
      ...(date !== null && agreement === null ? countCells(counts) : figures(counts)),
      ...(agreement === null
        ? [null, null, null, date === null ? null : notReadHere(readElsewhere, texts)]
        : [agreement.service.sheets, agreement.service.bent, agreement.service.waiting, agreement.readAt]),
    ]),
    [say('oversight.total'), ...figures(total), null, null, null, null],
  ]
}
