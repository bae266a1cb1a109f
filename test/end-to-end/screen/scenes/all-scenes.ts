// Every screen and dialog, as an address and the buttons to press. For the accessibility tests and the screenshots.
import type { Page } from 'playwright-core'
import { sheetCode } from '../../../../shared/drawing/qr-code.ts'
import { unlockedAccess } from '../../../../shared/station-api/index.ts'
import { setUpParts } from '../../../../src-renderer/set-up/parts.ts'
import { drawingHash } from '../../../../src-main/platform/drawing-hash.ts'
import * as bending from './bend-step-scenes.ts'
import { brakeStates } from './brake-scenes.ts'
import { papered } from './order-scenes.ts'
import { planAt } from '../fake-station/fake-bend-plans.ts'
import { changeSheet, fakeStation, today, type FakeStation } from '../fake-station/fake-station.ts'
import { openScreen, smallestWindow, type BuiltScreen, type OpenScreen, type ScreenLook } from '../page/open-screen.ts'
import { idOf } from '../fake-station/sandbox-day.ts'
import { scan } from '../page/scanner-keys.ts'
import {
  blocked,
  empty,
  exported,
  neverRead,
  offline,
  everySign,
  problemStates,
  unfit,
  unsound,
  warned,
} from './trouble-scenes.ts'
import { changedDrawing, counted, everyState, fourOperators, handedOver, reportedDrawing } from './work-scenes.ts'

export interface Scene {
  name: string
  /**
   * `glove`: every control is for gloves. `job`: the page of a sheet, with one large button. `rows`: for an operator, but its targets are lower,
   * so that the screen shows more rows; each row is as wide as the list. `bare`: for bare hands.
   */
  hand: 'glove' | 'job' | 'rows' | 'bare'
  route: string
  /** The window in CSS pixels; otherwise the usual one of the page. */
  size?: { width: number; height: number }
  set?: (station: FakeStation) => void
  /** The names of the buttons to press in order, in both languages. */
  press?: readonly RegExp[]
  /** How long nobody touches the screen after the last button; the clock of the page is set forward. */
  idleMs?: number
  /** What happens after that. */
  afterIdle?: (station: FakeStation) => void
  /** The code to scan after the last button. */
  scan?: (station: FakeStation) => string
}

const sheetAt = (key: string): string => `#/sheet/${today}/${idOf(key)}`
const sheet = sheetAt('vindusbeslag-01')
const brakeSheet = sheetAt('u_profil-01')
const more = /(Mer|More)$/
const count = /^(Telling|Count)/

/** The code of a print whose drawing has changed since. */
function oldPrint(station: FakeStation): string {
  const printed = station.sheets.get(idOf('vindusbeslag-03'))?.sheet ?? null
  if (printed === null) throw new Error('the sheet is missing')
  changeSheet(station, printed.id, (one) => ({ ...one, drawingVersion: one.drawingVersion + 1 }))
  return sheetCode(printed, drawingHash(printed))
}

/** Makes the marks that the overview counts: two in the queue, and one that needs a person. */
const undelivered = (station: FakeStation): void => {
  const sheetIds = [...station.sheets.keys()]
  station.marks.splice(0)
  for (const [index, state] of (['queued', 'waiting', 'parked'] as const).entries())
    station.marks.push({
      id: `mark-${index + 1}`,
      sheetId: sheetIds[index] ?? '',
      state,
      reason: state === 'parked' ? 'failing' : null,
      markedAt: `${today}T07:0${index}:00Z`,
      heldUntil: null,
      by: 'KN',
      quantity: 4,
      drawingVersion: 1,
    })
}

const planned = (station: FakeStation): void => planAt(station, idOf('vindusbeslag-01'), 'Kantpresse 1')

const oneBackup = ({ setUp }: FakeStation): void => {
  const backup = {
    name: 'kant-1.db',
    createdAt: `${today}T07:00:00Z`,
    bytes: 40_000,
    marks: 12,
    undelivered: 2,
    refusal: null,
  }
  setUp.backups = { folder: '/srv/kant/backups', backups: [backup] }
}

