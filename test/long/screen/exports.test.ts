// Exports from the screen: the choices, the progress and the result, on every screen.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { CallError, type ExportView } from '../../../shared/station-api/index.ts'
import { fakeStation, today, type FakeStation } from '../../end-to-end/screen/fake-station/fake-station.ts'
import { type ScreenLook } from '../../end-to-end/screen/page/open-screen.ts'
import { screenFixture } from '../../end-to-end/screen/page/screen-fixture.ts'
import { appears } from '../../end-to-end/screen/page/places.ts'
import { idOf } from '../../end-to-end/screen/fake-station/sandbox-day.ts'

const screens = screenFixture()

async function openList(station: FakeStation, look?: ScreenLook): Promise<Page> {
  const screen = await screens.open(station, look)
  await screen.page.getByRole('listitem').first().waitFor()
  return screen.page
}

const first = idOf('vindusbeslag-01')
/** The message bar, in which an export is the only message. */
const bar = (page: Page) => page.locator('.messages')
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name })

async function openFirst(station: FakeStation, look?: ScreenLook): Promise<Page> {
  const page = await openList(station, look)
  await page.getByRole('button', { name: /seddel 1,/ }).click()
  await page.getByRole('button', { name: 'Lagre DXF' }).waitFor()
  return page
}

/** Changes the last export and notifies the screen. */
function changeExport(station: FakeStation, change: Partial<ExportView>): void {
  const view = station.exports.at(-1)
  if (view === undefined) throw new Error('no export was started')
  station.pushExport({ ...view, ...change })
}

const startDay = (station: FakeStation) =>
  station.handlers['export.start']({
    order: { kind: 'day', date: today, pressBrakeId: null, formats: ['dxf'] },
    preset: 'inventor',
    language: 'nb',
  })

describe('a sheet’s files', () => {
  test('are written for the chosen program, which this screen stores, and the message bar names their folder', async () => {
    const station = fakeStation()
    const page = await openFirst(station)
    await page.getByRole('button', { name: /DXF for/ }).click()
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .toEqual(['Inventor', 'Solid Edge', 'Onshape', 'Enkel (ett lag)', 'Bare skjæring'])
    await page.getByRole('option', { name: 'Onshape' }).click()
    await page.getByRole('button', { name: 'Lagre DXF' }).click()
    await bar(page).getByText('T-000001-1-v1 – DXF').waitFor()
    expect(station.exportOrders).toEqual([
      { order: { kind: 'sheets', sheetIds: [first], formats: ['dxf'] }, preset: 'onshape', language: 'nb' },
    ])
    changeExport(station, {
      state: 'done',
      files: ['/home/verksted/Kant/T-000001-1-v1-1.dxf'],
      folder: '/home/verksted/Kant',
    })
    await bar(page).getByText('1 fil i /home/verksted/Kant').waitFor()
    await page.reload()
    await page.getByRole('button', { name: /Onshape.*DXF for/ }).waitFor()
    await bar(page).getByText('1 fil i /home/verksted/Kant').waitFor()
  })

  test('are written for the program of the station’s settings if none was chosen', async () => {
    const station = fakeStation()
    station.workshop = { ...station.workshop, dxfPreset: 'solid-edge' }
    const page = await openFirst(station)
    await page.getByRole('button', { name: /Solid Edge.*DXF for/ }).waitFor()
    await page.getByRole('button', { name: 'Lagre PDF' }).click()
    await expect.poll(() => station.exportOrders.map(({ preset }) => preset)).toEqual(['solid-edge'])
  })

  test('show an error if the station refuses the export', async () => {
    const station = fakeStation()
    station.refuseNext.set('export.start', new CallError('nothing_to_export', 'it is not here'))
    const page = await openFirst(station)
    await page.getByRole('button', { name: 'Lagre DXF' }).click()
    await page.getByRole('alert').getByText('Filene ble ikke lagret: Det er ingenting å lagre.').waitFor()
    expect(await bar(page).count()).toBe(0)
  })

  test('of the plan show an error if the station refuses the export', async () => {
    const station = fakeStation()
    station.refuseNext.set('export.start', new CallError('nothing_to_export', 'it is not here'))
    const page = await openList(station)
    await page.getByRole('link', { name: 'Plan' }).click()
    await page.getByRole('button', { name: /^CSV av/ }).click()
    expect(await appears(page.getByRole('alert').getByText('Filene ble ikke lagret: Det er ingenting å lagre.'))).toBe(
      true,
    )
  })
})

