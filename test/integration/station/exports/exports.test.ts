// Exports of a station: start, progress, cancellation, and messages about files that cannot be written.
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallIn, DayFormat, ExportView, StationLink } from '../../../../shared/station-api/index.ts'
import { openCache } from '../../../../src-main/cache/cache.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { stationWithService, type StationWithService } from '../station-with-service.ts'

let station: StationWithService
beforeEach(async () => {
  station = await stationWithService()
})
afterEach(() => station.end())

type Order = CallIn<'export.start'>['order']
const start = (order: Order, language: 'nb' | 'en' = 'nb'): Promise<ExportView> =>
  station.link().call('export.start', { order, preset: 'plain', language })

/** Every state of an export that a screen got, until its end. */
function followed(link: StationLink, exportId: string): Promise<ExportView[]> {
  return new Promise((resolve) => {
    const received: ExportView[] = []
    link.subscribe((message) => {
      const views =
        message.kind === 'snapshot'
          ? message.snapshot.exports
          : message.kind === 'push' && message.name === 'export'
            ? [message.data]
            : []
      for (const view of views) {
        if (view.exportId !== exportId) continue
        received.push(view)
        if (view.state !== 'running') resolve(received)
      }
    })
  })
}
async function written(order: Order, language: 'nb' | 'en' = 'nb'): Promise<ExportView> {
  const { exportId } = await start(order, language)
  const last = (await followed(station.link(), exportId)).at(-1)
  if (last === undefined) throw new Error('nothing was told')
  return last
}

const everyFormat: DayFormat[] = ['dxf', 'pdf', 'pdf-batch', 'list-csv', 'plan-csv', 'counts-csv']
const exportsFolder = (): string => join(station.data, 'exports')
/** The cells of a table without quotes. */
const cells = (file: string): string[][] =>
  readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1)
    .map((row) => row.split(';'))

