// Every screen and dialog of Kant, each as a place to go and what to press there: what the tests of its craft look at.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import * as z from 'zod'
import { sheetCode } from '../../../../shared/drawing/qr-code.ts'
import { unlockedAccess } from '../../../../shared/station-api/index.ts'
import { setUpParts } from '../../../../src-renderer/set-up/parts.ts'
import { drawingHash } from '../../../../src-main/platform/drawing-hash.ts'
import { brakeStates } from './brake-scenes.ts'
import { changeSheet, heldStation, today, type HeldStation } from '../fake-station/fake-station.ts'
import { openScreen, type BuiltScreen, type OpenScreen, type ScreenLook } from '../page/open-screen.ts'
import { idOf } from '../fake-station/sandbox-day.ts'
import { scan } from '../page/scanner-keys.ts'
import { blocked, empty, exported, neverRead, offline, signed, troubled, unfit, unsound } from './trouble-scenes.ts'
import { asked, counted, everyState, given, named, wrong } from './work-scenes.ts'

export interface Scene {
  name: string
  /** Pressed by an operator with gloves on, or at a desk. */
  hand: 'glove' | 'bare'
  at: string
  set?: (station: HeldStation) => void
  /** The names of what is pressed, in either language, one after the other. */
  press?: readonly RegExp[]
  /** What a scanner reads there in the end. */
  scan?: (station: HeldStation) => string
}

const sheetAt = (key: string): string => `#/sheet/${today}/${idOf(key)}`
const sheet = sheetAt('vindusbeslag-01')
const beside = sheetAt('u_profil-01')
const count = /^(Telling|Count)/

/** A print of a drawing that was drawn anew since. */
function oldPrint(station: HeldStation): string {
  const drawn = station.sheets.get(idOf('vindusbeslag-03'))?.sheet ?? null
  if (drawn === null) throw new Error('there is such a sheet')
  changeSheet(station, drawn.id, (one) => ({ ...one, drawingVersion: one.drawingVersion + 1 }))
  return sheetCode(drawn, drawingHash(drawn))
}

