// The messages about the store of marks and its second copy, from a real station with damaged files.
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Problem } from '../../../../shared/station-api/index.ts'
import { stationWithService, type StationWithService } from '../station-with-service.ts'

let station: StationWithService
beforeEach(async () => {
  station = await stationWithService()
})
afterEach(() => station.end())

const journal = () => join(station.data, 'journal')
const warningOf = async (code: Problem['code']): Promise<Problem | undefined> =>
  (await station.status(() => true)).warnings.find((warning) => warning.code === code)
const dropStore = (): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(station.data, `outbox.db${suffix}`), { force: true })
}

async function mark(target = station): Promise<void> {
  await target.pulled()
  const view = (await target.list()).entries.find(
    ({ entry, sheetState, mark }) =>
      sheetState === 'ready' && mark === null && entry.bent === null && entry.approval === 'not_required',
  )
  if (view === undefined) throw new Error('there is no sheet to mark')
  const { sheetId, drawingVersion } = view.entry
  await target.link().call('mark.create', { sheetId, drawingVersion, by: null })
}

test('a second copy that cannot be written is reported while marks are stored, until it can be written again', async () => {
  await station.close()
  rmSync(journal(), { recursive: true, force: true })
  writeFileSync(journal(), '')
  station.open()
  await mark()
  expect((await warningOf('journal_failing'))?.params['message']).toMatch(/^E[A-Z]+: .*journal/)
  await station.close()
  rmSync(journal())
  station.open()
  await station.pulled()
  expect(await warningOf('journal_failing')).toBeUndefined()
})

test(
  'a store that is rebuilt completely from its second copy reports the number of marks, and that none is known to be missing',
  { tags: 'long' },
  async () => {
    await mark()
    await mark()
    await station.close()
    dropStore()
    station.open()
    expect((await warningOf('outbox_rebuilt'))?.params).toMatchObject({ marks: 2, restored: 2 })
    expect((await station.link().call('marks.list', {})).total).toBe(2)
  },
)

test(
  'a store that is lost with its second copy reports the loss until a person acknowledges it',
  { tags: 'long' },
  async () => {
    await mark()
    await station.close()
    dropStore()
    rmSync(journal(), { recursive: true })
    station.open()
    expect((await warningOf('outbox_incomplete'))?.params).toMatchObject({ marks: 0, restored: 0 })
    await station.link().call('outbox.acknowledge', {})
    expect(await warningOf('outbox_incomplete')).toBeUndefined()
  },
)

test('the second copy of another station is reported as set aside, not as damaged', { tags: 'long' }, async () => {
  await mark()
  await station.close()
  const other = await stationWithService()
  try {
    await mark(other)
    await other.close()
    rmSync(journal(), { recursive: true })
    cpSync(join(other.data, 'journal'), journal(), { recursive: true })
  } finally {
    await other.end()
  }
  station.open()
  expect((await warningOf('journal_of_another'))?.params['file']).toMatch(/^journal\.of-another-/)
  expect(await warningOf('outbox_incomplete')).toBeUndefined()
})