describe('an export', () => {
  test('of a day has every file of its sheets and its tables, in a folder of that day', { tags: 'long' }, async () => {
    const { today } = await station.pulled()
    const { entries } = await station.list()
    const view = await written({ kind: 'day', date: today, pressBrakeId: null, formats: everyFormat })
    expect(view).toMatchObject({
      state: 'done',
      refusals: [],
      failure: null,
      folder: join(exportsFolder(), today),
      summary: { kind: 'day', date: today, sheets: entries.length },
    })
    expect(view.done).toBe(view.total)
    expect(view.total).toBe(3 * entries.length + 3)
    expect(view.files.map((file) => basename(file)).toSorted()).toEqual(readdirSync(view.folder).toSorted())
    const names = readdirSync(view.folder)
    expect(names.filter((name) => name.endsWith('.pdf'))).toHaveLength(entries.length + 1)
    expect(names).toEqual(
      expect.arrayContaining([`${today}.pdf`, `${today}_liste.csv`, `${today}_plan.csv`, `${today}_telling.csv`]),
    )
    const contents = execFileSync('pdftotext', ['-layout', '-l', '1', join(view.folder, `${today}.pdf`), '-'], {
      encoding: 'utf8',
    })
    expect(contents).toContain('Innhold')
  })

  test('of one brake has only its sheets, and its name in the names of the tables', { tags: 'long' }, async () => {
    const { today, brakes } = await station.pulled()
    const [brake] = brakes
    if (brake === undefined) throw new Error('the sandbox has brakes')
    const mine = (await station.list()).entries.filter(({ entry }) => entry.pressBrakeId === brake.id)
    const view = await written(
      { kind: 'day', date: today, pressBrakeId: brake.id, formats: ['pdf-batch', 'list-csv'] },
      'en',
    )
    const file = `${today}_${brake.name.replaceAll(' ', '_')}`
    expect(view.files.map((path) => basename(path))).toEqual([`${file}.pdf`, `${file}_list.csv`])
    expect(cells(view.files[1] ?? '')).toHaveLength(mine.length + 1)
    expect(mine.length).toBeGreaterThan(3)
  })

  test('has this station’s undelivered marks in the tables', { tags: 'long' }, async () => {
    const { today } = await station.pulled()
    const sheet = (await station.list()).entries.find(
      ({ entry }) => entry.bent === null && entry.approval === 'not_required',
    )
    if (sheet === undefined) throw new Error('there is no sheet to mark')
    const { sheetId, drawingVersion, orderNumber, sheetNo } = sheet.entry
    await station.link().call('mark.create', { sheetId, drawingVersion, by: 'KN' })
    const { files } = await written({
      kind: 'day',
      date: today,
      pressBrakeId: null,
      formats: ['list-csv', 'counts-csv'],
    })
    const row = cells(files[0] ?? '').find(([, order, no]) => order === orderNumber && no === String(sheetNo))
    expect(row).toContain('Merket, kan angres')
    expect(row).toContain('KN')
    const [headings = [], ...rows] = cells(files[1] ?? '')
    expect(rows.at(-1)?.[headings.indexOf('Merket her, ikke levert')]).toBe('1')
  })

  test(
    'of chosen sheets is written next to the days’ folders, each sheet once, and does not replace an earlier one',
    { tags: 'long' },
    async () => {
      await station.pulled()
      const [one, two] = (await station.list()).entries.map(({ entry }) => entry.sheetId)
      if (one === undefined || two === undefined) throw new Error('the sandbox has sheets')
      const view = await written({ kind: 'sheets', sheetIds: [one, two, one], formats: ['pdf', 'pdf-batch'] })
      expect(view).toMatchObject({
        state: 'done',
        folder: exportsFolder(),
        summary: { sheets: 2, name: null },
        total: 4,
      })
      expect(view.files).toHaveLength(3)
      const single = await written({ kind: 'sheets', sheetIds: [one], formats: ['dxf'] })
      expect(single.summary).toMatchObject({ sheets: 1, name: expect.stringMatching(/^T-\d+ · \d+$/) })
      for (const file of [...view.files, ...single.files]) expect(existsSync(file)).toBe(true)
    },
  )

  test('of a sheet that a planner moved names the chosen machine', { tags: 'long' }, async () => {
    await station.pulled()
    const { date, entries } = await station.list()
    const { machines } = await station.link().call('plan.fits', { date })
    const [entry] = entries.flatMap((one) => (one.entry.pressBrakeId === null ? [] : [one.entry]))
    const ownMachine = machines.find(({ key }) => key === entry?.pressBrakeId)
    const otherMachine = machines.find(({ key }) => key !== entry?.pressBrakeId)
    if (entry === undefined || ownMachine === undefined || otherMachine === undefined)
      throw new Error('the sandbox has two machines')
    const { sheetId, drawingVersion } = entry
    const printed = async (): Promise<string> => {
      const { files } = await written({ kind: 'sheets', sheetIds: [sheetId], formats: ['pdf'] })
      return execFileSync('pdftotext', [files[0] ?? '', '-'], { encoding: 'utf8' })
    }
    expect(await printed()).toContain(ownMachine.name)
    const choice = { date, sheetId, drawingVersion, machine: otherMachine.key, operatorId: null }
    await station.link().call('plan.choose', choice)
    const moved = await printed()
    expect(moved).toContain(otherMachine.name)
    expect(moved).not.toContain(ownMachine.name)
  })

  test(
    'reports its progress in order, and a screen that is opened later has it in its snapshot',
    { tags: 'long' },
    async () => {
      const { today } = await station.pulled()
      const { exportId } = await start({ kind: 'day', date: today, pressBrakeId: null, formats: ['pdf'] })
      const views = await followed(station.link(), exportId)
      const steps = views.map(({ done }) => done)
      expect(steps).toEqual(steps.toSorted((a, b) => a - b))
      expect(views.filter(({ state }) => state === 'running').every(({ files }) => files.length === 0)).toBe(true)
      const [late] = await followed(station.anotherLink(), exportId)
      expect(late).toEqual(views.at(-1))
      expect(late?.files.length).toBe(late?.total)
    },
  )

  test(
    'is cancelled at its next file: the written files are complete, and the next export runs',
    { tags: 'long' },
    async () => {
      const { today } = await station.pulled()
      const first = await start({ kind: 'day', date: today, pressBrakeId: null, formats: ['pdf', 'dxf', 'pdf-batch'] })
      const waiting = await start({ kind: 'day', date: today, pressBrakeId: null, formats: ['counts-csv'] })
      await station.link().call('export.cancel', { exportId: first.exportId })
      const ended = (await followed(station.link(), first.exportId)).at(-1)
      expect(ended).toMatchObject({ state: 'cancelled', failure: null })
      expect(ended?.done ?? 0).toBeLessThan(50)
      for (const file of ended?.files ?? []) execFileSync('qpdf', ['--check', file])
      expect((await followed(station.link(), waiting.exportId)).at(-1)).toMatchObject({
        state: 'done',
        done: 1,
        total: 1,
      })
      await station.link().call('export.cancel', { exportId: first.exportId })
      await expect(station.link().call('export.cancel', { exportId: 'no' })).rejects.toMatchObject({
        code: 'export_unknown',
      })
    },
  )

  test('is refused if there is nothing to write: an unknown sheet, or a day that was never read', async () => {
    await station.pulled()
    const nobody = '00000000-0000-4000-8000-000000000000'
    for (const order of [
      { kind: 'sheets', sheetIds: [nobody], formats: ['dxf'] },
      { kind: 'day', date: '2020-01-01', pressBrakeId: null, formats: ['list-csv'] },
      { kind: 'day', date: (await station.list()).date, pressBrakeId: nobody, formats: ['pdf'] },
    ] satisfies Order[])
      await expect(start(order)).rejects.toMatchObject({ code: 'nothing_to_export' })
  })

  test(
    'names each missing sheet, also in the contents of the batch, and writes the others',
    { tags: 'long' },
    async () => {
      await station.pulled()
      const [first, second, third] = (await station.list()).entries.map(({ entry }) => entry)
      if (first === undefined || second === undefined || third === undefined) throw new Error('the sandbox has sheets')
      await station.close()
      const cache = openCache({ folder: station.data, clock: systemClock })
      const { sheet } = cache.sheetOf(second.sheetId)
      if (sheet === null) throw new Error('the sheet is not here')
      cache.putSheet(first.sheetId, { id: first.sheetId, version: 'x' }, 99)
      const narrow = { ...sheet.unfolding, widthMm: sheet.unfolding.widthMm - 40 }
      cache.putSheet(second.sheetId, { ...sheet, version: 99, drawingVersion: 99, unfolding: narrow }, 99)
      cache.close()
      await station.network.cut()
      station.open()
      const sheetIds = [first.sheetId, second.sheetId, third.sheetId]
      await station.status(() => true)
      const view = await written({ kind: 'sheets', sheetIds, formats: ['dxf', 'pdf-batch'] })
      expect(view.state).toBe('done')
      expect(view.refusals).toEqual([
        expect.objectContaining({
          sheetId: first.sheetId,
          code: 'malformed',
          name: expect.stringMatching(/^T-\d+ · \d+$/),
        }),
        expect.objectContaining({
          sheetId: second.sheetId,
          code: 'contradicts',
          field: expect.stringMatching(/^unfolding/),
        }),
      ])
      const batch = view.files.find((file) => file.endsWith('.pdf')) ?? ''
      const contents = execFileSync('pdftotext', ['-layout', batch, '-'], { encoding: 'utf8' })
      for (const { name } of view.refusals) expect(contents).toContain(name)
    },
  )

  test(
    'names a file that another program locks in the requested language, and writes the others',
    { tags: 'long' },
    async () => {
      const { today } = await station.pulled()
      const folder = join(exportsFolder(), today)
      mkdirSync(join(folder, `${today}_list.csv`), { recursive: true })
      const view = await written(
        { kind: 'day', date: today, pressBrakeId: null, formats: ['list-csv', 'counts-csv'] },
        'en',
      )
      expect(view).toMatchObject({ state: 'failed', failure: expect.stringContaining(`${today}_list.csv`) })
      expect(view.failure).toMatch(/open in another program/)
      expect(view.files.map((file) => basename(file))).toEqual([`${today}_counts.csv`])
    },
  )

  test('that runs when the station closes leaves only complete files', { tags: 'long' }, async () => {
    const { today } = await station.pulled()
    await start({ kind: 'day', date: today, pressBrakeId: null, formats: ['pdf', 'dxf'] })
    await station.close()
    const folder = join(exportsFolder(), today)
    const names = existsSync(folder) ? readdirSync(folder) : []
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([])
    for (const name of names.filter((one) => one.endsWith('.pdf')))
      execFileSync('qpdf', ['--check', join(folder, name)])
  })
})
