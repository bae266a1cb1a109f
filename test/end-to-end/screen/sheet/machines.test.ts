// Which machines can take a sheet, as the screen says it: the reasons with their figures, what is not known, wrong files.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { WorkshopView } from '../../../../shared/station-api/index.ts'
import { changeEntry, changeSheet, heldStation, planOn, today, type HeldStation } from '../fake-station/fake-station.ts'
import {
  buildScreen,
  closeAll,
  openScreen,
  type BuiltScreen,
  type OpenScreen,
  type ScreenLook,
} from '../page/open-screen.ts'
import { misplaced } from '../page/places.ts'
import { idOf } from '../fake-station/sandbox-day.ts'

let built: BuiltScreen
const opened: OpenScreen[] = []
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
afterEach(() => closeAll(opened))

async function openList(station: HeldStation, look?: ScreenLook): Promise<Page> {
  const screen = await openScreen(built, station, look)
  opened.push(screen)
  await screen.page.getByRole('listitem').first().waitFor()
  return screen.page
}

async function openSheet(key: string, station: HeldStation, look?: ScreenLook): Promise<Page> {
  const page = await openList(station, look)
  await page.evaluate(`location.hash = '#/sheet/${today}/${idOf(key)}'`)
  await page.getByRole('heading', { level: 1, name: /seddel|sheet/ }).waitFor()
  return page
}

const machinesOn = (page: Page) => page.getByRole('region', { name: /Maskiner|Machines/ })