/** As many marks as the overview's figures count: two on their way, one that needs a person. */
const stuck = (station: HeldStation): void => {
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

const copied = ({ setUp }: HeldStation): void => {
  const one = {
    name: 'kant-1.db',
    madeAt: `${today}T07:00:00Z`,
    bytes: 40_000,
    marks: 12,
    undelivered: 2,
    refused: null,
  }
  setUp.backups = { folder: '/srv/kant/backups', backups: [one] }
}

/** Nobody has given a PIN. */
const locked = (station: HeldStation): void => {
  station.admit = () => unlockedAccess(['operate'])
}

const list: readonly Scene[] = [
  { name: 'list', hand: 'glove', at: '#/list' },
  { name: 'list, machines', hand: 'glove', at: '#/list', press: [/^(Alle maskiner|All machines)/] },
  {
    name: 'list, number pad',
    hand: 'glove',
    at: '#/list',
    press: [/^(Skriv ordrenummer|Enter the order number)/, /^1$/],
  },
  { name: 'list, filters', hand: 'glove', at: '#/list', press: [/^Filter/] },
  { name: 'list, files to write', hand: 'glove', at: '#/list', press: [/^(Filer|Files)$/] },
  { name: 'list, a code that is not ours', hand: 'glove', at: '#/list', scan: () => 'https://example.no/4711' },
]
const sheets: readonly Scene[] = [
  { name: 'sheet', hand: 'glove', at: sheet },
  { name: 'sheet, tapered', hand: 'glove', at: sheetAt('parapetbeslag-06') },
  { name: 'sheet, drawing over the screen', hand: 'glove', at: sheet, press: [/^(Profil i|Profile in)/] },
  { name: 'sheet, in 3D', hand: 'glove', at: sheet, press: [/^(Bøying i 3D|Bending in 3D)$/] },
  { name: 'sheet, opened by an old print', hand: 'glove', at: '#/list', scan: oldPrint },
  { name: 'sheet, marked', hand: 'glove', at: sheet, press: [/^(Merk som bøyd|Mark as bent)$/] },
]
const work: readonly Scene[] = [
  { name: 'counting', hand: 'glove', at: sheet, set: counted, press: [count] },
  { name: 'counting, first piece', hand: 'glove', at: sheet, set: counted, press: [count, /^(Mål prøve|Measure)/] },
  { name: 'counting, drawing wrong', hand: 'glove', at: sheet, set: wrong, press: [count] },
  { name: 'counting, handed over', hand: 'glove', at: sheet, set: given, press: [count] },
  { name: 'a count put right', hand: 'glove', at: sheet, set: counted, press: [count, /^(Rett|Correct),/] },
  { name: 'pieces handed over', hand: 'glove', at: sheet, set: counted, press: [count, /^(Overlever|Hand over)$/] },
  { name: 'pieces taken over', hand: 'glove', at: sheet, set: counted, press: [count, /^(Ta imot|Take over)$/] },
  { name: 'pieces taken back', hand: 'glove', at: sheet, set: given, press: [count, /^(Ta tilbake|Take back)$/] },
  {
    name: 'a drawing reported',
    hand: 'glove',
    at: sheet,
    set: counted,
    press: [count, /^(Tegningen er|The drawing is)/],
  },
  { name: 'a drawing released', hand: 'glove', at: sheet, set: wrong, press: [count, /^(Frigi|Release)/] },
  {
    name: 'fewer marked than drawn',
    hand: 'glove',
    at: sheet,
    set: counted,
    press: [/^(Merk som bøyd|Mark as bent)$/],
  },
]
const program = /^(Program|Pressa:|Brake:)/
const ofProgram = { hand: 'glove', at: beside, set: brakeStates.linked } as const
const brake: readonly Scene[] = [
  { ...ofProgram, name: 'a program to be sent', press: [program, /^Send /] },
  { ...ofProgram, name: 'an angle put right', press: [program, /: (korriger|correct) /] },
  ...Object.entries(brakeStates).map(([state, set]): Scene => ({
    name: `brake, ${state}`,
    hand: 'glove',
    at: beside,
    set,
    press: [program],
  })),
]
const marks: readonly Scene[] = [
  { name: 'a mark’s question', hand: 'glove', at: '#/mark/mark-1', set: asked },
  { name: 'list, every state', hand: 'glove', at: '#/list', set: everyState },
  { name: 'marks', hand: 'glove', at: '#/marks' },
]
const troubles: readonly Scene[] = [
  { name: 'sheet, unsound', hand: 'glove', at: sheet, set: unsound },
  { name: 'list, signed', hand: 'glove', at: '#/list', set: signed },
  { name: 'sheet, fits no machine', hand: 'glove', at: sheetAt('parapetbeslag-05'), set: unfit },
  { name: 'list, troubled', hand: 'glove', at: '#/list', set: troubled },
  { name: 'sheet, malformed', hand: 'glove', at: sheetAt('vindusbeslag-02') },
  { name: 'list, offline', hand: 'glove', at: '#/list', set: offline },
  { name: 'list, blocked', hand: 'glove', at: '#/list', set: blocked, press: [/^2 (varsler|warnings)/] },
  { name: 'list, empty', hand: 'glove', at: '#/list', set: empty },
  { name: 'list, never read', hand: 'glove', at: '#/list', set: neverRead },
]
const desk: readonly Scene[] = [
  { name: 'exports, none', hand: 'bare', at: '#/exports' },
  { name: 'plan', hand: 'bare', at: `#/plan/${today}` },
  { name: 'plan, a sheet', hand: 'bare', at: `#/plan/${today}`, press: [/^(Velg for|Choose for) T-000001/] },
  { name: 'a machine’s order', hand: 'bare', at: `#/plan/${today}`, press: [/^Kantpresse 1/] },
  { name: 'a better order', hand: 'bare', at: `#/plan/${today}`, press: [/^Kantpresse 1/, /^(Foreslå|Propose)/] },
  { name: 'a machine’s times', hand: 'bare', at: `#/plan/${today}`, press: [/^Kantpresse 1/, /^(Tider|Times)/] },
  { name: 'a new PIN', hand: 'bare', at: '#/setup/screens', press: [/^(Velg PIN|Choose a PIN)$/] },
  { name: 'a backup put back', hand: 'bare', at: '#/setup/backup', set: copied, press: [/^(Gjenopprett|Restore)$/] },
  ...setUpParts.map((part): Scene => ({ name: `set-up, ${part}`, hand: 'bare', at: `#/setup/${part}` })),
  // last: what is told of them stays at the foot of every screen after it
  { name: 'exports', hand: 'bare', at: '#/exports', set: exported },
]
const overview: readonly Scene[] = [
  { name: 'oversight', hand: 'bare', at: '#/oversight', set: stuck },
  { name: 'sheets behind a figure', hand: 'bare', at: '#/oversight', set: stuck, press: [/^\d+ *(Gjenstår|Left)/] },
  { name: 'days of one’s own', hand: 'bare', at: '#/oversight', set: stuck, press: [/^(Andre dager|Other days)$/] },
]
const initials: readonly Scene[] = [
  { name: 'who stands here', hand: 'glove', at: sheet, set: named, press: [/^(Merk som bøyd|Mark as bent)$/] },
  { name: 'initials that are new', hand: 'glove', at: sheet, set: named, press: [/^(Merk|Mark) /, /^(Ny|New)$/] },
]
const closed: readonly Scene[] = [{ name: 'PIN', hand: 'bare', at: '#/setup', set: locked }]

/** Every screen and dialog, by the rooms whose scenes can follow one another on one page and one station. */
const rooms = { list, sheets, work, brake, marks, troubles, desk, overview, initials, closed }
export const roomNames = [
  'list',
  'sheets',
  'work',
  'brake',
  'marks',
  'troubles',
  'desk',
  'overview',
  'initials',
  'closed',
] as const
export type RoomName = (typeof roomNames)[number]
export const scenesOf = (room: RoomName): readonly Scene[] => rooms[room]

export interface OpenRoom extends OpenScreen {
  scenes: readonly Scene[]
  show: (scene: Scene) => Promise<void>
}

/** A page on which a room's scenes are shown one after the other, in their order. */
export async function openRoom(built: BuiltScreen, room: RoomName, look: ScreenLook = {}): Promise<OpenRoom> {
  const station = heldStation()
  // what decides how the page begins is there before it
  rooms[room][0]?.set?.(station)
  station.changed()
  const opened = await openScreen(built, station, look)
  const { page, shell } = opened
  await page.locator('.app').waitFor()
  return {
    ...opened,
    scenes: rooms[room],
    show: async ({ at, set, press = [], scan: read }) => {
      // nothing of the scene before is left open
      if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
      await page.goto(`${shell.address}/#/exports`)
      await settled(page)
      set?.(station)
      station.changed()
      station.workshopChanged()
      await page.goto(`${shell.address}/${at}`)
      await settled(page)
      for (const name of press) {
        await page.getByRole('button', { name }).first().click()
        await settled(page)
      }
      if (read === undefined) return
      await scan(page, read(station))
      await page.getByRole('alert').first().waitFor()
      await settled(page)
    },
  }
}

/** Until nothing is on its way to the screen: neither an answer, nor a part of the page that is fetched late, nor a frame. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('main').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.evaluate(
    'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))',
  )
}

const inPage = (name: string): string => readFileSync(join(import.meta.dirname, '../accessibility', name), 'utf8')

const pressables = z.object({
  pxPerMm: z.number(),
  found: z.array(z.object({ name: z.string(), width: z.number(), height: z.number() })),
})
const contrasts = z.array(z.object({ text: z.string(), where: z.string(), ratio: z.number() }))

/** Everything that can be pressed, in millimetres of the glass; its shorter side is what a finger has to hit. */
export async function pressablesOf(page: Page): Promise<{ name: string; mm: number }[]> {
  const { pxPerMm, found } = pressables.parse(await page.evaluate(inPage('pressables.js')))
  return found.map(({ name, width, height }) => ({ name, mm: Math.min(width, height) / pxPerMm }))
}

/** Every text that is shown, with its contrast against what it stands on. */
export async function contrastsOf(page: Page): Promise<z.infer<typeof contrasts>> {
  return contrasts.parse(await page.evaluate(inPage('contrasts.js')))
}
