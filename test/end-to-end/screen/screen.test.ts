import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CallError, type EntryView } from '../../../shared/station-api/index.ts'
import { heldStation, settleMark, today, tomorrow, type HeldStation } from './held-station.ts'
import { buildScreen, openScreen, type BuiltScreen, type OpenScreen, type ScreenLook } from './open-screen.ts'
import { entryOf, idOf, sandboxSheets } from './sandbox-day.ts'

let built: BuiltScreen
const opened: OpenScreen[] = []
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
afterEach(async () => {
  const complaints = opened.flatMap((screen) => screen.complaints)
  for (const screen of opened.splice(0)) await screen.close()
  // nothing thrown, nothing the page's own policy had to forbid
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
})

async function open(station: HeldStation, look?: ScreenLook) {
  const screen = await openScreen(built, station, look)
  opened.push(screen)
  return screen
}

/** Waits until it is there; rejects when it never comes. */
const seen = (place: Locator): Promise<boolean> => place.waitFor().then(() => true)
const gone = (place: Locator): Promise<boolean> => place.waitFor({ state: 'hidden' }).then(() => true)

const first = idOf('vindusbeslag-01')
const lineOf = (number: number) => new RegExp(`^Ordre T-\\d+, seddel ${number},`)

async function openFirst(station: HeldStation, look?: ScreenLook) {
  const screen = await open(station, look)
  await screen.page.getByRole('button', { name: lineOf(1) }).click()
  await screen.page.getByRole('heading', { name: /T-000001 · seddel 1 · Vindusbeslag/ }).waitFor()
  return screen
}

