// Which machines fit a sheet: the reasons with their figures, unknown answers, and machine files with errors.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { WorkshopView } from '../../../../shared/station-api/index.ts'
import {
  changeEntry,
  changeSheet,
  fakeStation,
  planOn,
  today,
  type FakeStation,
} from '../../../end-to-end/screen/fake-station/fake-station.ts'
import { type ScreenLook } from '../../../end-to-end/screen/page/open-screen.ts'
import { screenFixture } from '../../../end-to-end/screen/page/screen-fixture.ts'
import { misplaced } from '../../../end-to-end/screen/page/places.ts'
import { idOf } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'

const screens = screenFixture()

async function openList(station: FakeStation, look?: ScreenLook): Promise<Page> {
  const screen = await screens.open(station, look)
  await screen.page.getByRole('listitem').first().waitFor()
  return screen.page
}

async function openSheet(key: string, station: FakeStation, look?: ScreenLook): Promise<Page> {
  const page = await openList(station, look)
  await page.evaluate(`location.hash = '#/sheet/${today}/${idOf(key)}'`)
  await page.getByRole('heading', { level: 1, name: /seddel|sheet/ }).waitFor()
  return page
}

const machinesOn = (page: Page) => page.getByRole('region', { name: /Maskiner|Machines/ })

