// Sets the fake station to states with problems, with machines that a sheet does not fit, and with exports.
import { changeEntry, changeSheet, planOn, settleMark, today, type FakeStation } from '../fake-station/fake-station.ts'
import { idOf } from '../fake-station/sandbox-day.ts'

export function problemStates(station: FakeStation): void {
  const list = station.lists.get(today)
  if (list === undefined) return
  const [first, second, third, fourth, ...others] = list.entries
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return
  const unreadable = station.sheets.get(second.entry.sheetId)
  if (unreadable !== undefined)
    station.sheets.set(second.entry.sheetId, {
      ...unreadable,
      state: 'malformed',
      sheet: null,
      problems: [
        { path: 'profile.flanges[2].lengthMm', message: 'Invalid input: expected number, received string' },
        { path: 'pieces', message: 'Too small: expected array to have >=1 items' },
      ],
    })
  station.lists.set(today, {
    ...list,
    malformed: [{ position: 3, problems: [{ path: 'thicknessMm', message: 'expected number, received null' }] }],
    entries: [
      { ...first, entry: { ...first.entry, dueDate: '2026-11-19' } },
      { ...second, sheetState: 'malformed' },
      { ...third, sheetState: 'fetching' },
      { ...fourth, sheetState: 'failed', entry: { ...fourth.entry, reworkCount: 1, dueDate: '2026-11-20' } },
      ...others,
    ],
  })
  const states = [
    'held',
    'queued',
    'sending',
    'unknown',
    'waiting',
    'delivered',
    'conflict',
    'bent_elsewhere',
    'parked',
  ]
  for (const [index, { entry }] of others.slice(0, states.length).entries()) {
    void station.handlers['mark.create']({ sheetId: entry.sheetId, drawingVersion: 1, by: 'KN' })
    const markId = station.marks[index]?.id ?? ''
    const state = (
      ['held', 'queued', 'sending', 'unknown', 'waiting', 'delivered', 'conflict', 'bent_elsewhere', 'parked'] as const
    )[index]
    if (state !== undefined && state !== 'held') settleMark(station.marks, markId, state, station.pushChanges)
  }
  station.pushChanges()
}

export function warned(station: FakeStation): void {
  station.pushStatus({ warnings: [{ code: 'key_in_file', params: {} }] })
}

export function offline(station: FakeStation): void {
  station.pushStatus({
    connection: { state: 'offline', problem: { code: 'offline', params: {} } },
    upToDateAt: '2026-11-20T14:03:00Z',
  })
}

/** A sheet on a machine that is too short for it, and a machine file with an error. */
export function unfit(station: FakeStation): void {
  planOn(station, idOf('parapetbeslag-05'), idOf('press-brake-1'))
  planOn(station, idOf('vindusbeslag-03'), idOf('press-brake-1'))
  station.pushStatus({ ownBrakeId: idOf('press-brake-2') })
  const { workshop } = station
  const file = '/home/verksted/.local/share/kant/workshop/machines/knekkemaskin-1.json'
  station.workshop = {
    ...workshop,
    machines: workshop.machines.map((one) => (one.kind === 'folder' ? { ...one, machine: null } : one)),
    wrong: [
      {
        file,
        line: 7,
        field: 'maxLengthMm',
        message: 'expected number, received string',
        why: { code: 'no_number', params: {} },
      },
    ],
  }
}

/** The first three lines of the list with every sign at once. */
export function everySign(station: FakeStation): void {
  const [first, second, third] = (station.lists.get(today)?.entries ?? []).map(({ entry }) => entry.sheetId)
  if (first === undefined || second === undefined || third === undefined) return
  for (const sheetId of [first, second, third]) {
    planOn(station, sheetId, idOf('folder-1'))
    changeSheet(station, sheetId, (sheet) => ({
      ...sheet,
      // thicker than the folding machine takes, and than its flat pattern was computed for
      profile: { ...sheet.profile, thicknessMm: 1.8 },
    }))
    changeEntry(station, sheetId, (view) => ({
      ...view,
      entry: { ...view.entry, reworkCount: 1, ...(sheetId === second ? {} : { dueDate: '2026-11-19' }) },
    }))
  }
  changeSheet(station, third, (sheet) => ({ ...sheet, quantity: 99 }))
}

export function unsound(station: FakeStation): void {
  changeSheet(station, idOf('vindusbeslag-01'), (sheet) => ({
    ...sheet,
    unfolding: { ...sheet.unfolding, cutouts: [{ kind: 'circle', x: 180, y: 40, diameterMm: 30 }] },
  }))
}

function exporting(station: FakeStation): void {
  const day = { kind: 'day', date: today, pressBrakeId: idOf('press-brake-1'), formats: ['dxf', 'pdf-batch'] } as const
  const start = (order: Parameters<FakeStation['handlers']['export.start']>[0]['order']): void =>
    void station.handlers['export.start']({ order, preset: 'inventor', language: 'nb' })
  start({ ...day, formats: [...day.formats] })
  start({ kind: 'sheets', sheetIds: [idOf('vindusbeslag-01')], formats: ['dxf'] })
  const [first] = station.exports
  if (first === undefined) return
  station.pushExport({ ...first, done: 31, total: 96 })
}

export function exported(station: FakeStation): void {
  exporting(station)
  const [first, second] = station.exports
  if (first === undefined || second === undefined) return
  const { folder } = first
  const names = ['T-000001-1-v1-1', 'T-000001-2-v1-1', 'T-000002-1-v1-1-L', 'T-000002-1-v1-2-R']
  station.pushExport({
    ...first,
    state: 'done',
    done: 96,
    total: 96,
    files: names.map((name) => `${folder}/${name}.dxf`),
    refusals: [
      { code: 'not_positive', field: 'profile.flanges[2].lengthMm', name: 'T-000004 · 1' },
      { code: 'outside', field: 'unfolding.cutouts[0]', name: 'T-000005 · 2' },
    ].map((one, index) => ({
      ...one,
      code: one.code === 'outside' ? 'outside' : 'not_positive',
      sheetId: idOf(`${index}`),
      message: '',
    })),
  })
  station.pushExport({ ...second, state: 'failed', failure: 'T-000001-1-v1-1.dxf er åpen i et annet program' })
}

export function empty(station: FakeStation): void {
  station.lists.set(today, { date: today, readAt: '2026-11-23T07:00:00Z', entries: [], malformed: [] })
}

export function neverRead(station: FakeStation): void {
  station.lists.set(today, { date: today, readAt: null, entries: [], malformed: [] })
  station.pushStatus({
    connection: { state: 'offline', problem: { code: 'not_the_service', params: {} } },
    upToDateAt: null,
  })
}

export function blocked(station: FakeStation): void {
  station.pushStatus({
    connection: { state: 'blocked', problem: { code: 'key_refused', params: {} } },
    warnings: [
      { code: 'key_in_file', params: {} },
      { code: 'cache_rebuilt', params: {} },
    ],
  })
}