describe('the day’s list', () => {
  test('shows a line for each sheet, with what it is of, how many and whether it is bent', async () => {
    const { page } = await open(heldStation())
    await page.getByRole('list', { name: /mandag 23. november/ }).waitFor()
    const line = page.getByRole('button', {
      name: 'Ordre T-000001, seddel 1, Vindusbeslag, Plastbelagt stål, 6 stk. på 2000 mm, Gjenstår',
    })
    expect(await line.innerText()).toMatch(/Prøvedal Bygg AS.*3 bøyer.*RR33.*0,6 mm.*6 × 2000/s)
    expect(await page.getByRole('tab', { selected: true }).innerText()).toMatch(/I dag.*6 av 47 bøyd/s)
  })

  test('turns to the next working day', async () => {
    const { page } = await open(heldStation())
    await page.getByRole('tab', { name: /Neste arbeidsdag/ }).click()
    expect(await seen(page.getByRole('list', { name: /tirsdag 24. november/ }))).toBe(true)
  })

  test('of one machine holds that machine’s sheets, and can be kept as the station’s own', async () => {
    const station = heldStation()
    const { page } = await open(station)
    await page.getByRole('button', { name: /Maskin/ }).click()
    await page.getByRole('option', { name: 'Knekkemaskin 1' }).click()
    await expect.poll(() => page.getByRole('listitem').count()).toBeGreaterThan(0)
    for (const text of await page.getByRole('listitem').allInnerTexts()) expect(text).toContain('Knekkemaskin 1')
    await page.getByRole('button', { name: 'Vi står ved Knekkemaskin 1' }).click()
    await expect.poll(() => station.snapshot().status.ownBrakeId).toBe(idOf('folder-1'))
    await page.reload()
    await page.getByRole('button', { name: /Knekkemaskin 1 \(vår\)/ }).waitFor()
  })

  test('marks a sheet that should have been bent before today as late', async () => {
    const station = heldStation()
    changeEntry(station, first, (view) => ({ ...view, entry: { ...view.entry, dueDate: '2026-11-19' } }))
    const { page } = await open(station)
    expect(await seen(page.getByRole('button', { name: /seddel 1,.*Gjenstår, Forsinket/ }))).toBe(true)
  })

  test('with an unreadable line shows it at its place, and the others still open', async () => {
    const station = heldStation()
    const list = station.lists.get(today)
    if (list === undefined) throw new Error('there is a list')
    station.lists.set(today, {
      ...list,
      malformed: [{ position: 2, problems: [{ path: 'thicknessMm', message: 'missing' }] }],
    })
    const { page } = await open(station)
    expect(await page.getByRole('listitem').nth(1).innerText()).toMatch(
      /Linje 2 i lista kunne ikke leses · thicknessMm/,
    )
    await page.getByRole('button', { name: lineOf(2) }).click()
    await page.getByRole('img', { name: /^Utbretting/ }).waitFor()
  })

  test('that was never read is not shown as an empty one', async () => {
    const station = heldStation()
    station.lists.delete(today)
    station.say({ connection: { state: 'offline', problem: { code: 'offline', params: {} } }, freshAt: null })
    const { page } = await open(station)
    await page.getByRole('heading', { name: 'Bøyelista er ikke hentet' }).waitFor()
    expect(await page.getByText('Ingen bøyesedler').count()).toBe(0)
    await page.getByRole('button', { name: 'Spør tjenesten nå' }).click()
    await expect.poll(() => station.called).toContain('sync.now')
  })

  test('that is on its way says so, with how far it has come', async () => {
    const station = heldStation()
    station.lists.delete(today)
    station.say({ pull: { done: 12, total: 60, secondsLeft: 75 } })
    const { page } = await open(station)
    await page.getByRole('heading', { name: 'Henter bøyelista …' }).waitFor()
    expect(await seen(page.getByText('Henter 12 av 60 · ca. 1 minutt igjen'))).toBe(true)
  })

  test('that is empty says when it was read', async () => {
    const station = heldStation()
    station.lists.set(today, { date: today, readAt: new Date().toISOString(), entries: [], malformed: [] })
    const { page } = await open(station)
    await page.getByRole('heading', { name: 'Ingen bøyesedler mandag 23. november' }).waitFor()
    expect(await seen(page.getByText(/Lista ble lest \d\d:\d\d/))).toBe(true)
  })

  test('that the station could not give says why, and comes when asked again', async () => {
    const station = heldStation()
    station.refuse.set('list.read', new CallError('failed', 'the disk'))
    const { page } = await open(station)
    await page.getByRole('heading', { name: 'Bøyelista kunne ikke vises' }).waitFor()
    await page.getByRole('button', { name: 'Prøv igjen' }).click()
    expect(await seen(page.getByRole('button', { name: lineOf(1) }))).toBe(true)
  })

  test('of ten thousand sheets keeps only the visible lines on the page, to the very last', async () => {
    const station = heldStation()
    const made = sandboxSheets('today', today)
    const entries = Array.from({ length: 10_000 }, (_, index): EntryView => {
      const sheet = made[index % made.length]
      if (sheet === undefined) throw new Error('the sandbox has sheets')
      return {
        entry: entryOf({ ...sheet, id: idOf(`sheet ${index}`), sheetNo: index + 1 }, index + 1),
        sheetState: 'ready',
        mark: null,
      }
    })
    station.lists.set(today, { date: today, readAt: new Date().toISOString(), entries, malformed: [] })
    const { page } = await open(station)
    await page.getByRole('button', { name: lineOf(1) }).focus()
    await page.locator('.scroller').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
    await page.getByRole('button', { name: lineOf(10_000) }).waitFor()
    expect(await page.getByRole('listitem').count()).toBeLessThan(60)
    expect(await page.getByRole('listitem').last().getAttribute('aria-setsize')).toBe('10000')
  })
})