describe('the message', () => {
  test('of a complete export is dismissed by leaving the screen or pressing something else', async () => {
    const station = fakeStation()
    const page = await openFirst(station)
    const written: Partial<ExportView> = { state: 'done', files: ['/x/a.dxf'], folder: '/x' }
    await page.getByRole('button', { name: 'Lagre DXF' }).click()
    await bar(page).waitFor()
    changeExport(station, written)
    await bar(page).getByText('1 fil i /x').waitFor()
    await page.getByRole('button', { name: 'Mer', exact: true }).click()
    await page.getByRole('button', { name: 'Telling' }).click()
    await bar(page).waitFor({ state: 'detached' })
    await startDay(station)
    changeExport(station, written)
    await bar(page).getByText('1 fil i /x').waitFor()
    await page.evaluate(`location.hash = '#/list/${today}'`)
    await bar(page).waitFor({ state: 'detached', timeout: 15_000 })
    expect(page.url()).toContain('#/list')
  })

  test('of an incomplete export stays on every screen', async () => {
    const station = fakeStation()
    const page = await openFirst(station)
    await startDay(station)
    changeExport(station, { state: 'failed', failure: 'disken er full', files: [], folder: '/x' })
    await bar(page)
      .getByText(/disken er full/)
      .waitFor()
    await page.getByRole('button', { name: 'Til lista' }).click()
    await page.getByRole('searchbox').waitFor()
    expect(await bar(page).count()).toBe(1)
  })
})

