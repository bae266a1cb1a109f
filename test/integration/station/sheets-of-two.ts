// Sheets for tests with two stations, and what one station knows of the other's work on them.
import type { CallIn, SheetElsewhere, StationLink } from '../../../shared/station-api/index.ts'
import type { TwoStations } from './two-stations.ts'

export interface SheetOfTwo {
  sheetId: string
  drawingVersion: number
  pieceNo: number
  quantity: number
}

/** Sheets of the day that are approved or need no approval, and are not bent: at most 12. */
export async function approvedSheets({ brake, date }: Pick<TwoStations, 'brake' | 'date'>): Promise<SheetOfTwo[]> {
  const { entries } = await brake.call('list.read', { date })
  const approved = entries.filter(
    ({ entry }) => entry.bent === null && entry.approval !== 'awaiting' && entry.approval !== 'change_requested',
  )
  const sheets = await Promise.all(
    approved.slice(0, 12).map(async ({ entry: { sheetId, drawingVersion, quantity } }) => {
      const { sheet } = await brake.call('sheet.read', { sheetId })
      return (sheet?.pieces ?? []).slice(0, 1).map(({ pieceNo }) => ({ sheetId, drawingVersion, pieceNo, quantity }))
    }),
  )
  return sheets.flat()
}

/** Takes the next sheet, so that each test has its own. */
export function takeSheet(sheets: SheetOfTwo[]): SheetOfTwo {
  const sheet = sheets.shift()
  if (sheet === undefined) throw new Error('no sheet left')
  return sheet
}

/** The machine of a sheet in the plan of a day. */
export async function machineAt(link: StationLink, date: string, sheetId: string): Promise<string | null | undefined> {
  const { sheets } = await link.call('plan.read', { date })
  return sheets.find((sheet) => sheet.sheetId === sheetId)?.machine
}

/** Throws where nothing is known of the sheet. */
export async function elsewhere(link: StationLink, sheetId: string): Promise<SheetElsewhere> {
  const { sheets } = await link.call('stations.work', {})
  const one = sheets.find((sheet) => sheet.sheetId === sheetId)
  if (one === undefined) throw new Error('nothing is known of the sheet')
  return one
}

export const pieceOf = ({ sheetId, drawingVersion, pieceNo }: SheetOfTwo): CallIn<'count.book'> => ({
  sheetId,
  drawingVersion,
  pieceNo,
  operatorId: null,
  actId: crypto.randomUUID(),
  kind: 'good',
  count: 1,
  reason: null,
})
