// Angle corrections: the correction of a bend and its source, the measured angle of the first piece, and sending the new program.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CallError, type BrakePreview } from '../../../../shared/station-api/index.ts'
import * as scenes from '../scenes/brake-scenes.ts'
import { fakeStation, today, type FakeStation } from '../fake-station/fake-station.ts'
import { buildScreen, openScreen, type BuiltScreen, type OpenScreen } from '../page/open-screen.ts'

// the computer may be busy
let built: BuiltScreen
let station: FakeStation
let screen: OpenScreen
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
beforeEach(async () => {
  station = fakeStation()
  screen = await openScreen(built, station)
  await screen.page.locator('.app').waitFor()
  await screen.page.goto(`${screen.shell.address}/#/sheet/${today}/${scenes.sheetOfBrake}`)
})
afterEach(async () => {
  await screen.close()
  if (screen.errors.length > 0) throw new Error(screen.errors.join('\n'))
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const panel = (page: Page) => page.getByRole('region', { name: 'Pressa', exact: true })
const dialogOf = (page: Page, bend: string) => page.getByRole('dialog', { name: bend })

async function openPanel(set: (station: FakeStation) => void): Promise<Page> {
  const { page } = screen
  set(station)
  await button(page, /^Mer$/).click()
  await button(page, /^(Program til pressa|Pressa: )/).click()
  await panel(page).waitFor()
  return page
}
const corrections = () => station.corrections.map((one) => [one.bend, one.correction])

test('a correction is entered with large keys before bending, shown, and stored; a value outside the range is refused', async () => {
  const page = await openPanel(scenes.linked)
  await button(page, 'korriger vinkelen på bøy 1').click()
  const dialog = dialogOf(page, 'Bøy 1 skal bli 90°')
  await dialog.getByText('Du kan legge inn en målt vinkel når du har bøyd et stykke').waitFor()
  for (const key of ['1', '6', '−']) await dialog.getByRole('button', { name: key, exact: true }).click()
  await dialog.getByText('−16° er for mye').waitFor()
  expect(await dialog.getByRole('button', { name: 'Lagre' }).isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('-1,5')
  await dialog.getByText('Ny korreksjon: −1,5°').waitFor()
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(corrections()).toEqual([[1, { kind: 'entered', correctionDeg: -1.5 }]])
})

test(
  'the measured angle of the first piece is added to the correction that it was bent with',
  { tags: 'long' },
  async () => {
    const page = await openPanel(scenes.completed)
    await button(page, 'korriger vinkelen på bøy 2').click()
    const dialog = dialogOf(page, 'Bøy 2 skal bli 95°')
    await dialog.getByRole('textbox').fill('94,5')
    await dialog.getByText('Ny korreksjon: −1°').waitFor()
    await dialog.getByRole('button', { name: 'Lagre' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(corrections()).toEqual([[2, { kind: 'measured', measuredDeg: 94.5, programId: scenes.loaded.programId }]])
  },
)

test(
  'a corrected program can be sent again, and the loaded program is shown as the older one',
  { tags: 'long' },
  async () => {
    const page = await openPanel(scenes.completed)
    const { program } = station
    if (program?.kind !== 'program') throw new Error('there is no program')
    const next: BrakePreview = { ...program, program: { ...program.program, version: 2, hash: 'corrected' } }
    await panel(page).getByText('målt 96,5°').waitFor()
    station.program = next
    await button(page, 'korriger vinkelen på bøy 2').click()
    await dialogOf(page, 'Bøy 2').getByRole('button', { name: 'Fjern korreksjonen' }).click()
    await panel(page).getByText('Programmet er endret siden det ble sendt').waitFor()
    expect(corrections()).toEqual([[2, { kind: 'taken_back' }]])
    await button(page, 'Send på nytt: 20 × 3000').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send på nytt: 20 × 3000' }).click()
    await expect.poll(() => station.sentPrograms.map(({ hash }) => hash)).toEqual(['corrected'])
  },
)

test(
  'a correction that the station refuses shows the reason, and the dialog stays open',
  { tags: 'long' },
  async () => {
    const page = await openPanel(scenes.completed)
    station.refuseNext.set('brake.correct', new CallError('not_measurable', 'not loaded'))
    await button(page, 'korriger vinkelen på bøy 1').click()
    const dialog = dialogOf(page, 'Bøy 1')
    await dialog.getByRole('textbox').fill('92')
    await dialog.getByRole('button', { name: 'Lagre' }).click()
    await dialog.getByText('Det målte stykket er ikke bøyd med programmet som ligger i pressa.').waitFor()
    expect(corrections()).toEqual([])
  },
)

test(
  'a touch of a flange on the drawing takes its measured width, and shows the gauge before and after',
  { tags: 'long' },
  async () => {
    const { page } = screen
    scenes.completed(station)
    await button(page, 'Flens 2: mål prøvestykket').click()
    const dialog = page.getByRole('dialog', { name: 'Flens 2 skal bli 60 mm' })
    await dialog.getByText('Lært av én måling: 0,2 mm').waitFor()
    for (const key of ['6', '0', ',', '3']) await dialog.getByRole('button', { name: key, exact: true }).click()
    await dialog.getByText('0,3 mm for bred').waitFor()
    await dialog.getByText('0,2 mm → -0,1 mm').or(dialog.getByText('0,2 mm → −0,1 mm')).waitFor()
    await dialog.getByText('87,24 mm → 86,94 mm').waitFor()
    await dialog.getByRole('button', { name: 'Lagre korreksjonen' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { programId } = scenes.loaded
    expect(station.gaugeCorrections.map(({ flange, correction }) => [flange, correction])).toEqual([
      [2, { kind: 'measured', measuredMm: 60.3, programId }],
    ])
    expect(station.callNames.filter((name) => name === 'count.book')).toEqual(['count.book'])
    expect(station.sentPrograms).toEqual([])
  },
)

test(
  'a touch of an angle on the drawing takes the measured angle; a piece that counts is not booked again',
  { tags: 'long' },
  async () => {
    const { page } = screen
    scenes.completed(station)
    await button(page, 'Bøy 2: mål prøvestykket').click()
    const dialog = page.getByRole('dialog', { name: 'Bøy 2 skal bli 95°' })
    await dialog.getByText('Lært: 3 like, −1,5°').waitFor()
    for (const key of ['9', '4']) await dialog.getByRole('button', { name: key, exact: true }).click()
    await dialog.getByText('−1,5° → −0,5°').waitFor()
    await dialog.getByText('93,5° → 94,5°').waitFor()
    await dialog.getByRole('button', { name: 'Prøvestykke, telles ikke' }).click()
    await dialog.getByRole('button', { name: 'Lagre korreksjonen' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(corrections()).toEqual([[2, { kind: 'measured', measuredDeg: 94, programId: scenes.loaded.programId }]])
    expect(station.callNames).not.toContain('count.book')
  },
)