/** What is said of each machine, in its order. */
async function said(page: Page): Promise<string[]> {
  const machines = machinesOn(page).locator('.machine')
  await machines.first().waitFor()
  const texts = await machines.allInnerTexts()
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

const lead = (page: Page) => page.locator('.watch')

const wrongFile: WorkshopView['wrong'][number] = {
  file: '/home/verksted/kant/workshop/tools.json',
  line: 14,
  field: 'dies[2].vMm',
  message: 'expected number, received string',
  why: { code: 'no_number', params: {} },
}

/** Has a cut-out that reaches over the edge. */
const outside = (station: HeldStation): void =>
  changeSheet(station, idOf('vindusbeslag-01'), (sheet) => ({
    ...sheet,
    unfolding: { ...sheet.unfolding, cutouts: [{ kind: 'circle', x: 180, y: 40, diameterMm: 30 }] },
  }))

describe('the machines of a sheet', () => {
  test('are each said to take it or not, with every reason in figures', async () => {
    const page = await openSheet('parapetbeslag-05', heldStation())
    expect(await said(page)).toEqual([
      'Kantpresse 1 Kantpresse Kan ikke bøye den lengste bøy er 4000 mm, maskinen tar 3200',
      'Kantpresse 2 Kantpresse Kan ikke bøye den lengste bøy er 4000 mm, maskinen tar 2050',
      'Knekkemaskin 1 Knekkemaskin Kan bøye den Pass på: bøyene går 2 opp og 2 ned: plata må snus',
    ])
  })

  test('say what nobody knows as not known, and in English what is said in Norwegian', async () => {
    const page = await openSheet('pipebeslag-04', heldStation(), { language: 'en' })
    expect(await said(page)).toEqual([
      'Kantpresse 1 Press brake Unknown the force for the hem of bend 3 in 0.7 mm is not known',
      'Kantpresse 2 Press brake · planned here Unknown the force for the hem of bend 3 in 0.7 mm is not known',
      'Knekkemaskin 1 Folding machine Can bend it Note: the bends go 2 up and 1 down: the blank is turned over',
    ])
    expect(await machinesOn(page).innerText()).toContain(
      'Note: flange 2 goes from 160 to 120 mm: tapered, bent by hand',
    )
  })

  test('begin with the one we stand at, and a warning stands first on the sheet where it cannot take it', async () => {
    const station = heldStation()
    planOn(station, idOf('parapetbeslag-05'), idOf('press-brake-1'))
    station.say({ ownBrakeId: idOf('press-brake-2') })
    const page = await openSheet('parapetbeslag-05', station)
    const [first, second] = await said(page)
    expect(first).toMatch(/^Kantpresse 2 Kantpresse · vår Kan ikke/)
    expect(second).toMatch(/^Kantpresse 1 Kantpresse · planlagt her Kan ikke/)
    expect(await lead(page).innerText()).toMatch(
      /Kantpresse 2 \(vår\) kan ikke bøye den: lengste bøy er 4000 mm, maskinen tar 2050\.\s+Kantpresse 1 \(planlagt\) kan ikke bøye den: lengste bøy er 4000 mm, maskinen tar 3200\./,
    )
    await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
  })

  test('of which ours can take it leave the head of the sheet in peace', async () => {
    const station = heldStation()
    station.say({ ownBrakeId: idOf('press-brake-1') })
    const page = await openSheet('vindusbeslag-01', station)
    const [first] = await said(page)
    expect(first).toMatch(
      /^Kantpresse 1 Kantpresse · vår · planlagt her Kan bøye den · Med V6 · \d+(,\d)? kN med margin$/,
    )
    expect(await lead(page).textContent()).toBe('')
  })

  test('that no file describes are not known, with what to do', async () => {
    const station = heldStation()
    const { workshop } = station
    station.workshop = { ...workshop, machines: workshop.machines.map((one) => ({ ...one, machine: null })) }
    const page = await openSheet('vindusbeslag-01', station)
    const [first] = await said(page)
    expect(first).toContain(
      'Ukjent verkstedet har ikke beskrevet maskinen i noen fil som kan leses En tekniker må legge en fil med maskinens navn i /home/verksted/Kant/workshop/machines.',
    )
    expect(await lead(page).innerText()).toMatch(/Det er ukjent om Kantpresse 1 \(planlagt\) kan bøye den/)
  })

  test('change on the sheet as soon as the workshop’s files do', async () => {
    const station = heldStation()
    const page = await openSheet('vindusbeslag-01', station)
    await said(page)
    station.workshop = { ...station.workshop, machines: station.workshop.machines.slice(0, 1) }
    station.workshopChanged()
    await expect.poll(() => said(page)).toHaveLength(1)
  })
})

describe('a wrong file of the workshop', () => {
  test('is noticed beneath whatever stands open, and costs one question in ten seconds however many lines ask', async () => {
    const station = heldStation()
    const page = await openList(station, { clock: true })
    await expect.poll(() => station.called.filter((name) => name === 'sheet.read').length).toBeGreaterThan(5)
    const asked = () => station.called.filter((name) => name === 'workshop.read').length
    const before = asked()
    station.workshop = { ...station.workshop, tools: null, wrong: [wrongFile] }
    await page.clock.fastForward(11_000)
    await page.getByRole('button', { name: '1 feil i verkstedets filer' }).waitFor()
    expect(asked()).toBe(before + 1)
    await page.evaluate(`location.hash = '#/sheet/${today}/${idOf('vindusbeslag-01')}'`)
    await machinesOn(page).getByText('linje 14').waitFor()
    station.workshop = { ...station.workshop, wrong: [] }
    await page.clock.fastForward(11_000)
    await machinesOn(page).getByText('linje 14').waitFor({ state: 'detached' })
  })

  test('is named with its line and field on the sheet, and stays in the status line until it is mended', async () => {
    const station = heldStation()
    station.workshop = { ...station.workshop, tools: null, wrong: [wrongFile] }
    const page = await openSheet('vindusbeslag-01', station)
    const [first] = await said(page)
    expect(first).toContain('Ukjent verkstedets fil over verktøy kan ikke leses')
    const place = /\/home\/verksted\/kant\/workshop\/tools\.json, linje 14\s+dies\[2\]\.vMm: må være et tall/
    expect(await machinesOn(page).innerText()).toMatch(place)
    await page.getByRole('button', { name: 'Til lista' }).click()
    await page.getByRole('button', { name: '1 feil i verkstedets filer' }).click()
    expect(await page.getByRole('dialog').innerText()).toMatch(place)
    await page.keyboard.press('Escape')
    station.workshop = { ...station.workshop, wrong: [] }
    station.workshopChanged()
    await page.getByRole('button', { name: /feil i verkstedets filer/ }).waitFor({ state: 'detached' })
  })
})

describe('a line of the list', () => {
  test('says where the planned machine cannot take the sheet, once that is worked out, and nothing where it can', async () => {
    const station = heldStation()
    planOn(station, idOf('parapetbeslag-05'), idOf('press-brake-1'))
    const page = await openList(station)
    const line = page.getByRole('button', { name: /seddel 12,.*Gjenstår, Kantpresse 1 kan ikke bøye den$/ })
    await page.locator('.scroller').evaluate('(scroller) => scroller.scrollTo(0, 500)')
    await line.waitFor()
    expect(await line.innerText()).toContain('kan ikke bøye den')
    await expect.poll(() => page.getByText('kan ikke bøye den', { exact: true }).count()).toBe(1)
  })

  test.each([
    { width: 600, height: 800 },
    { width: 1024, height: 600 },
    { width: 1024, height: 768 },
    { width: 1920, height: 1080 },
  ])('that says so, and that its unfolding differs, has room for it on $width × $height', async (size) => {
    const station = heldStation()
    const first = idOf('vindusbeslag-01')
    planOn(station, first, idOf('folder-1'))
    changeSheet(station, first, (sheet) => ({ ...sheet, profile: { ...sheet.profile, thicknessMm: 1.8 } }))
    changeEntry(station, first, (view) => ({
      ...view,
      entry: { ...view.entry, reworkCount: 1, dueDate: '2026-11-19' },
    }))
    const page = await openList(station, size)
    const line = page.getByRole('button', { name: /seddel 1,.*utbretting avviker, Knekkemaskin 1 kan ikke bøye den$/ })
    await line.waitFor()
    const parts = line.locator('.cell > *')
    await expect.poll(() => parts.count()).toBe(14)
    expect(await misplaced(line, parts)).toEqual([])
  })

  test('says that its sheet is wrong before it is opened, and nothing of one that is bent', async () => {
    const station = heldStation()
    const [right, wrong, bent] = ['vindusbeslag-01', 'vindusbeslag-03', 'vindusbeslag-02'].map(idOf)
    for (const sheetId of [wrong, bent]) changeSheet(station, sheetId ?? '', (sheet) => ({ ...sheet, quantity: 99 }))
    const page = await openList(station)
    await page.getByRole('button', { name: /seddel 3,.*Gjenstår, seddelen er feil$/ }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /seddel 2,.*Bøyd$/ }).count()).toBe(1)
    await expect.poll(() => page.getByRole('button', { name: /seddel 1,.*Gjenstår$/ }).count()).toBe(1)
    changeSheet(station, right ?? '', (sheet) => ({
      ...sheet,
      profile: { ...sheet.profile, thicknessMm: sheet.profile.thicknessMm + 0.6 },
    }))
    station.changed()
    await page.getByRole('button', { name: /seddel 1,.*Gjenstår, utbretting avviker$/ }).waitFor()
  })

  test('asks for the sheets in view alone', async () => {
    const station = heldStation()
    const page = await openList(station)
    await expect.poll(() => station.called.filter((name) => name === 'sheet.read').length).toBeGreaterThan(5)
    await page.waitForLoadState('networkidle')
    expect(station.called.filter((name) => name === 'sheet.read').length).toBeLessThan(30)
  })
})