describe('the day’s files', () => {
  test('are those of the shown machine, in the checked formats', async () => {
    const station = fakeStation()
    const page = await openList(station)
    await page.getByRole('button', { name: /Maskin/ }).click()
    await page.getByRole('option', { name: 'Kantpresse 2' }).click()
    await page.getByRole('button', { name: 'Filer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Lagre filer' })
    expect(await dialog.innerText()).toMatch(/mandag 23. november · Kantpresse 2 · \d+ sedler/)
    await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(6)
    for (const name of ['DXF av hver plate', 'Lista som CSV', 'Plan med maskiner som CSV', 'Telling som CSV'])
      await tick(page, name).click()
    await dialog.getByRole('button', { name: 'Lagre', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const formats = ['pdf-batch', 'list-csv', 'plan-csv', 'counts-csv']
    expect(station.exportOrders.map(({ order }) => order)).toEqual([
      { kind: 'day', date: today, pressBrakeId: idOf('press-brake-2'), formats },
    ])
    await bar(page).getByText('mandag 23. november, Kantpresse 2 – samlet PDF, liste, plan, telling').waitFor()
  })

  test('are of the sheets that a search leaves, or of all', async () => {
    const station = fakeStation()
    const page = await openList(station)
    await page.getByRole('searchbox').fill('T-000005')
    await page.getByText('6 av 47 sedler').waitFor()
    const write = async (which: string): Promise<void> => {
      await page.getByRole('button', { name: 'Filer' }).click()
      await page.getByRole('dialog').getByRole('button', { name: which }).click()
      await page.getByRole('button', { name: 'Lagre', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await write('De 6 som vises')
    await write('Alle 47')
    expect(
      station.exportOrders.map(({ order }) => (order.kind === 'sheets' ? order.sheetIds.length : order.kind)),
    ).toEqual([6, 'day'])
  })

  test('cannot be exported without a format', async () => {
    const page = await openList(fakeStation())
    await page.getByRole('button', { name: 'Filer' }).click()
    for (const name of ['DXF av hver plate', 'Én PDF med alle sedlene og innholdsliste']) await tick(page, name).click()
    await expect.poll(() => page.getByRole('button', { name: 'Lagre', exact: true }).isDisabled()).toBe(true)
  })

  test('can be exported by keyboard', async () => {
    const station = fakeStation()
    const page = await openList(station)
    await page.getByRole('button', { name: 'Filer' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    // faster keys are taken for a scanner
    await page.keyboard.press('Tab', { delay: 80 })
    await page.keyboard.press('Space', { delay: 80 })
    await page.getByRole('button', { name: 'Lagre', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => station.exportOrders.map(({ order }) => order.formats)).toEqual([['pdf-batch']])
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Filer')
  })

  test('of selected sheets are only those', async () => {
    const station = fakeStation()
    const page = await openList(station)
    await page.getByRole('button', { name: 'Filer' }).click()
    await page.getByRole('button', { name: 'Velg sedler' }).click()
    await page.getByText('Trykk på sedlene som skal lagres.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Lagre filer' }).isDisabled()).toBe(true)
    for (const number of [3, 1, 2]) await page.getByRole('button', { name: new RegExp(`seddel ${number},`) }).click()
    await page.getByRole('button', { name: /seddel 2,/, pressed: true }).click()
    await page.getByText('2 valgt').waitFor()
    await page.getByRole('button', { name: 'Lagre filer' }).click()
    await expect.poll(() => page.getByRole('dialog').getByRole('checkbox').count()).toBe(3)
    await page.getByRole('dialog').getByRole('button', { name: 'Lagre', exact: true }).click()
    await page.getByText('2 valgt').waitFor({ state: 'detached' })
    expect(station.exportOrders.map(({ order }) => order)).toEqual([
      { kind: 'sheets', sheetIds: [first, idOf('vindusbeslag-03')], formats: ['dxf', 'pdf-batch'] },
    ])
    await page.getByRole('button', { name: /seddel 1,/ }).click()
    await page.getByRole('heading', { level: 1, name: /seddel 1/ }).waitFor()
  })

  test('of the sheets without a machine are exported by their ids', async () => {
    const station = fakeStation()
    const page = await openList(station)
    await page.getByRole('button', { name: /Maskin/ }).click()
    await page.getByRole('option', { name: 'Uten maskin' }).click()
    await page.getByRole('button', { name: 'Filer' }).click()
    await page.getByRole('button', { name: 'Lagre', exact: true }).click()
    await expect.poll(() => station.exportOrders.length).toBe(1)
    expect(station.exportOrders[0]?.order).toMatchObject({ kind: 'sheets', sheetIds: [idOf('parapetbeslag-05')] })
  })
})

describe('an export that runs', () => {
  test('is shown with its progress on every screen and after a reload, until it is cancelled', async () => {
    const station = fakeStation()
    const page = await openList(station)
    await startDay(station)
    await bar(page).getByText('I kø').waitFor()
    changeExport(station, { done: 12, total: 96 })
    await bar(page).getByText('12 av 96').waitFor()
    const progress = bar(page).getByRole('progressbar', { name: 'mandag 23. november, alle maskiner – DXF' })
    expect(await progress.getAttribute('max')).toBe('96')
    await page.getByRole('button', { name: /seddel 1,/ }).click()
    await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
    await bar(page).getByText('12 av 96').waitFor()
    await page.reload()
    await bar(page).getByText('12 av 96').waitFor()
    await bar(page).getByRole('button', { name: 'Avbryt' }).click()
    await bar(page).getByText('Avbrutt').waitFor()
    expect(station.callNames).toContain('export.cancel')
    await bar(page).getByRole('button', { name: 'Lukk' }).click()
    await bar(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
    expect(await bar(page).count()).toBe(0)
  })

  test('does not cause a new reading of the list at each step', async () => {
    const station = fakeStation()
    const page = await openList(station)
    await expect.poll(() => station.callNames).toContain('plan.fits')
    await startDay(station)
    const before = station.callNames.length
    for (let done = 1; done <= 20; done += 1) changeExport(station, { done, total: 20 })
    await bar(page).getByText('20 av 20').waitFor()
    const after = station.callNames.slice(before)
    const countOf = (name: string): number => after.filter((one) => one === name).length
    // a new list still reads the details of its lines: each line at most once
    const perLine = ['sheet.read', 'bend_plan.orders']
    expect(after.filter((name) => !perLine.includes(name) && name !== 'list.details')).toEqual([])
    const lines = station.lists.get(today)?.entries.length ?? 0
    for (const name of perLine) expect(countOf(name)).toBeLessThanOrEqual(lines)
    expect(countOf('list.details')).toBeLessThan(5)
  })

  test('ends with the name, the reason and a link of each sheet that was not written', async () => {
    const station = fakeStation()
    const page = await openList(station)
    await startDay(station)
    changeExport(station, {
      state: 'done',
      files: ['a.dxf', 'b.dxf'].map((name) => `/home/verksted/Kant/2026-11-23/${name}`),
      refusals: [
        {
          sheetId: first,
          name: 'T-000001 · 1',
          code: 'not_positive',
          field: 'profile.flanges[2].lengthMm',
          message: '',
        },
        { sheetId: idOf('vindusbeslag-03'), name: 'T-000001 · 3', code: 'not_here', field: '', message: '' },
      ],
    })
    await bar(page).getByText('2 filer i /home/verksted/Kant/2026-11-23 · 2 sedler ble ikke lagret').waitFor()
    await bar(page).getByRole('button', { name: 'Vis' }).click()
    await page.getByText('T-000001 · 1: lengden på flens 3 må være større enn null').waitFor()
    await page.getByText('T-000001 · 3: seddelen er ikke hentet ennå').waitFor()
    await page.getByText('2 filer', { exact: true }).click()
    await expect
      .poll(() => page.getByRole('listitem').allInnerTexts())
      .toEqual(expect.arrayContaining(['a.dxf', 'b.dxf']))
    await page.getByRole('button', { name: 'Åpne seddelen' }).first().click()
    expect(await appears(page.getByRole('heading', { level: 1, name: /T-000001 · seddel 1/ }))).toBe(true)
  })

  test('that a full disk stopped says so, with the written files', async () => {
    const station = fakeStation()
    const page = await openList(station)
    await startDay(station)
    changeExport(station, { state: 'failed', files: ['/x/a.dxf'], folder: '/x', failure: 'disken er full' })
    expect(await appears(bar(page).getByText('Stanset: disken er full · 1 fil i /x'))).toBe(true)
  })
})

test.each([
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
])('the message bar and the choosing of sheets leave a screen of $width × $height whole', async (size) => {
  const station = fakeStation()
  const page = await openList(station, size)
  await page.getByRole('button', { name: 'Filer' }).click()
  await page.getByRole('button', { name: 'Velg sedler' }).click()
  await station.handlers['export.start']({
    order: { kind: 'day', date: today, pressBrakeId: null, formats: ['dxf', 'pdf', 'pdf-batch', 'list-csv'] },
    preset: 'inventor',
    language: 'nb',
  })
  await bar(page).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width)
  for (const button of await page
    .getByRole('button', { name: /Avbryt|Vis|Velg alle|Lagre filer|Avslutt|Filer/ })
    .all()) {
    const place = await button.boundingBox()
    if (place === null) throw new Error('the button is on the screen')
    expect(place.height).toBeGreaterThanOrEqual(45)
    expect(place.x + place.width).toBeLessThanOrEqual(size.width)
    expect(place.y + place.height).toBeLessThanOrEqual(size.height)
  }
})