describe('a sheet', () => {
  test('shows profile, unfolding, pieces and bends', async () => {
    const { page } = await openFirst(heldStation())
    await page.getByRole('img', { name: 'Profil av Vindusbeslag' }).waitFor()
    await page.getByRole('img', { name: 'Utbretting, 185,1 × 2000 mm, 3 bøyer' }).waitFor()
    expect(await page.getByRole('table', { name: 'Stykker' }).innerText()).toMatch(/4\s+2000 mm.*2\s+1350 mm/s)
    expect(await page.getByRole('table', { name: 'Bøyer' }).getByRole('row').count()).toBe(4)
    expect(await page.locator('.sheet-facts').evaluate((facts) => facts.scrollTop)).toBe(0)
  })

  test('draws the piece that is asked for', async () => {
    const { page } = await openFirst(heldStation())
    await page.getByRole('button', { name: 'Vis stykke 2' }).click()
    expect(await seen(page.getByRole('img', { name: 'Utbretting, 185,1 × 1350 mm, 3 bøyer' }))).toBe(true)
  })

  test('leads to the next one and back to the list', async () => {
    const { page } = await openFirst(heldStation())
    await page.getByRole('button', { name: 'Neste' }).click()
    await page.getByText('2 av 47').waitFor()
    await page.getByRole('button', { name: 'Til lista' }).click()
    expect(await seen(page.getByRole('button', { name: lineOf(1) }))).toBe(true)
  })

  test('is marked in one press and undone in one', async () => {
    const station = heldStation()
    const { page } = await openFirst(station)
    await page.getByRole('button', { name: 'Merk som bøyd' }).click()
    await page.getByText('Merket, kan angres').waitFor()
    expect(station.marks).toMatchObject([{ sheetId: first, state: 'held', drawingVersion: 1 }])
    await page.getByRole('button', { name: /^Angre \(\d+ s\)$/ }).click()
    await page.getByText('Merket ble angret. Ingenting er sendt.').waitFor()
    await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
  })

  test('can be undone from the list, where the operator already is', async () => {
    const station = heldStation()
    const { page } = await openFirst(station)
    await page.getByRole('button', { name: 'Merk som bøyd' }).click()
    await page.getByRole('button', { name: 'Til lista' }).click()
    await page.getByText('T-000001 · seddel 1 er merket som bøyd').waitFor()
    await page.getByRole('button', { name: /^Angre/ }).click()
    await expect.poll(() => station.marks[0]?.state).toBe('cancelled')
    await page.getByRole('button', { name: /seddel 1,.*Gjenstår$/ }).waitFor()
  })

  test('says in words where its mark is, offline and until it is delivered', async () => {
    const station = heldStation()
    const { page } = await openFirst(station)
    station.say({ connection: { state: 'offline', problem: { code: 'offline', params: {} } } })
    await page.getByText(/^Frakoblet siden/).waitFor()
    await page.getByRole('button', { name: 'Merk som bøyd' }).click()
    await page.getByText('Merket, kan angres').waitFor()
    settleMark(station.marks, 'mark-1', 'queued', station.changed)
    await page.getByText(/Lagret her og sendes så snart det er forbindelse/).waitFor()
    await page.getByRole('button', { name: /1 merke venter på levering/ }).waitFor()
    station.say({ connection: { state: 'online', problem: null }, freshAt: new Date().toISOString() })
    settleMark(station.marks, 'mark-1', 'delivered', station.changed)
    await page.getByText('Bøyd, og tjenesten har tatt imot merket.').waitFor()
    expect(await seen(page.getByText('Alt er levert'))).toBe(true)
  })

  test('that could not be kept on the disk is not marked, and says so loudly', async () => {
    const station = heldStation()
    station.refuse.set('mark.create', new CallError('not_stored', 'SQLITE_FULL'))
    const { page } = await openFirst(station)
    await page.getByRole('button', { name: 'Merk som bøyd' }).click()
    expect(await page.getByRole('alert').innerText()).toMatch(/Ikke merket/)
    expect(await page.getByRole('alert').innerText()).toMatch(/ble IKKE lagret/)
    expect(await page.getByText('Merket, kan angres').count()).toBe(0)
  })

  test('that waits for the customer cannot be marked', async () => {
    const { page, shell } = await open(heldStation())
    await page.getByRole('button', { name: lineOf(1) }).waitFor()
    await page.goto(`${shell.address}/#/sheet/${today}/${idOf('vindusbeslag-04')}`)
    await page.getByText('Kan ikke merkes: venter på kunde.').waitFor()
    expect(await page.getByRole('button', { name: 'Merk som bøyd' }).isDisabled()).toBe(true)
  })

  test('that cannot be read says which fields are wrong, and marks nothing', async () => {
    const station = heldStation()
    const view = station.sheets.get(first)
    if (view === undefined) throw new Error('there is such a sheet')
    station.sheets.set(first, {
      ...view,
      state: 'malformed',
      sheet: null,
      problems: [{ path: 'profile.flanges[2].lengthMm', message: 'expected number' }],
    })
    const { page } = await openFirst(station)
    await page.getByRole('heading', { name: 'Feil i seddelen' }).waitFor()
    await page.getByText('profile.flanges[2].lengthMm: expected number').waitFor()
    expect(await page.getByRole('button', { name: 'Merk som bøyd' }).count()).toBe(0)
  })

  test('of which a later edition has not come yet is shown all the same, and says so', async () => {
    const station = heldStation()
    const view = station.sheets.get(first)
    if (view === undefined) throw new Error('there is such a sheet')
    station.sheets.set(first, { ...view, state: 'fetching' })
    const { page } = await openFirst(station)
    await page.getByRole('img', { name: /^Utbretting/ }).waitFor()
    expect(await seen(page.getByText('En nyere utgave av seddelen er ikke hentet ennå.'))).toBe(true)
  })

  test('says where its files went', async () => {
    const { page } = await openFirst(heldStation())
    await page.getByRole('button', { name: 'Lagre DXF' }).click()
    await page.getByText('Lagret i /home/verksted/Kant/2026-11-23').waitFor()
    expect(await seen(page.getByText('T-000001-1-v1.dxf'))).toBe(true)
  })

  test('comes back after a reload', async () => {
    const { page } = await openFirst(heldStation())
    await page.reload()
    expect(await seen(page.getByRole('heading', { name: /T-000001 · seddel 1/ }))).toBe(true)
  })

  test.each([
    { width: 1366, height: 768 },
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
    { width: 1024, height: 600 },
  ])('fits a screen of $width × $height with the mark in reach of a glove', async (size) => {
    const { page } = await openFirst(heldStation(), size)
    const mark = await page.getByRole('button', { name: 'Merk som bøyd' }).boundingBox()
    if (mark === null) throw new Error('the button is on the screen')
    const mm = 96 / 25.4
    expect(Math.min(mark.width, mark.height)).toBeGreaterThanOrEqual(19 * mm - 0.5)
    expect(mark.y + mark.height).toBeLessThanOrEqual(size.height)
    expect(mark.x + mark.width).toBeLessThanOrEqual(size.width)
    const smallest = await page
      .getByRole('button')
      .evaluateAll((buttons) => Math.min(...buttons.map((button) => Math.min(button.clientWidth, button.clientHeight))))
    expect(smallest).toBeGreaterThanOrEqual(12 * mm - 4)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width)
    for (const picture of await page.getByRole('img').all()) {
      const room = await picture.boundingBox()
      expect(room?.height).toBeGreaterThan(100)
    }
  })
})

