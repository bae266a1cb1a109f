import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { CallError, type EntryView } from '../../../../shared/station-api/index.ts'
import { changeEntry, fakeStation, today, tomorrow, type FakeStation } from '../fake-station/fake-station.ts'
import { largeDay } from '../../../bench/screen/large-day.ts'
import { type ScreenLook } from '../page/open-screen.ts'
import { screenFixture } from '../page/screen-fixture.ts'
import { appears, misplaced, placeOf, rightOf } from '../page/places.ts'
import { entryOf, idOf, sandboxSheets } from '../fake-station/sandbox-day.ts'

const screens = screenFixture()

async function open(station: FakeStation, look?: ScreenLook) {
  const screen = await screens.open(station, look)
  return screen
}

const first = idOf('vindusbeslag-01')
const lineOf = (number: number) => new RegExp(`^Ordre T-\\d+, seddel ${number},`)

describe('the day’s list', () => {
  test('shows a line for each sheet, with its material, quantity and state', async () => {
    const { page } = await open(fakeStation())
    await page.getByRole('list', { name: /mandag 23. november/ }).waitFor()
    const line = page.getByRole('button', {
      name: 'Ordre T-000001, seddel 1, Vindusbeslag, Plastbelagt stål, 6 stk., inntil 2000 mm, Gjenstår',
    })
    await expect
      .poll(() => line.innerText())
      .toMatch(/Vindusbeslag.*T-000001 · 1.*Kantpresse 1.*4 × 2000 \+\s2 × 1350.*0\/6/s)
    const heading = page.getByRole('listitem').filter({ hasText: 'RR33' }).first()
    expect(await heading.innerText()).toMatch(
      /RR33 sort\s· 0,6 · plastbelagt stål\s*Prøvedal Bygg AS\s*6 sedler · 47 stk/,
    )
    expect(await page.getByRole('tab', { selected: true }).innerText()).toMatch(/I dag.*6 av 47 bøyd/s)
  })

  test('switches to the next working day', async () => {
    const { page } = await open(fakeStation())
    await page.getByRole('tab', { name: /Neste arbeidsdag/ }).click()
    expect(await appears(page.getByRole('list', { name: /tirsdag 24. november/ }))).toBe(true)
  })

  test('switches to the new day after midnight, and leaves an open sheet open', { tags: 'long' }, async () => {
    const station = fakeStation()
    const { page } = await open(station)
    await page.getByRole('tab', { name: /Neste arbeidsdag/ }).click()
    await page.getByRole('tab', { name: /I dag/ }).click()
    await page.getByRole('button', { name: lineOf(1) }).click()
    await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
    const day = { readAt: null, entries: 0, bent: 0 }
    station.pushStatus({
      today: tomorrow,
      days: [
        { ...day, date: tomorrow, label: 'today' },
        { ...day, date: '2026-11-25', label: 'next' },
      ],
    })
    expect(await appears(page.getByRole('heading', { name: /T-000001 · seddel 1/ }))).toBe(true)
    await page.getByRole('button', { name: 'Til lista' }).click()
    await page.getByRole('list', { name: /tirsdag 24. november/ }).waitFor()
    await expect
      .poll(() => page.getByRole('tab').allInnerTexts())
      .toEqual([expect.stringMatching(/I dag.*tir. 24/s), expect.stringMatching(/Neste arbeidsdag.*ons. 25/s)])
    expect(await page.getByRole('tab', { selected: true }).innerText()).toMatch(/I dag/)
  })

  test('shows the length of the only piece, or the greatest length of several', { tags: 'long' }, async () => {
    const station = fakeStation()
    changeEntry(station, first, (view) => ({ ...view, entry: { ...view.entry, quantity: 1 } }))
    const { page } = await open(station)
    expect(await appears(page.getByRole('button', { name: /seddel 1,.* 1 stk., 2000 mm,/ }))).toBe(true)
  })

  test.each([
    { width: 600, height: 800 },
    { width: 800, height: 600 },
    { width: 1024, height: 600 },
  ])('lays out its lines at $width × $height without overlaps', { tags: 'long' }, async (size) => {
    const { page } = await open(fakeStation(), size)
    await page.getByRole('button', { name: lineOf(1) }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width)
    for (const part of [page.getByRole('tab'), page.getByRole('button', { name: /Maskin|Filer|English/ })])
      for (const one of await part.all()) expect(rightOf(await placeOf(one))).toBeLessThanOrEqual(size.width)
    const line = page.getByRole('button', { name: lineOf(1) })
    const parts = line.locator('.cell')
    await line.locator('svg.thumb').waitFor()
    expect(await parts.count()).toBe(7)
    expect(await misplaced(line, parts)).toEqual([])
  })

  test('lays out its lines again when the window becomes narrow', { tags: 'long' }, async () => {
    const { page } = await open(fakeStation())
    await page.getByRole('button', { name: lineOf(1) }).waitFor()
    await page.setViewportSize({ width: 600, height: 800 })
    const gap = async () => {
      const [upper, lower] = [
        await page.getByRole('button', { name: lineOf(1) }).boundingBox(),
        await page.getByRole('button', { name: lineOf(3) }).boundingBox(),
      ]
      return upper === null || lower === null ? null : lower.y - upper.y - upper.height
    }
    await expect.poll(gap).toBe(0)
    await expect
      .poll(async () => (await page.getByRole('button', { name: lineOf(1) }).boundingBox())?.height)
      .toBeGreaterThan(100)
  })

  test(
    'of one machine shows the sheets of that machine, which can be stored as the machine of the station',
    { tags: 'long' },
    async () => {
      const station = fakeStation()
      const { page } = await open(station)
      await page.getByRole('button', { name: /Maskin/ }).click()
      await page.getByRole('option', { name: 'Knekkemaskin 1' }).click()
      const ownEntries = (station.lists.get(today)?.entries ?? []).filter(
        ({ entry }) => entry.pressBrakeId === idOf('folder-1'),
      )
      const bent = ownEntries.filter(({ entry }) => entry.bent !== null).length
      await expect
        .poll(() => page.getByRole('tab', { selected: true }).innerText())
        .toMatch(new RegExp(`· ${bent} av ${ownEntries.length} bøyd`))
      const labels = await page
        .getByRole('button', { name: /^Ordre T-/ })
        .evaluateAll((rows) => rows.map((row) => row.ariaLabel))
      expect(labels.length).toBeGreaterThan(0)
      const numbers = new Set(ownEntries.map(({ entry }) => entry.sheetNo))
      for (const label of labels) expect(numbers).toContain(Number(/seddel (\d+)/.exec(label ?? '')?.[1]))
      await page.getByRole('button', { name: 'Gjør Knekkemaskin 1 til vår maskin' }).click()
      await expect.poll(() => station.snapshot().status.ownBrakeId).toBe(idOf('folder-1'))
      await page.reload()
      await page.getByRole('button', { name: /Knekkemaskin 1 \(vår\)/ }).waitFor()
    },
  )

  test('marks a sheet that should have been bent before today as late', { tags: 'long' }, async () => {
    const station = fakeStation()
    changeEntry(station, first, (view) => ({ ...view, entry: { ...view.entry, dueDate: '2026-11-19' } }))
    const { page } = await open(station)
    expect(await appears(page.getByRole('button', { name: /seddel 1,.*Gjenstår, Forsinket, frist 19\. nov/ }))).toBe(
      true,
    )
  })

  test(
    'with an unreadable line shows it at its place, and the other lines can be opened',
    { tags: 'long' },
    async () => {
      const station = fakeStation()
      const list = station.lists.get(today)
      if (list === undefined) throw new Error('there is a list')
      station.lists.set(today, {
        ...list,
        malformed: [{ position: 2, problems: [{ path: 'thicknessMm', message: 'missing' }] }],
      })
      const { page } = await open(station)
      // below the fold, the heading and the first sheet
      expect(await page.getByRole('listitem').nth(3).innerText()).toMatch(
        /Linje 2 i lista kunne ikke leses · Be kontoret .*\nTil kontoret: platetykkelsen mangler eller har feil verdi\.$/,
      )
      await page.getByRole('button', { name: lineOf(3) }).click()
      await page.getByRole('img', { name: /^Profil/ }).waitFor()
    },
  )

  test('that was never read differs from an empty one', { tags: 'long' }, async () => {
    const station = fakeStation()
    station.lists.delete(today)
    station.pushStatus({ connection: { state: 'offline', problem: { code: 'offline', params: {} } }, upToDateAt: null })
    const { page } = await open(station)
    await page.getByRole('heading', { name: 'Bøyelista er ikke hentet' }).waitFor()
    expect(await page.getByText('Ingen bøyesedler').count()).toBe(0)
    await page.getByRole('button', { name: 'Spør tjenesten nå' }).click()
    await expect.poll(() => station.callNames).toContain('sync.now')
  })

  test('shows the progress while it is fetched', { tags: 'long' }, async () => {
    const station = fakeStation()
    station.lists.delete(today)
    station.pushStatus({ pull: { done: 12, total: 60, secondsLeft: 75 } })
    const { page } = await open(station)
    await page.getByRole('heading', { name: 'Henter bøyelista …' }).waitFor()
    expect(await appears(page.getByText('Henter 12 av 60 · ca. 1 minutt igjen'))).toBe(true)
  })

  test('that is empty says when it was read', { tags: 'long' }, async () => {
    const station = fakeStation()
    station.lists.set(today, { date: today, readAt: new Date().toISOString(), entries: [], malformed: [] })
    const { page } = await open(station)
    await page.getByRole('heading', { name: 'Ingen bøyesedler mandag 23. november' }).waitFor()
    expect(await appears(page.getByText(/Lista ble lest .*\d\d:\d\d/))).toBe(true)
  })

  test('that the station could not read shows the reason, and is shown after a retry', { tags: 'long' }, async () => {
    const station = fakeStation()
    station.refuseAll.set('list.read', new CallError('failed', 'the disk'))
    const { page } = await open(station)
    await page.getByRole('heading', { name: 'Bøyelista kunne ikke vises' }).waitFor()
    station.refuseAll.clear()
    await page.getByRole('button', { name: 'Prøv igjen' }).click()
    expect(await appears(page.getByRole('button', { name: lineOf(1) }))).toBe(true)
  })

  test('of ten thousand sheets renders only the visible lines, down to the last', { tags: 'long' }, async () => {
    const station = fakeStation()
    const sandboxLists = sandboxSheets('today', today)
    const entries = Array.from({ length: 10_000 }, (_, index): EntryView => {
      const sheet = sandboxLists[index % sandboxLists.length]
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
    // the first lines are shown before the others are read
    await page.getByText('10000 sedler', { exact: true }).waitFor()
    await page.locator('.scroller').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
    await page.getByRole('button', { name: lineOf(10_000) }).waitFor()
    expect(await page.getByRole('listitem').count()).toBeLessThan(60)
    const last = page.getByRole('listitem').last()
    expect(await last.getAttribute('aria-posinset')).toBe(await last.getAttribute('aria-setsize'))
  })

  test('shows the number of sheets after all have arrived', { tags: 'long' }, async () => {
    const station = largeDay(100)
    const rest = Promise.withResolvers<void>()
    station.restOfListDelay = rest.promise
    const { page } = await open(station)
    await page.getByRole('listitem').first().waitFor()
    expect(await page.locator('.list-shown').textContent()).toBe('')
    rest.resolve()
    await page.getByText('100 sedler', { exact: true }).waitFor()
  })

  test('shows changes of the station without a reload', async () => {
    const station = fakeStation()
    const { page } = await open(station)
    await page.getByRole('button', { name: lineOf(1) }).waitFor()
    changeEntry(station, first, (view) => ({ ...view, entry: { ...view.entry, quantity: 99 } }))
    station.pushChanges()
    await page.getByRole('button', { name: /seddel 1,.*99 stk/ }).waitFor()
    expect(station.lists.get(tomorrow)).toBeDefined()
  })

  test('shows a change that happened during its first reading', { tags: 'long' }, async () => {
    const station = fakeStation()
    changeEntry(station, first, (view) => ({ ...view, sheetState: 'fetching' }))
    const late = Promise.withResolvers<void>()
    station.nextListDelay = late.promise
    const { page } = await open(station)
    await expect.poll(() => station.callNames).toContain('list.read')
    changeEntry(station, first, (view) => ({ ...view, sheetState: 'ready' }))
    station.pushChanges()
    late.resolve()
    expect(await appears(page.getByRole('button', { name: /seddel 1,.*Gjenstår$/ }))).toBe(true)
  })

  test('shows a change that happened while another day was shown', { tags: 'long' }, async () => {
    const station = fakeStation()
    changeEntry(station, first, (view) => ({ ...view, sheetState: 'fetching' }))
    const { page } = await open(station)
    await page.getByRole('tab', { name: /Neste arbeidsdag/ }).click()
    await page.getByRole('list', { name: /tirsdag/ }).waitFor()
    changeEntry(station, first, (view) => ({ ...view, sheetState: 'ready' }))
    station.pushChanges()
    await page.getByRole('tab', { name: /I dag/ }).click()
    expect(await appears(page.getByRole('button', { name: /seddel 1,.*Gjenstår$/ }))).toBe(true)
  })

  test.each([
    { width: 1366, height: 768, rows: 10 },
    { width: 1024, height: 600, rows: 6 },
  ])(
    'of one machine has $rows whole rows at $width × $height, with nothing cut off',
    { tags: 'long' },
    async ({ rows, ...size }) => {
      const station = oneGroup()
      const { page } = await open(station, size)
      await page.getByRole('button', { name: /^Alle maskiner/ }).click()
      await page.getByRole('option', { name: 'Kantpresse 1' }).click()
      await page
        .locator('.line svg.thumb')
        .nth(rows - 1)
        .waitFor()
      expect(await wholeRows(page)).toBeGreaterThanOrEqual(rows)
      // the header is one line, or two with the search below it
      const tops = new Set<number>()
      for (const control of await page.locator('.list-head :is(.day-tab, .bar-end .button)').all())
        tops.add(Math.round((await placeOf(control)).y))
      expect(tops.size).toBe(1)
      expect(await cutOffTexts(page)).toEqual([])
    },
  )

  test('of all machines has ten whole rows at 1366 × 768 below three headings, with nothing cut off', async () => {
    const { page } = await open(fakeStation(), { width: 1366, height: 768 })
    await page.locator('.line svg.thumb').nth(9).waitFor()
    expect(await page.locator('.lines .lot').count()).toBeGreaterThanOrEqual(3)
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(10)
    expect(await cutOffTexts(page)).toEqual([])
  })

  test('shows the thumbnail, the pieces done, and when a sheet is finished', async () => {
    const station = fakeStation()
    const work = await station.handlers['work.read']({ sheetId: first })
    station.work.work.set(first, { ...work, done: 2 })
    const { page } = await open(station)
    const line = page.getByRole('button', { name: lineOf(1) })
    await line.locator('svg.thumb').waitFor()
    await expect.poll(() => line.innerText()).toMatch(/2\/6\s+\d+ min\s+\d\d:\d\d/)
    expect(await line.getAttribute('aria-label')).toMatch(/2 av 6 ferdig$/)
    // one call for all rows
    expect(station.callNames.filter((name) => name === 'list.details')).toHaveLength(1)
  })

  test('folds the bent sheets into one line, which opens and closes', { tags: 'long' }, async () => {
    const { page } = await open(fakeStation())
    const fold = page.getByRole('button', { name: /6 sedler bøyd · \d+ stykker/ })
    await fold.waitFor()
    const bentLine = page.getByRole('button', { name: /^Ordre .*, Bøyd$/ })
    expect(await bentLine.count()).toBe(0)
    await fold.click()
    await expect.poll(() => bentLine.count()).toBe(6)
    await bentLine.first().click()
    await page.getByRole('button', { name: 'Til lista' }).click()
    await expect.poll(() => bentLine.count()).toBe(6)
    await fold.click()
    await expect.poll(() => bentLine.count()).toBe(0)
  })

  test('keeps the heading of a group in view while its rows scroll', { tags: 'long' }, async () => {
    const { page } = await open(fakeStation())
    await page.getByRole('button', { name: lineOf(1) }).waitFor()
    await page.locator('.scroller').evaluate((scroller) => scroller.scrollTo(0, 150))
    await expect.poll(() => page.locator('.lot-sticky').innerText()).toMatch(/^RR33 sort/)
    const [scroller, heading] = [page.locator('.scroller'), page.locator('.lot-sticky > .lot')]
    expect(Math.round((await placeOf(heading)).y)).toBe(Math.round((await placeOf(scroller)).y))
  })
})

/** How many sheets can be read without scrolling. */
const wholeRows = (page: Page): Promise<number> =>
  page.locator('.scroller').evaluate((scroller) => {
    const { top, bottom } = scroller.getBoundingClientRect()
    const boxes = [...scroller.querySelectorAll('.line')].map((line) => line.getBoundingClientRect())
    return boxes.filter((box) => box.top >= top - 0.5 && box.bottom <= bottom + 0.5).length
  })

const cutOffTexts = (page: Page): Promise<string[]> =>
  page
    .locator(':is(.line, .lot, .line .cell, .line .cell > span, .lot > span)')
    .evaluateAll((parts) =>
      parts
        .filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            clientWidth > 0 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 3),
        )
        .map(({ textContent }) => textContent),
    )

