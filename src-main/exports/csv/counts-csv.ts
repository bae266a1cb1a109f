// The counts of bent and remaining sheets as CSV, a row for each brake and one for all. Every sheet counts in exactly one column. Pure.
import type { BendState, EntryView } from '../../../shared/station-api/index.ts'
import type { ExportTexts } from '../export-texts.ts'
import type { Cell } from './csv-file.ts'
import { brakeName, stateOf, type Day } from './day-tables.ts'

/** Bent in the service; marked here and not yet sent; needs a decision; waiting for the customer; or still to bend. */
type Standing = 'bent' | 'marked' | 'person' | 'waiting' | 'left'

/** A brake without sheets has no row. */
export function countsTable(day: Day, { say }: ExportTexts): Cell[][] {
  const ids = [...new Set([...day.brakes.map(({ id }) => id), ...day.lines.map(({ entry }) => entry.pressBrakeId)])]
  const rows = ids.map((id): [string, EntryView[]] => [
    id === null ? say('csv.no_brake') : brakeName(day, id),
    day.lines.filter(({ entry }) => entry.pressBrakeId === id),
  ])
  return [
    [
      'brake',
      'sheets',
      'sheets_bent',
      'sheets_marked',
      'sheets_person',
      'sheets_waiting',
      'sheets_left',
      'pieces',
      'pieces_bent',
    ].map((heading) => say(`csv.${heading}`)),
    ...rows.filter(([, lines]) => lines.length > 0).map(([name, lines]) => [name, ...countsOf(lines)]),
    [say('csv.all'), ...countsOf(day.lines)],
  ]
}

function countsOf(lines: readonly EntryView[]): number[] {
  const count = (standing: Standing): number => lines.filter((line) => standingOf(stateOf(line)) === standing).length
  const bent = lines.filter((line) => standingOf(stateOf(line)) === 'bent')
  return [
    lines.length,
    count('bent'),
    count('marked'),
    count('person'),
    count('waiting'),
    count('left'),
    sum(lines.map(({ entry }) => entry.quantity)),
    sum(bent.map(({ entry, mark }) => entry.bent?.quantity ?? mark?.quantity ?? entry.quantity)),
  ]
}

function standingOf(state: BendState): Standing {
  switch (state) {
    case 'bent':
    case 'delivered':
      return 'bent'
    case 'held':
    case 'queued':
    case 'sending':
    case 'unknown':
    case 'waiting':
      return 'marked'
    case 'conflict':
    case 'bent_elsewhere':
    case 'parked':
    case 'rework_wanted':
    case 'drawing_wrong':
      return 'person'
    case 'awaiting':
    case 'change_requested':
      return 'waiting'
    case 'to_bend':
    case 'handed_over':
    case 'cancelled':
    case 'fetching':
    case 'failed':
    case 'malformed':
      return 'left'
  }
}

const sum = (figures: readonly number[]): number => figures.reduce((total, one) => total + one, 0)
