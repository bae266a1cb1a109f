import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fakeStation, today } from '../../end-to-end/screen/fake-station/fake-station.ts'
import { type ScreenLook } from '../../end-to-end/screen/page/open-screen.ts'
import { screenFixture } from '../../end-to-end/screen/page/screen-fixture.ts'
import { appears } from '../../end-to-end/screen/page/places.ts'
import { entryOf, idOf, sandboxSheets } from '../../end-to-end/screen/fake-station/sandbox-day.ts'

const screens = screenFixture()

async function open(station = fakeStation(), look?: ScreenLook): Promise<Page> {
  const screen = await screens.open(station, look)
  await lines(screen.page).first().waitFor()
  return screen.page
}

const lines = (page: Page) => page.getByRole('button', { name: /^Ordre T-/ })
const focused = (page: Page) => page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")')

describe('the list', () => {
  test('grouped by sheet metal: each group shows its material and the number left, and the order stays at the next start', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Etter plate' }).click()
    await page
      .getByText(/^RAL 7016 antrasittgrå\s· 0,8$/)
      .first()
      .waitFor()
    expect(await page.getByRole('listitem').nth(1).innerText()).toMatch(
      /RAL 7016 antrasittgrå\s· 0,8 · aluminium\s.*1 seddel · 4 stk\./s,
    )
    await page.reload()
    await page
      .getByText(/^RAL 7016 antrasittgrå\s· 0,8$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Etter plate' }).click()
    expect(await lines(page).first().getAttribute('aria-label')).toMatch(/seddel 1,/)
  })

  test('opens the next sheet with the same blank from a sheet', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Etter plate' }).click()
    await lines(page).nth(1).click()
    await page.getByText('2 av 47').waitFor()
    await page.getByRole('button', { name: 'Neste' }).click()
    expect(await appears(page.getByText('3 av 47'))).toBe(true)
  })

  test('is searched by order, customer and product, and shows the number of results', async () => {
    const page = await open()
    await page.getByRole('searchbox').fill('prøvedal takfotbeslag')
    await page.getByText('1 av 47 sedler').waitFor()
    for (const label of await lines(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
      expect(label).toMatch(/Takfotbeslag/)
    await page.getByRole('searchbox').fill('T-000002-8')
    await page.getByText('1 av 47 sedler').waitFor()
  })

  test('is filtered by state, material and thickness; an empty result says so and can be reset', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Filter' }).click()
    const dialog = page.getByRole('dialog', { name: 'Vis bare' })
    await dialog.getByRole('button', { name: 'Bøyd' }).click()
    await dialog.getByRole('button', { name: 'Vis', exact: true }).click()
    await page.getByText('6 av 47 sedler').waitFor()
    await page.getByRole('searchbox').fill('finnes ikke')
    await page.getByRole('heading', { name: 'Ingen seddel passer' }).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Vis alt' }).last().click()
    expect(await appears(page.getByText('47 sedler'))).toBe(true)
  })

  test('is filtered by several colours', async () => {
    const station = fakeStation()
    const entries = station.lists.get(today)?.entries ?? []
    const page = await open(station)
    const dialog = page.getByRole('dialog', { name: 'Vis bare' })
    const colours = [...new Set(entries.map(({ entry }) => entry.colour))].slice(0, 2)
    let count = 0
    for (const colour of colours) {
      const name = colour ?? 'Uten farge'
      await page.getByRole('button', { name: /^Filter/ }).click()
      await dialog.getByRole('group', { name: 'Farge' }).getByRole('button', { name, exact: true }).click()
      await dialog.getByRole('button', { name: 'Vis', exact: true }).click()
      count += entries.filter(({ entry }) => entry.colour === colour).length
      await page.getByText(`${count} av 47 sedler`).waitFor()
    }
    expect(count).toBeGreaterThan(0)
  })

  test('without a result on the chosen machine shows the number on other machines, and these results', async () => {
    const page = await open()
    await page.getByRole('button', { name: /Maskin$/ }).click()
    await page.getByRole('option', { name: 'Knekkemaskin 1' }).click()
    await page.getByRole('searchbox').fill('T-000005')
    await page.getByRole('heading', { name: 'Ikke på denne maskinen' }).waitFor()
    await page.getByText('6 sedler på andre maskiner passer til det du har valgt.').waitFor()
    await page.getByRole('button', { name: 'Vis dem' }).click()
    await page.getByText('6 av 47 sedler').waitFor()
    expect(await lines(page).count()).toBe(6)
    await page.getByRole('searchbox').fill('finnes ikke')
    expect(await appears(page.getByRole('heading', { name: 'Ingen seddel passer' }))).toBe(true)
  })

  test('has its head in one line on a small panel for every machine', async () => {
    const page = await open(fakeStation(), { width: 1024, height: 600 })
    const tops = (): Promise<number[]> =>
      page.locator('.day-tab, .bar-end > *').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
    for (const machine of ['Knekkemaskin 1', 'Uten maskin']) {
      await page.getByRole('button', { name: /Maskin$/ }).click()
      await page.getByRole('option', { name: machine }).click()
      expect(Math.max(...(await tops()))).toBeLessThan(100)
    }
    await page.getByRole('searchbox').fill('T-000005')
    const bar = await page.locator('.list-bar').boundingBox()
    expect(bar?.height).toBeLessThan(100)
  })

  test('is navigated by keys from the first of ten thousand sheets to the last, and returns to the sheet that was open', async () => {
    const station = fakeStation()
    const sandboxLists = sandboxSheets('today', today)
    const [sheet] = sandboxLists
    if (sheet === undefined) throw new Error('the sandbox has sheets')
    const entries = Array.from({ length: 10_000 }, (_, index) => ({
      entry: entryOf({ ...sheet, id: idOf(`sheet ${index}`), sheetNo: index + 1 }, index + 1),
      sheetState: 'ready' as const,
      mark: null,
    }))
    station.lists.set(today, { date: today, readAt: new Date().toISOString(), entries, malformed: [] })
    for (const { entry } of entries.slice(-2))
      station.sheets.set(entry.sheetId, {
        sheetId: entry.sheetId,
        state: 'ready',
        sheet: { ...sheet, id: entry.sheetId, sheetNo: entry.sheetNo },
        problems: [],
        mark: null,
        readAt: new Date().toISOString(),
      })
    const page = await open(station)
    await page.getByText('10000 sedler', { exact: true }).waitFor()
    await lines(page).first().focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toMatch(/seddel 2,/)
    await page.keyboard.press('End')
    await expect.poll(() => focused(page)).toMatch(/seddel 10000,/)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focused(page)).toMatch(/seddel 9999,/)
    const last = page.getByRole('listitem').last()
    expect(await last.getAttribute('aria-posinset')).toBe(await last.getAttribute('aria-setsize'))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /seddel 9999/ }).waitFor()
    await page.getByRole('button', { name: 'Til lista' }).click()
    await page.getByRole('button', { name: /seddel 9999,/ }).waitFor()
    await page.getByRole('button', { name: /seddel 9999,/ }).focus()
    await page.keyboard.press('Home')
    await expect.poll(() => focused(page)).toMatch(/seddel 1,/)
  })
})