/** A day of twelve sheets of one profile and one sheet metal on one machine, one of them bent: no tools are changed between them. */
function oneGroup(): FakeStation {
  const station = fakeStation()
  const list = station.lists.get(today)
  const [pattern] = list?.entries ?? []
  if (list === undefined || pattern === undefined) throw new Error('there is a list')
  const bent = list.entries.find(({ entry }) => entry.bent !== null)?.entry.bent ?? null
  const { material, colour, thicknessMm, pressBrakeId, customerName, lengthMm } = pattern.entry
  const same = { material, colour, thicknessMm, pressBrakeId, customerName, lengthMm }
  const entries = list.entries
    .slice(0, 12)
    .map((view, index) => ({ ...view, entry: { ...view.entry, ...same, bent: index === 0 ? bent : null } }))
  station.lists.set(today, { ...list, entries })
  const drawn = station.sheets.get(pattern.entry.sheetId)?.sheet
  if (!drawn) throw new Error('the first sheet is drawn')
  const { profile, unfolding, pieces } = drawn
  for (const { entry } of entries) {
    const view = station.sheets.get(entry.sheetId)
    if (view?.sheet)
      station.sheets.set(entry.sheetId, { ...view, sheet: { ...view.sheet, profile, unfolding, pieces, lengthMm } })
  }
  return station
}