describe('the status line', () => {
  test('tells a refused key with what to do, and that marks may go on', async () => {
    const station = heldStation()
    const { page } = await open(station)
    station.say({ connection: { state: 'blocked', problem: { code: 'key_refused', params: {} } } })
    expect(await page.getByRole('alert').innerText()).toMatch(/Nøkkelen ble avvist.*Merk videre som vanlig/s)
  })

  test('never lets a mark that needs a person out of sight, and leads to its reason', async () => {
    const station = heldStation()
    const { page } = await open(station)
    await page.getByRole('button', { name: lineOf(1) }).click()
    await page.getByRole('button', { name: 'Merk som bøyd' }).click()
    await page.getByText('Merket, kan angres').waitFor()
    settleMark(station.marks, 'mark-1', 'conflict', station.changed, 'reworked')
    await page.getByRole('button', { name: '1 merke trenger deg' }).click()
    const group = page.getByRole('region', { name: 'Trenger et menneske' })
    expect(await group.innerText()).toMatch(/T-000001 · seddel 1.*sendt til omarbeid etter at den ble merket/s)
    await group.getByRole('button', { name: 'Åpne seddelen' }).click()
    await page.getByRole('heading', { name: /T-000001 · seddel 1/ }).waitFor()
  })

  test('opens every warning', async () => {
    const station = heldStation()
    const { page } = await open(station)
    station.say({
      warnings: [
        { code: 'key_in_file', params: {} },
        { code: 'cache_rebuilt', params: {} },
      ],
    })
    await page.getByRole('button', { name: '2 varsler' }).click()
    expect(await page.getByRole('dialog', { name: 'Varsler' }).getByRole('listitem').count()).toBe(2)
    await page.getByText('Lukk', { exact: true }).click()
    expect(await gone(page.getByRole('dialog'))).toBe(true)
  })

  test('says that the link to the station is lost, and nothing can be marked until it is back', async () => {
    const screen = await open(heldStation())
    const { page, shell, complaints } = screen
    await page.getByRole('button', { name: lineOf(1) }).click()
    await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
    await shell.close()
    await page.getByText('Forbindelsen til stasjonen er brutt.', { exact: true }).waitFor()
    await page.getByText('Kan ikke merkes: forbindelsen til stasjonen er brutt.').waitFor()
    expect(await page.getByRole('button', { name: 'Merk som bøyd' }).isDisabled()).toBe(true)
    expect(complaints.every((text) => text.includes('WebSocket'))).toBe(true)
    complaints.length = 0
  })
})