describe('a sheet that is wrong in itself', () => {
  test('is named by its field in plain words, with the drawing that can still be shown', async () => {
    const station = heldStation()
    outside(station)
    const page = await openSheet('vindusbeslag-01', station)
    const warning = page.getByRole('region', { name: 'Seddelen er feil' })
    expect(await warning.innerText()).toMatch(/Dette stemmer ikke: utsparing 1 ligger utenfor plata\./)
    expect(await warning.innerText()).toContain('Til kontoret: unfolding.cutouts[0] –')
    await page.getByRole('img', { name: 'Profil av Vindusbeslag' }).waitFor()
    expect(await page.getByRole('alert').innerText()).toBe('Tegningen kan ikke vises: utsparing 1 ligger utenfor plata')
    expect(await machinesOn(page).innerText()).toContain('Maskinene er ikke vurdert fordi seddelen er feil.')
    expect(await page.getByText(/kontrollregnet/).count()).toBe(0)
  })

  test('says which bend line, and that the quantities do not add up', async () => {
    const station = heldStation()
    const first = idOf('vindusbeslag-01')
    changeSheet(station, first, (sheet) => ({ ...sheet, quantity: 99 }))
    const page = await openSheet('vindusbeslag-01', station)
    await page.getByText('Dette stemmer ikke: antallet stemmer ikke med resten av seddelen.').waitFor()
    changeSheet(station, first, (sheet) => ({
      ...sheet,
      quantity: 6,
      unfolding: {
        ...sheet.unfolding,
        bendLines: sheet.unfolding.bendLines.map((line, index) => (index === 1 ? { ...line, angleDeg: 12 } : line)),
      },
    }))
    station.changed()
    await page.getByText(/Dette stemmer ikke: vinkelen til bøyelinje 2 stemmer ikke/).waitFor()
    await expect.poll(() => page.getByRole('table', { name: 'Bøyer' }).getByRole('row').count()).toBe(4)
  })
})

describe('the bend table', () => {
  test('has a tapered piece’s bends from its own near end to its far end, left and right', async () => {
    const page = await openSheet('pipebeslag-04', heldStation())
    const table = page.getByRole('table', { name: 'Bøyer' })
    const second = async () => (await table.getByRole('row').nth(2).innerText()).replaceAll(/\s+/g, ' ')
    const header = () => table.getByRole('columnheader').nth(3).innerText()
    const shown = new Map<string, string>()
    const pieces = page.getByRole('table', { name: 'Stykker' }).getByRole('row')
    await pieces.first().waitFor()
    for (const row of await pieces.all()) {
      const choose = row.getByRole('button')
      if ((await choose.count()) > 0) await choose.click()
      shown.set(await header(), await second())
    }
    expect(Object.fromEntries(shown)).toEqual({
      'Fra kant, venstre': '2 ▲ Opp 90° 135,9 → 175,9 1',
      'Fra kant, høyre': '2 ▲ Opp 90° 175,9 → 135,9 1',
    })
    expect(await lead(page).innerText()).toContain('Konisk: bøyes for hånd')
  })
})
