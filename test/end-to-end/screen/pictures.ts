// Takes pictures of every screen and state, to be looked at: `node test/end-to-end/screen/pictures.ts FOLDER`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { changeEntry, changeSheet, heldStation, planOn, settleMark, today, type HeldStation } from './held-station.ts'
import { asked, counted, everyState, given, named, wrong } from './work-scenes.ts'
import { brakePictures } from './brake-scenes.ts'
import { buildScreen, openScreen, type ScreenLook } from './open-screen.ts'
import { idOf } from './sandbox-day.ts'

interface Picture {
  name: string
  look?: ScreenLook
  set?: (station: HeldStation) => void
  /** Where to go, as the address's fragment. */
  at?: string
  /** What to press once it is shown, one after the other. */
  press?: string | string[]
  /** What to scroll to in the end. */
  show?: string
}

const sheetAt = (key: string): string => `#/sheet/${today}/${idOf(key)}`

function troubled(station: HeldStation): void {
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
    if (state !== undefined && state !== 'held') settleMark(station.marks, markId, state, station.changed)
  }
  station.changed()
}

function offline(station: HeldStation): void {
  station.say({
    connection: { state: 'offline', problem: { code: 'offline', params: {} } },
    freshAt: '2026-11-20T14:03:00Z',
  })
}

/** On a machine that is too short for it, whose tools and one machine's file are wrong besides. */
function unfit(station: HeldStation): void {
  planOn(station, idOf('parapetbeslag-05'), idOf('press-brake-1'))
  planOn(station, idOf('vindusbeslag-03'), idOf('press-brake-1'))
  station.say({ ownBrakeId: idOf('press-brake-2') })
  const { workshop } = station
  const file = '/home/verksted/.local/share/kant/workshop/machines/knekkemaskin-1.json'
  station.workshop = {
    ...workshop,
    machines: workshop.machines.map((one) => (one.kind === 'folder' ? { ...one, machine: null } : one)),
    wrong: [{ file, line: 7, field: 'maxLengthMm', message: 'expected number, received string' }],
  }
}

/** The same, seen on the list of every machine. */
function unfitForAll(station: HeldStation): void {
  unfit(station)
  planOn(station, idOf('vindusbeslag-01'), idOf('press-brake-2'))
  changeSheet(station, idOf('vindusbeslag-01'), (sheet) => ({
    ...sheet,
    profile: { ...sheet.profile, thicknessMm: 3.5 },
  }))
  station.say({ ownBrakeId: null })
}

/** Everything that a line may say at once, on the first three; and a brake chosen. */
function signed(station: HeldStation): void {
  const [first, second, third] = (station.lists.get(today)?.entries ?? []).map(({ entry }) => entry.sheetId)
  if (first === undefined || second === undefined || third === undefined) return
  for (const sheetId of [first, second, third]) {
    planOn(station, sheetId, idOf('folder-1'))
    changeSheet(station, sheetId, (sheet) => ({
      ...sheet,
      // thicker than the folder takes, and than its unfolding was worked out for
      profile: { ...sheet.profile, thicknessMm: 1.8 },
    }))
    changeEntry(station, sheetId, (view) => ({
      ...view,
      entry: { ...view.entry, reworkCount: 1, ...(sheetId === second ? {} : { dueDate: '2026-11-19' }) },
    }))
  }
  changeSheet(station, third, (sheet) => ({ ...sheet, quantity: 99 }))
}

function unsound(station: HeldStation): void {
  changeSheet(station, idOf('vindusbeslag-01'), (sheet) => ({
    ...sheet,
    unfolding: { ...sheet.unfolding, cutouts: [{ kind: 'circle', x: 180, y: 40, diameterMm: 30 }] },
  }))
}

function exporting(station: HeldStation): void {
  const day = { kind: 'day', date: today, pressBrakeId: idOf('press-brake-1'), formats: ['dxf', 'pdf-batch'] } as const
  const start = (what: Parameters<HeldStation['handlers']['export.start']>[0]['what']): void =>
    void station.handlers['export.start']({ what, preset: 'inventor', language: 'nb' })
  start({ ...day, formats: [...day.formats] })
  start({ kind: 'sheets', sheetIds: [idOf('vindusbeslag-01')], formats: ['dxf'] })
  const [first] = station.exports
  if (first === undefined) return
  station.tellExport({ ...first, done: 31, total: 96 })
}