describe('the page', () => {
  test('whose launch code was used already says to start the app again', async () => {
    const { page, shell, complaints } = await open(heldStation())
    await page.getByRole('button', { name: lineOf(1) }).waitFor()
    const other = await built.browser.newContext()
    const stranger = await other.newPage()
    await stranger.goto(`${shell.address}/#launch=${'0'.repeat(64)}`)
    await stranger.getByText('Lukk dette vinduet og start Kant på nytt.').waitFor()
    await other.close()
    expect(complaints).toEqual([])
  })

  test('whose token is no longer good says so instead of trying for ever', async () => {
    const { page } = await open(heldStation())
    await page.getByRole('button', { name: lineOf(1) }).waitFor()
    await page.evaluate(`sessionStorage.setItem('kant-station-token', 'f'.repeat(64))`)
    await page.reload()
    expect(await seen(page.getByText('Lukk dette vinduet og start Kant på nytt.'))).toBe(true)
  })

  test('speaks English where that was chosen, after a reload too', async () => {
    const { page } = await open(heldStation())
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('tab', { name: /Next working day/ }).waitFor()
    await page.reload()
    await page.getByRole('tab', { name: /Next working day/ }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })

  test('shows what changed in the station without being asked', async () => {
    const station = heldStation()
    const { page } = await open(station)
    await page.getByRole('button', { name: lineOf(1) }).waitFor()
    changeEntry(station, first, (view) => ({ ...view, entry: { ...view.entry, quantity: 99 } }))
    station.changed()
    await page.getByRole('button', { name: /seddel 1,.*99 stk/ }).waitFor()
    expect(station.lists.get(tomorrow)).toBeDefined()
  })
})

function changeEntry(station: HeldStation, sheetId: string, change: (view: EntryView) => EntryView): void {
  for (const [date, list] of station.lists)
    station.lists.set(date, {
      ...list,
      entries: list.entries.map((view) => (view.entry.sheetId === sheetId ? change(view) : view)),
    })
}