/** No PIN has been entered. */
const withoutPin = (station: FakeStation): void => {
  station.admit = () => unlockedAccess(['operate'])
}

const list: readonly Scene[] = [
  { name: 'list', hand: 'rows', route: '#/list' },
  { name: 'list, machines', hand: 'glove', route: '#/list', press: [/^(Alle maskiner|All machines)/] },
  {
    name: 'list, number pad',
    hand: 'glove',
    route: '#/list',
    press: [/^(Skriv ordrenummer|Enter the order number)/, /^1$/],
  },
  { name: 'list, filters', hand: 'rows', route: '#/list', press: [/^Filter/] },
  { name: 'list, files to write', hand: 'glove', route: '#/list', press: [/^(Filer|Files)$/] },
  { name: 'list, unknown code', hand: 'rows', route: '#/list', scan: () => 'https://example.no/4711' },
]
const sheets: readonly Scene[] = [
  { name: 'sheet', hand: 'job', route: sheet, set: planned },
  { name: 'sheet, bend plan', hand: 'bare', route: sheet, set: planned, press: [/^(Bøyeplan|Bend plan)$/] },
  { name: 'sheet, tapered', hand: 'job', route: sheetAt('parapetbeslag-06') },
  { name: 'sheet, enlarged drawing', hand: 'job', route: sheet, press: [/^(Profil i|Profile in)/] },
  { name: 'sheet, in 3D', hand: 'job', route: sheet, press: [/^(Bøying i 3D|Bending in 3D)$/] },
  { name: 'sheet, opened by an old print', hand: 'job', route: '#/list', scan: oldPrint },
  {
    name: 'sheet, papers of the order',
    hand: 'job',
    route: sheet,
    set: papered,
    press: [/^(Ordrens papirer|Papers of)/],
  },
  { name: 'sheet, marked', hand: 'job', route: sheet, press: [/^(Merk som bøyd|Mark as bent)$/] },
]
const work: readonly Scene[] = [
  { name: 'counting', hand: 'job', route: sheet, set: counted, press: [more, count] },
  {
    name: 'counting, first piece',
    hand: 'job',
    route: sheet,
    set: counted,
    press: [more, count, /^(Mål prøve|Measure)/],
  },
  { name: 'counting, drawing wrong', hand: 'job', route: sheet, set: reportedDrawing, press: [count] },
  { name: 'counting, handed over', hand: 'job', route: sheet, set: handedOver, press: [count] },
  { name: 'a corrected count', hand: 'job', route: sheet, set: counted, press: [more, count, /^(Rett|Correct),/] },
  {
    name: 'pieces handed over',
    hand: 'job',
    route: sheet,
    set: counted,
    press: [more, count, /^(Overlever|Hand over)$/],
  },
  {
    name: 'pieces taken over',
    hand: 'job',
    route: sheet,
    set: counted,
    press: [more, count, /^(Ta imot|Take over)$/],
  },
  {
    name: 'pieces taken back',
    hand: 'job',
    route: sheet,
    set: handedOver,
    press: [count, /^(Ta tilbake|Take back)$/],
  },
  {
    name: 'drawing reported',
    hand: 'job',
    route: sheet,
    set: counted,
    press: [more, count, /^(Tegningen er|The drawing is)/],
  },
  {
    name: 'drawing released',
    hand: 'job',
    route: sheet,
    set: reportedDrawing,
    press: [count, /^(Frigi|Release)/],
  },
  {
    name: 'fewer marked than printed',
    hand: 'job',
    route: sheet,
    set: counted,
    press: [more, /^(Merk som bøyd|Mark as bent)$/],
  },
]
const program = /^(Program|Pressa:|Brake:)/
const ofProgram = { hand: 'job', route: brakeSheet, set: brakeStates.linked } as const
const brake: readonly Scene[] = [
  { ...ofProgram, name: 'a program to be sent', press: [/^Send /] },
  { ...ofProgram, name: 'a corrected angle', press: [more, program, /: (korriger|correct) /] },
  ...Object.entries(brakeStates).map(([state, set]): Scene => ({
    name: `brake, ${state}`,
    hand: 'job',
    route: brakeSheet,
    set,
    press: [more, program],
  })),
]
const bendAt = (sheetId: string): string => `#/bend/${today}/${sheetId}/1`
const cap = { hand: 'glove', route: bendAt(bending.capSheet) } as const
const bend: readonly Scene[] = [
  ...[1, 2, 3, 4].map((step): Scene => ({ ...cap, name: `bend step ${step}`, set: bending.capAtStep(step) })),
  { ...cap, name: 'bend step, alarm', set: bending.capAlarmed },
  { ...cap, name: 'bend step, drawing wrong', set: bending.capDrawingWrong },
  { ...cap, name: 'bend step, read back wrong', set: bending.capReadBackWrong },
  { ...cap, name: 'bend step, another sheet', set: bending.otherLoaded },
  {
    ...cap,
    name: 'bend step, by hand at a brake',
    set: bending.capAtStep(2),
    press: [/^(Neste bøy|Next bend)/],
  },
]
const byHand: readonly Scene[] = [
  { ...cap, name: 'bend step by hand', set: bending.capByHand },
  { ...cap, name: 'bend step at a folding machine', route: bendAt(bending.capOfFolder), set: bending.folderByHand },
]
const hall: readonly Scene[] = [
  { ...cap, name: 'hall, runs', set: bending.capAtStep(2), idleMs: 10_500 },
  { ...cap, name: 'hall, drawing wrong', set: bending.capDrawingWrong, idleMs: 10_500 },
  { ...cap, name: 'hall, alarm', set: bending.capAlarmed, idleMs: 10_500 },
  {
    ...cap,
    name: 'hall, done',
    set: bending.capAtStep(2),
    idleMs: 10_500,
    afterIdle: bending.capFinished,
  },
]
const marks: readonly Scene[] = [
  { name: 'a mark’s question', hand: 'glove', route: '#/mark/mark-1', set: changedDrawing },
  { name: 'list, every state', hand: 'rows', route: '#/list', set: everyState },
  { name: 'marks', hand: 'glove', route: '#/marks' },
]
const problems: readonly Scene[] = [
  { name: 'sheet, unsound', hand: 'job', route: sheet, set: unsound },
  { name: 'list, every sign', hand: 'rows', route: '#/list', set: everySign },
  { name: 'sheet, fits no machine', hand: 'job', route: sheetAt('parapetbeslag-05'), set: unfit },
  { name: 'list, with problems', hand: 'rows', route: '#/list', set: problemStates },
  { name: 'sheet, malformed', hand: 'job', route: sheetAt('vindusbeslag-02') },
  { name: 'list, smallest window', hand: 'rows', route: '#/list', set: warned, size: smallestWindow },
  {
    name: 'sheet, smallest window',
    hand: 'job',
    route: sheetAt('parapetbeslag-04'),
    set: warned,
    size: smallestWindow,
  },
  { name: 'list, offline', hand: 'rows', route: '#/list', set: offline },
  { name: 'list, blocked', hand: 'glove', route: '#/list', set: blocked, press: [/^2 (varsler|warnings)/] },
  { name: 'list, empty', hand: 'rows', route: '#/list', set: empty },
  { name: 'list, never read', hand: 'rows', route: '#/list', set: neverRead },
]
const office: readonly Scene[] = [
  { name: 'exports, none', hand: 'bare', route: '#/exports' },
  { name: 'plan', hand: 'bare', route: `#/plan/${today}` },
  { name: 'plan, a sheet', hand: 'bare', route: `#/plan/${today}`, press: [/^(Velg for|Choose for) T-000001/] },
  { name: 'a machine’s order', hand: 'bare', route: `#/plan/${today}`, press: [/^Kantpresse 1/] },
  { name: 'a better order', hand: 'bare', route: `#/plan/${today}`, press: [/^Kantpresse 1/, /^(Foreslå|Propose)/] },
  { name: 'a machine’s times', hand: 'bare', route: `#/plan/${today}`, press: [/^Kantpresse 1/, /^(Tider|Times)/] },
  { name: 'a new PIN', hand: 'bare', route: '#/setup/screens', press: [/^(Velg PIN|Choose a PIN)$/] },
  {
    name: 'a restored backup',
    hand: 'bare',
    route: '#/setup/backup',
    set: oneBackup,
    press: [/^(Gjenopprett|Restore)$/],
  },
  ...setUpParts.map((part): Scene => ({ name: `set-up, ${part}`, hand: 'bare', route: `#/setup/${part}` })),
  // the last scene: the result of an export stays at the foot of every later screen
  { name: 'exports', hand: 'bare', route: '#/exports', set: exported },
]
const overview: readonly Scene[] = [
  { name: 'oversight', hand: 'bare', route: '#/oversight', set: undelivered },
  {
    name: 'sheets behind a figure',
    hand: 'bare',
    route: '#/oversight',
    set: undelivered,
    press: [/^\d+ *(Gjenstår|Left)/],
  },
  { name: 'chosen days', hand: 'bare', route: '#/oversight', set: undelivered, press: [/^(Andre dager|Other days)$/] },
]
const initials: readonly Scene[] = [
  {
    name: 'question for initials',
    hand: 'job',
    route: sheet,
    set: fourOperators,
    press: [/^(Merk som bøyd|Mark as bent)$/],
  },
  { name: 'new initials', hand: 'job', route: sheet, set: fourOperators, press: [/^(Merk|Mark) /, /^(Ny|New)$/] },
]
const locked: readonly Scene[] = [{ name: 'PIN', hand: 'bare', route: '#/setup', set: withoutPin }]