function exported(station: HeldStation): void {
  exporting(station)
  const [first, second] = station.exports
  if (first === undefined || second === undefined) return
  const { folder } = first
  const names = ['T-000001-1-v1-1', 'T-000001-2-v1-1', 'T-000002-1-v1-1-L', 'T-000002-1-v1-2-R']
  station.tellExport({
    ...first,
    state: 'done',
    done: 96,
    total: 96,
    files: names.map((name) => `${folder}/${name}.dxf`),
    refused: [
      { code: 'not_positive', field: 'profile.flanges[2].lengthMm', name: 'T-000004 · 1' },
      { code: 'outside', field: 'unfolding.cutouts[0]', name: 'T-000005 · 2' },
    ].map((one, index) => ({
      ...one,
      code: one.code === 'outside' ? 'outside' : 'not_positive',
      sheetId: idOf(`${index}`),
      message: '',
    })),
  })
  station.tellExport({ ...second, state: 'failed', failure: 'T-000001-1-v1-1.dxf er åpen i et annet program' })
}

const sizes = [
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 1024, height: 600 },
]

/** Fewer looks for what has many words: each language, the two usual panels, and the dark. */
const lookedAt: { called: string; look: ScreenLook }[] = [
  { called: '1280x800', look: { width: 1280, height: 800 } },
  { called: '1024x768-en', look: { width: 1024, height: 768, language: 'en' } },
  { called: '1024x600', look: { width: 1024, height: 600 } },
  { called: 'dark', look: { width: 1024, height: 768, colorScheme: 'dark' } },
]