/** The text about each machine, in the order of the machines. */
async function machineTexts(page: Page): Promise<string[]> {
  const machines = machinesOn(page).locator('.machine')
  await machines.first().waitFor()
  const texts = await machines.allInnerTexts()
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

/** The warnings at the head of the sheet, and the remarks. */
const lead = async (page: Page): Promise<string> => (await page.locator('.watch').allInnerTexts()).join('\n').trim()

const wrongFile: WorkshopView['wrong'][number] = {
  file: '/home/verksted/kant/workshop/tools.json',
  line: 14,
  field: 'dies[2].vMm',
  message: 'expected number, received string',
  why: { code: 'no_number', params: {} },
}

/** A sheet with a cut-out outside the blank. */
const outside = (station: FakeStation): void =>
  changeSheet(station, idOf('vindusbeslag-01'), (sheet) => ({
    ...sheet,
    unfolding: { ...sheet.unfolding, cutouts: [{ kind: 'circle', x: 180, y: 40, diameterMm: 30 }] },
  }))

describe('the machines of a sheet', () => {
  test('are listed with whether they fit and every reason in figures', async () => {
    const page = await openSheet('parapetbeslag-05', fakeStation())
    expect(await machineTexts(page)).toEqual([
      'Kantpresse 1 Kantpresse Kan ikke bøye den lengste bøy er 4000 mm, maskinen tar 3200',
      'Kantpresse 2 Kantpresse Kan ikke bøye den lengste bøy er 4000 mm, maskinen tar 2050',
      'Knekkemaskin 1 Knekkemaskin Kan bøye den Pass på: bøyene går 2 opp og 2 ned: plata må vendes',
    ])
  })

  test('have unknown answers where data is missing, in both languages', async () => {
    const page = await openSheet('pipebeslag-04', fakeStation(), { language: 'en' })
    expect(await machineTexts(page)).toEqual([
      'Kantpresse 1 Press brake Unknown the force for the hem at bend 3 in 0.7 mm is not known',
      'Kantpresse 2 Press brake · planned here Unknown the force for the hem at bend 3 in 0.7 mm is not known',
      'Knekkemaskin 1 Folding machine Can bend it Note: the bends go 2 up and 1 down: the blank must be flipped',
    ])
    expect(await machinesOn(page).innerText()).toContain('Note: flange 2 tapers from 160 to 120 mm: bend it by hand')
  })

  test('start with the machine of this station, and the sheet starts with a warning if that machine does not fit', async () => {
    const station = fakeStation()
    planOn(station, idOf('parapetbeslag-05'), idOf('press-brake-1'))
    station.pushStatus({ ownBrakeId: idOf('press-brake-2') })
    const page = await openSheet('parapetbeslag-05', station)
    const [first, second] = await machineTexts(page)
    expect(first).toMatch(/^Kantpresse 2 Kantpresse · vår Kan ikke/)
    expect(second).toMatch(/^Kantpresse 1 Kantpresse · planlagt her Kan ikke/)
    expect(await lead(page)).toMatch(
      /Kantpresse 2 \(vår\) kan ikke bøye den: lengste bøy er 4000 mm, maskinen tar 2050\.\s+Kantpresse 1 \(planlagt\) kan ikke bøye den: lengste bøy er 4000 mm, maskinen tar 3200\./,
    )
    await page.getByText(/^(Kantpresse 2 kan ikke|Ingen maskin kan) bøye den$/).waitFor()
    expect(await page.getByRole('button', { name: 'Merk som bøyd' }).count()).toBe(0)
  })

  test('add no warning to the head of the sheet if the machine of this station fits', async () => {
    const station = fakeStation()
    station.pushStatus({ ownBrakeId: idOf('press-brake-1') })
    const page = await openSheet('vindusbeslag-01', station)
    const [first] = await machineTexts(page)
    expect(first).toMatch(
      /^Kantpresse 1 Kantpresse · vår · planlagt her Kan bøye den · Med V6 \(v6-88, straight-88\) · \d+(,\d)? kN med margin$/,
    )
    expect(await lead(page)).toBe('')
  })

  test('without a machine file are unknown, with what to do', async () => {
    const station = fakeStation()
    const { workshop } = station
    station.workshop = { ...workshop, machines: workshop.machines.map((one) => ({ ...one, machine: null })) }
    const page = await openSheet('vindusbeslag-01', station)
    const [first] = await machineTexts(page)
    expect(first).toContain(
      'Ukjent verkstedet har ikke beskrevet maskinen i noen fil som kan leses En tekniker må legge en fil med maskinens navn i /home/verksted/Kant/workshop/machines.',
    )
    expect(await lead(page)).toMatch(/Det er ukjent om Kantpresse 1 \(planlagt\) kan bøye den/)
  })

  test('are updated when the workshop files change', async () => {
    const station = fakeStation()
    const page = await openSheet('vindusbeslag-01', station)
    await machineTexts(page)
    station.workshop = { ...station.workshop, machines: station.workshop.machines.slice(0, 1) }
    station.pushWorkshop()
    await expect.poll(() => machineTexts(page)).toHaveLength(1)
  })
})

describe('a workshop file with an error', () => {
  test('is shown behind an open dialog, and is read at most once in ten seconds for any number of lines', async () => {
    const station = fakeStation()
    const page = await openList(station, { clock: true })
    await expect.poll(() => station.callNames.filter((name) => name === 'sheet.read').length).toBeGreaterThan(5)
    const readCount = () => station.callNames.filter((name) => name === 'workshop.read').length
    const before = readCount()
    station.workshop = { ...station.workshop, tools: null, wrong: [wrongFile] }
    await page.clock.fastForward(11_000)
    await page.getByRole('button', { name: '1 feil i verkstedets filer' }).waitFor()
    expect(readCount()).toBe(before + 1)
    await page.evaluate(`location.hash = '#/sheet/${today}/${idOf('vindusbeslag-01')}'`)
    await machinesOn(page).getByText('linje 14').waitFor()
    station.workshop = { ...station.workshop, wrong: [] }
    await page.clock.fastForward(11_000)
    await machinesOn(page).getByText('linje 14').waitFor({ state: 'detached' })
  })

  test('is shown with its line and field on the sheet, and in the status line until it is corrected', async () => {
    const station = fakeStation()
    station.workshop = { ...station.workshop, tools: null, wrong: [wrongFile] }
    const page = await openSheet('vindusbeslag-01', station)
    const [first] = await machineTexts(page)
    expect(first).toContain('Ukjent verkstedets fil over verktøy kan ikke leses')
    const place = /\/home\/verksted\/kant\/workshop\/tools\.json, linje 14\s+dies\[2\]\.vMm: må være et tall/
    expect(await machinesOn(page).innerText()).toMatch(place)
    await page.getByRole('button', { name: 'Til lista' }).click()
    await page.getByRole('button', { name: '1 feil i verkstedets filer' }).click()
    expect(await page.getByRole('dialog').innerText()).toMatch(place)
    await page.keyboard.press('Escape')
    station.workshop = { ...station.workshop, wrong: [] }
    station.pushWorkshop()
    await page.getByRole('button', { name: /feil i verkstedets filer/ }).waitFor({ state: 'detached' })
  })
})

describe('a line of the list', () => {
  test('shows that the planned machine does not fit, and nothing if it fits', async () => {
    const station = fakeStation()
    planOn(station, idOf('parapetbeslag-05'), idOf('press-brake-1'))
    const page = await openList(station)
    const line = page.getByRole('button', { name: /seddel 12,.*Gjenstår, Kantpresse 1 kan ikke bøye den: / })
    await page.locator('.scroller').evaluate('(scroller) => scroller.scrollTo(0, 500)')
    await line.waitFor()
    expect(await line.innerText()).toContain('passer ikke: ')
    await expect.poll(() => page.getByText(/^passer ikke: /).count()).toBe(1)
  })

  test.each([
    { width: 600, height: 800 },
    { width: 1024, height: 600 },
    { width: 1024, height: 768 },
    { width: 1920, height: 1080 },
  ])('has room for every sign at $width × $height', async (size) => {
    const station = fakeStation()
    const first = idOf('vindusbeslag-01')
    planOn(station, first, idOf('folder-1'))
    changeSheet(station, first, (sheet) => ({ ...sheet, profile: { ...sheet.profile, thicknessMm: 1.8 } }))
    changeEntry(station, first, (view) => ({
      ...view,
      entry: { ...view.entry, reworkCount: 1, dueDate: '2026-11-19' },
    }))
    const page = await openList(station, size)
    const line = page.getByRole('button', { name: /seddel 1,.*Utbretting avviker, Knekkemaskin 1 kan ikke bøye den: / })
    await line.waitFor()
    const parts = line.locator('.cell')
    expect(await parts.count()).toBe(7)
    expect(await misplaced(line, parts)).toEqual([])
  })

  test('shows that its sheet has an error, unless the sheet is bent', async () => {
    const station = fakeStation()
    const [right, wrong, bent] = ['vindusbeslag-01', 'vindusbeslag-03', 'vindusbeslag-02'].map(idOf)
    for (const sheetId of [wrong, bent]) changeSheet(station, sheetId ?? '', (sheet) => ({ ...sheet, quantity: 99 }))
    const page = await openList(station)
    await page.getByRole('button', { name: /seddel 3,.*Gjenstår, Seddelen er feil, Merknad$/ }).waitFor()
    await page.getByRole('button', { name: /sed(del|ler) bøyd/ }).click()
    await expect.poll(() => page.getByRole('button', { name: /seddel 2,.*Bøyd$/ }).count()).toBe(1)
    await expect.poll(() => page.getByRole('button', { name: /seddel 1,.*Gjenstår$/ }).count()).toBe(1)
    changeSheet(station, right ?? '', (sheet) => ({
      ...sheet,
      profile: { ...sheet.profile, thicknessMm: sheet.profile.thicknessMm + 0.6 },
    }))
    station.pushChanges()
    await page.getByRole('button', { name: /seddel 1,.*Gjenstår, Utbretting avviker$/ }).waitFor()
  })

  test('requests only the sheets in view', async () => {
    const station = fakeStation()
    const page = await openList(station)
    await expect.poll(() => station.callNames.filter((name) => name === 'sheet.read').length).toBeGreaterThan(5)
    await page.waitForLoadState('networkidle')
    expect(station.callNames.filter((name) => name === 'sheet.read').length).toBeLessThan(30)
  })
})

describe('a sheet with contradictory data', () => {
  test('names the field, and shows the drawing that is still possible', async () => {
    const station = fakeStation()
    outside(station)
    const page = await openSheet('vindusbeslag-01', station)
    const warning = page.getByRole('region', { name: 'Seddelen er feil' })
    expect(await warning.innerText()).toMatch(/Dette stemmer ikke: utsparing 1 ligger utenfor plata\./)
    expect(await warning.innerText()).toContain('Til kontoret: utsparing 1 ligger utenfor plata.')
    await page.getByRole('img', { name: 'Profil av Vindusbeslag' }).waitFor()
    await page.getByRole('button', { name: 'Utbretting', exact: true }).click()
    expect(await page.getByRole('alert').innerText()).toBe('Tegningen kan ikke vises: utsparing 1 ligger utenfor plata')
    expect(await machinesOn(page).innerText()).toContain('Maskinene er ikke vurdert fordi seddelen er feil.')
    expect(await page.getByText(/kontrollregnet/).count()).toBe(0)
  })

  test('names the bend line, and the quantities that do not add up', async () => {
    const station = fakeStation()
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
    station.pushChanges()
    await page.getByText(/Dette stemmer ikke: vinkelen til bøyelinje 2 stemmer ikke/).waitFor()
    await expect.poll(() => page.getByRole('table', { name: 'Bøyer' }).getByRole('row').count()).toBe(4)
  })
})

describe('the bend table', () => {
  test('lists the positions of a tapered piece at its near and far end, for left and right', async () => {
    const page = await openSheet('pipebeslag-04', fakeStation())
    const table = page.getByRole('table', { name: 'Bøyer' })
    const second = async () => (await table.getByRole('row').nth(2).innerText()).replaceAll(/\s+/g, ' ')
    const header = () => table.getByRole('columnheader').nth(3).innerText()
    const shown = new Map<string, string>()
    const pieces = page.getByRole('list', { name: 'Stykker' }).getByRole('listitem')
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
    expect(await lead(page)).toContain('Konisk: bøyes for hånd')
  })
})