/** Every screen and dialog in groups. The scenes of a group can be shown one after the other on one page and one station. */
const sceneGroups = {
  list,
  sheets,
  work,
  brake,
  bend,
  byHand,
  hall,
  marks,
  problems,
  office,
  overview,
  initials,
  locked,
}
export const sceneGroupNames = [
  'list',
  'sheets',
  'work',
  'brake',
  'bend',
  'byHand',
  'hall',
  'marks',
  'problems',
  'office',
  'overview',
  'initials',
  'locked',
] as const
export type SceneGroupName = (typeof sceneGroupNames)[number]
export const scenesOf = (group: SceneGroupName): readonly Scene[] => sceneGroups[group]

export interface OpenSceneGroup extends OpenScreen {
  scenes: readonly Scene[]
  show: (scene: Scene) => Promise<void>
}

/** Opens a page on which the scenes of a group are shown in their order. */
export async function openSceneGroup(
  built: BuiltScreen,
  group: SceneGroupName,
  look: ScreenLook = {},
): Promise<OpenSceneGroup> {
  const station = fakeStation()
  // the first scene may decide how the page starts
  sceneGroups[group][0]?.set?.(station)
  station.pushChanges()
  const hasClock = sceneGroups[group].some(({ idleMs }) => idleMs !== undefined)
  const opened = await openScreen(built, station, hasClock ? { ...look, clock: true, acrossHall: true } : look)
  const { page, shell } = opened
  await page.locator('.app').waitFor()
  const usualSize = page.viewportSize()
  return {
    ...opened,
    scenes: sceneGroups[group],
    show: async ({ route, size, set, press = [], idleMs, afterIdle, scan: codeOf }) => {
      // closes the dialog of the scene before
      if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
      if (size !== undefined) await page.setViewportSize(size)
      else if (usualSize !== null) await page.setViewportSize(usualSize)
      await page.goto(`${shell.address}/#/exports`)
      await settled(page)
      set?.(station)
      station.pushChanges()
      station.pushWorkshop()
      await page.goto(`${shell.address}/${route}`)
      await settled(page)
      for (const name of press) {
        // a dialog makes the buttons behind it inert
        await page.getByRole('button', { name }).and(page.locator(':not([inert] *)')).first().click()
        await settled(page)
      }
      if (idleMs !== undefined) {
        await page.clock.fastForward(idleMs)
        afterIdle?.(station)
        await settled(page)
      }
      if (codeOf === undefined) return
      await scan(page, codeOf(station))
      await page.getByRole('alert').first().waitFor()
      await settled(page)
    },
  }
}

/** Waits until every answer and every part of the page has arrived and is rendered. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('main').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.evaluate(
    'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))',
  )
}