const pictures: Picture[] = [
  ...sizes.map((size) => ({ name: `list-${size.width}x${size.height}`, look: size })),
  ...sizes.map((size) => ({ name: `sheet-${size.width}x${size.height}`, look: size, at: sheetAt('vindusbeslag-01') })),
  { name: 'list-troubled-600x800', set: troubled, look: { width: 600, height: 800 } },
  { name: 'list-troubled-800x600', set: troubled, look: { width: 800, height: 600 } },
  { name: 'sheet-800x600', look: { width: 800, height: 600 }, at: sheetAt('vindusbeslag-01') },
  { name: 'work-handed', at: sheetAt('vindusbeslag-03'), press: 'Telling' },
  { name: 'work-take-back', at: sheetAt('vindusbeslag-01'), set: given, press: ['Telling', 'Ta tilbake'] },
  {
    name: 'list-notices',
    look: { width: 1280, height: 800 },
    set: (station) => {
      everyState(station)
      station.say({ warnings: [{ code: 'key_in_file', params: {} }] })
    },
  },
  { name: 'list-dark', look: { colorScheme: 'dark' } },
  { name: 'list-en', look: { language: 'en' } },
  { name: 'list-troubled', set: troubled },
  { name: 'list-troubled-small-en', set: troubled, look: { width: 1024, height: 600, language: 'en' } },
  { name: 'list-troubled-dark', set: troubled, look: { colorScheme: 'dark' } },
  { name: 'list-offline', set: offline },
  {
    name: 'list-offline-small',
    look: { width: 1024, height: 600 },
    set: (station) => {
      troubled(station)
      offline(station)
      station.say({
        warnings: [
          { code: 'key_in_file', params: {} },
          { code: 'cache_rebuilt', params: {} },
        ],
      })
    },
  },
  {
    name: 'list-empty',
    set: (s) => s.lists.set(today, { date: today, readAt: '2026-11-23T07:00:00Z', entries: [], malformed: [] }),
  },
  {
    name: 'list-never-offline',
    set: (station) => {
      station.lists.delete(today)
      station.say({ connection: { state: 'offline', problem: { code: 'not_the_service', params: {} } }, freshAt: null })
    },
  },
  {
    name: 'list-loading',
    set: (station) => {
      station.lists.delete(today)
      station.say({ freshAt: null, pull: { done: 12, total: 60, secondsLeft: 75 } })
    },
  },
  {
    name: 'list-blocked',
    set: (s) =>
      s.say({
        connection: { state: 'blocked', problem: { code: 'key_refused', params: {} } },
        warnings: [
          { code: 'key_in_file', params: {} },
          { code: 'cache_rebuilt', params: {} },
        ],
      }),
    press: '2 varsler',
  },
  { name: 'list-brakes', press: 'Alle maskiner' },
  { name: 'sheet-dark', look: { colorScheme: 'dark' }, at: sheetAt('parapetbeslag-04') },
  { name: 'sheet-en', look: { language: 'en' }, at: sheetAt('pipebeslag-04') },
  { name: 'sheet-ten-bends', at: sheetAt('parapetbeslag-04') },
  { name: 'sheet-tapered', at: sheetAt('parapetbeslag-06') },
  { name: 'sheet-handed', at: sheetAt('vindusbeslag-03') },
  { name: 'sheet-awaiting', at: sheetAt('vindusbeslag-04') },
  { name: 'sheet-marked', at: sheetAt('vindusbeslag-01'), press: 'Merk som bøyd' },
  {
    name: 'sheet-marked-small',
    at: sheetAt('vindusbeslag-01'),
    press: 'Merk som bøyd',
    look: { width: 1024, height: 600 },
  },
  ...sizes.map((size) => ({
    name: `sheet-unfit-${size.width}x${size.height}`,
    look: size,
    at: sheetAt('parapetbeslag-05'),
    set: unfit,
  })),
  ...sizes.map((size) => ({
    name: `sheet-machines-${size.width}x${size.height}`,
    look: size,
    at: sheetAt('parapetbeslag-05'),
    set: unfit,
    show: '.machines',
  })),
  {
    name: 'sheet-machines-dark',
    look: { colorScheme: 'dark' },
    at: sheetAt('vindusbeslag-03'),
    set: unfit,
    show: '.machines',
  },
  { name: 'sheet-machines-en', look: { language: 'en' }, at: sheetAt('pipebeslag-04'), show: '.machines' },
  { name: 'sheet-unsound', at: sheetAt('vindusbeslag-01'), set: unsound },
  { name: 'sheet-wrong-file', at: sheetAt('vindusbeslag-01'), set: unfit, press: '1 feil i verkstedets filer' },
  ...[...sizes, { width: 600, height: 800 }, { width: 800, height: 600 }].map((size) => ({
    name: `list-signs-${size.width}x${size.height}`,
    look: size,
    set: signed,
  })),
  {
    name: 'list-of-brake-600x800',
    look: { width: 600, height: 800 },
    set: (s: HeldStation) => s.say({ ownBrakeId: idOf('press-brake-1') }),
  },
  {
    name: 'list-of-brake',
    look: { width: 1024, height: 600 },
    set: (s: HeldStation) => s.say({ ownBrakeId: idOf('press-brake-1') }),
  },
  {
    name: 'list-hanging',
    look: { width: 1024, height: 768 },
    set: (station: HeldStation) => {
      const { queue } = station.snapshot().status
      station.say({
        connection: { state: 'offline', problem: { code: 'offline', params: {} } },
        queue: { ...queue, state: 'offline', problem: { code: 'service_error', params: { message: 'timeout' } } },
        freshAt: new Date().toISOString(),
        warnings: [
          {
            code: 'journal_failing',
            params: { message: "ENOSPC: no space left on device, open '/home/kant/journal'" },
          },
          { code: 'outbox_incomplete', params: { file: 'outbox.db.damaged-2026-11-21', marks: 12, restored: 3 } },
        ],
      })
    },
  },
  { name: 'list-unfit', set: unfitForAll },
  { name: 'list-unfit-600x800', look: { width: 600, height: 800 }, set: unfitForAll },
  ...sizes.map((size) => ({ name: `list-files-${size.width}x${size.height}`, look: size, press: 'Filer' })),
  ...sizes.map((size) => ({
    name: `list-choosing-${size.width}x${size.height}`,
    look: size,
    press: ['Filer', 'Velg sedler', 'seddel 1,', 'seddel 3,'],
  })),
  ...sizes.map((size) => ({ name: `list-exporting-${size.width}x${size.height}`, look: size, set: exporting })),
  ...sizes.map((size) => ({ name: `list-exported-${size.width}x${size.height}`, look: size, set: exported })),
  { name: 'sheet-export', at: sheetAt('vindusbeslag-01'), press: 'Lagre DXF' },
  {
    name: 'sheet-export-small',
    look: { width: 1024, height: 600 },
    at: sheetAt('vindusbeslag-01'),
    press: ['Lagre DXF', 'Merk som bøyd'],
  },
  { name: 'exports', set: exported, at: '#/exports' },
  { name: 'exports-dark-en', set: exported, at: '#/exports', look: { colorScheme: 'dark', language: 'en' } },
  { name: 'exports-running-1024', set: exporting, at: '#/exports', look: { width: 1024, height: 768 } },
  { name: 'exports-none', at: '#/exports' },
  {
    name: 'sheet-conflict',
    at: sheetAt('vindusbeslag-01'),
    set: (station) => {
      void station.handlers['mark.create']({ sheetId: idOf('vindusbeslag-01'), drawingVersion: 1, by: 'KN' })
      settleMark(station.marks, 'mark-1', 'conflict', station.changed, 'sheet_superseded')
    },
  },
  ...lookedAt.flatMap(({ called, look }) => [
    { name: `work-${called}`, at: sheetAt('vindusbeslag-01'), set: counted, press: ['Telling', 'Count'], look },
    { name: `work-wrong-${called}`, at: sheetAt('vindusbeslag-01'), set: wrong, press: ['Telling', 'Count'], look },
    { name: `work-given-${called}`, at: sheetAt('vindusbeslag-01'), set: given, press: ['Telling', 'Count'], look },
    { name: `work-who-${called}`, at: sheetAt('vindusbeslag-01'), set: named, press: ['Merk', 'Mark'], look },
    {
      name: `work-new-${called}`,
      at: sheetAt('vindusbeslag-01'),
      set: named,
      press: ['Merk', 'Mark', 'Ny', 'New'],
      look,
    },
    { name: `work-differ-${called}`, at: sheetAt('vindusbeslag-01'), set: counted, press: ['Merk', 'Mark'], look },
    { name: `question-${called}`, at: '#/mark/mark-1', set: asked, look },
    { name: `question-why-${called}`, at: '#/mark/mark-1', set: asked, press: ['Legg bort', 'Put the'], look },
    { name: `marks-${called}`, at: '#/marks', set: everyState, look },
  ]),
  ...lookedAt.flatMap(({ called, look }) =>
    brakePictures(sheetAt('u_profil-01')).map((one) => ({ ...one, name: `${one.name}-${called}`, look })),
  ),
  { name: 'sheet-malformed', at: sheetAt('vindusbeslag-02'), set: troubled },
  { name: 'marks', at: '#/marks', set: troubled },
  { name: 'marks-none', at: '#/marks' },
]

const folder = process.argv[2]
if (folder === undefined) throw new Error('say where the pictures go: pictures.ts FOLDER [PART OF A NAME]')
const part = process.argv[3] ?? ''
mkdirSync(folder, { recursive: true })
const built = await buildScreen()
for (const { name, look, set, at, press = [], show } of pictures.filter((picture) => picture.name.includes(part))) {
  const station = heldStation()
  set?.(station)
  const { page, shell, complaints, close } = await openScreen(built, station, look)
  await page.locator('.app').waitFor()
  if (at !== undefined) await page.goto(`${shell.address}/${at}`)
  await page.getByRole('main').locator('button').first().waitFor()
  for (const label of [press].flat()) {
    const button = page.getByRole('button', { name: label }).first()
    // what is said in two languages is pressed in the one shown
    if ([press].flat().length === 1 || (await button.count()) > 0) await button.click()
  }
  if (show !== undefined) await page.locator(show).scrollIntoViewIfNeeded()
  await page.evaluate('document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(done)))')
  await page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(name, complaints.join(' | '))
  await close()
}
await built.close()