describe('the number keys', () => {
  test('have the same layout wherever a number is typed', async () => {
    const station = fakeStation()
    const page = await open(station)
    const places = (): Promise<Record<string, string>> =>
      page.locator('.number-key').evaluateAll((keys) => {
        const [first] = keys
        const corner = first?.getBoundingClientRect()
        return Object.fromEntries(
          keys.map((key) => {
            const { x, y, width } = key.getBoundingClientRect()
            const [column, row] = [(x - (corner?.x ?? 0)) / (width + 8), (y - (corner?.y ?? 0)) / (width + 8)]
            return [key.getAttribute('aria-label') ?? key.textContent ?? '', `${Math.round(column)} ${Math.round(row)}`]
          }),
        )
      })
    await page.getByRole('button', { name: 'Skriv ordrenummer' }).click()
    await page.getByRole('button', { name: '7', exact: true }).waitFor()
    const ofOrder = await places()
    expect(ofOrder).toMatchObject({ 1: '0 0', 9: '2 2', 0: '1 3', 'Slett siste siffer': '2 3' })
    await page.keyboard.press('Escape')
    await lines(page).first().click()
    await page.getByRole('button', { name: 'Mer', exact: true }).click()
    await page.getByRole('button', { name: 'Telling' }).click()
    await page
      .getByRole('button', { name: /Mål prøvestykke/ })
      .first()
      .click()
    await page.getByRole('button', { name: ',', exact: true }).waitFor()
    expect(await places()).toEqual({ ...ofOrder, ',': '0 3' })
  })

  test.each([
    { width: 1366, height: 768 },
    { width: 1024, height: 600 },
  ])('find the sheets of an order whose code is lost, on $width × $height', async (size) => {
    const page = await open(fakeStation(), size)
    await page.getByRole('button', { name: 'Skriv ordrenummer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ordrenummer' })
    await dialog.getByRole('button', { name: '2', exact: true }).click()
    await dialog
      .getByText('8 sedler')
      .or(dialog.getByText(/^\d+ sedler$/))
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: /^T-000002 · seddel 9 / }).click()
    expect(await appears(page.getByRole('heading', { name: /^T-000002 · seddel 9 / }))).toBe(true)
  })

  test('show that the station has no such order', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Skriv ordrenummer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ordrenummer' })
    for (const key of ['9', '9', '9']) await dialog.getByRole('button', { name: key, exact: true }).click()
    expect(
      await appears(
        dialog.getByText(
          'Ingen seddel i dag eller neste arbeidsdag har 999 i ordrenummeret, og ingen etikett har nummeret.',
        ),
      ),
    ).toBe(true)
  })
})
