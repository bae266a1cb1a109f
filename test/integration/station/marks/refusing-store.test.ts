// The message about a store of marks that cannot be written, from a real station, also on screens that are opened later.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Problem } from '../../../../shared/station-api/index.ts'
import { stationWithService, type StationWithService } from '../station-with-service.ts'

let station: StationWithService
beforeEach(async () => {
  station = await stationWithService()
})
afterEach(() => station.end())

const inStore = (sql: string): void => {
  const db = new Database(join(station.data, 'outbox.db'))
  db.exec(sql)
  db.close()
}
/** Acts like a store that is out of order: SQLite refuses the statement and rolls the transaction back. */
const breakStore = (): void => inStore('ALTER TABLE drawing RENAME TO drawing_away')
const failing = ({ warnings }: { warnings: readonly Problem[] }): Problem | undefined =>
  warnings.find(({ code }) => code === 'outbox_failing')

async function markable(): Promise<{ sheetId: string; drawingVersion: number }> {
  await station.pulled()
  const view = (await station.list()).entries.find(
    ({ entry, sheetState, mark }) =>
      sheetState === 'ready' && mark === null && entry.bent === null && entry.approval === 'not_required',
  )
  if (view === undefined) throw new Error('there is no sheet to mark')
  return { sheetId: view.entry.sheetId, drawingVersion: view.entry.drawingVersion }
}

test('a refused mark is shown until something can be stored', { tags: 'long' }, async () => {
  const sheet = await markable()
  breakStore()
  const failingStatus = station.status((status) => failing(status) !== undefined)
  await expect(station.link().call('mark.create', { ...sheet, by: 'KN' })).rejects.toMatchObject({ code: 'not_stored' })
  expect(failing(await failingStatus)?.params['message']).toContain('no such table')
  inStore('ALTER TABLE drawing_away RENAME TO drawing')
  const stored = station.status(({ queue }) => queue.held === 1)
  await station.link().call('mark.create', { ...sheet, by: 'KN' })
  expect(failing(await stored)).toBeUndefined()
})

test('opening a sheet is enough to show it, before a person marks anything', async () => {
  const { sheetId } = await markable()
  breakStore()
  const failingStatus = station.status((status) => failing(status) !== undefined)
  await station.link().call('sheet.read', { sheetId })
  expect(failing(await failingStatus)).toBeDefined()
})
