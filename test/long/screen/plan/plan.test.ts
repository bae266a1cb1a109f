// The plan with a real service, a real station and the built screen. A choice on one screen is stored in the station and shown on another.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildScreen, type BuiltScreen } from '../../../end-to-end/screen/page/open-screen.ts'
import { serveRealStation, type RealServedStation } from '../../../end-to-end/screen/real-workshop/served-station.ts'

// the computer may be busy
let built: BuiltScreen
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())

let station: RealServedStation
let page: Page

async function openPlan(): Promise<Page> {
  const opened = await station.openPage()
  await opened.getByRole('link', { name: 'Plan' }).click()
  await opened.locator('.plan-line').first().waitFor()
  return opened
}

beforeEach(async () => {
  station = await serveRealStation({ built })
  page = await openPlan()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(`the page showed: ${await page.locator('body').innerText()}`)
  await station.close()
  if (station.errors.length > 0) throw new Error(station.errors.join('\n'))
})

const load = (machine: string, on = page) => on.getByRole('button', { name: new RegExp(`^${machine}`) }).first()
const names = (on = page): Promise<string[]> => on.locator('.plan-line .plan-name strong').allInnerTexts()
const dialog = () => page.getByRole('dialog')
const close = () => dialog().locator('.button', { hasText: 'Lukk' }).click()

/** The list of one machine. */
async function showList(on: Page, machine: string): Promise<void> {
  await on.getByRole('link', { name: 'Liste' }).click()
  await on.getByRole('button', { name: /Maskin$/ }).click()
  await on.getByRole('option', { name: machine }).click()
}

const grip = (name: string): Locator => page.getByRole('button', { name: `Dra ${name}` })

test('a sheet is moved to another machine by its answer, is shown on another screen, and is moved back', async () => {
  const other = await openPlan()
  await load('Kantpresse 1').click()
  await load('Kantpresse 1', other).click()
  const before = await names()
  const [first = ''] = before
  const line = page.locator('.plan-line', { hasText: first }).first()
  await line.getByRole('button', { name: /^Kantpresse 2, Kan bøye den/ }).click()
  await expect.poll(() => names()).not.toContain(first)
  await expect.poll(() => names(other)).not.toContain(first)
  await load('Kantpresse 2', other).click()
  const there = other.locator('.plan-line', { hasText: first })
  await there.getByText('bare her').waitFor()
  await showList(other, 'Kantpresse 2')
  const [order = '', sheetNo = ''] = first.split(' · ')
  const inList = other.getByRole('listitem').filter({ hasText: order }).filter({ hasText: 'valgt her' })
  await inList.getByRole('button', { name: new RegExp(`${order}.* ${sheetNo},`) }).waitFor()
  await other.getByRole('link', { name: 'Plan' }).click()
  await page.getByRole('button', { name: 'Angre' }).click()
  await expect.poll(() => names()).toEqual(before)
  await load('Kantpresse 2', other).click()
  await expect.poll(() => names(other)).not.toContain(first)
})

test('a machine that does not fit shows all reasons before it can be chosen anyway', async () => {
  await load('Kantpresse 1').click()
  const line = page.locator('.plan-line', { hasText: 'T-000001 · 5' })
  await line.getByRole('button', { name: /^Kantpresse 2, Kan ikke/ }).click()
  await dialog().getByText('lengste bøy er 2400 mm, maskinen tar 2050').waitFor()
  await close()
  expect(await names()).toContain('T-000001 · 5')
})

test('neither the dialog nor a drop moves a sheet to a machine that does not fit without a confirmation', async () => {
  await load('Kantpresse 1').click()
  const name = 'T-000001 · 5'
  await page.getByRole('button', { name: `Velg for ${name}` }).click()
  await dialog().getByRole('button', { name: 'Velg Kantpresse 2' }).click()
  const asking = page.getByRole('dialog', { name: `Kantpresse 2 kan ikke bøye ${name}` })
  await asking.getByText('lengste bøy er 2400 mm, maskinen tar 2050').waitFor()
  await asking.getByRole('button', { name: 'Avbryt' }).click()
  await asking.waitFor({ state: 'detached' })
  await close()
  expect(await names()).toContain(name)
  const label = async (): Promise<string> =>
    String(await page.evaluate(`document.activeElement?.getAttribute('aria-label') ?? ''`))
  // the closed dialog returns the focus to the row
  await expect.poll(label).toBe(name)

  await grip(name).focus()
  await page.keyboard.press('Enter')
  // the drag begins with the next frame and moves the focus to a place to drop
  await expect.poll(label).not.toBe(`Dra ${name}`)
  for (let press = 0; press < 12 && !(await label()).includes('Kantpresse 2'); press += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await asking.getByRole('button', { name: 'Velg den likevel' }).click()
  await expect.poll(() => names()).not.toContain(name)
})

test('Escape closes the dialogs of a sheet after a press that disabled its button, and restores the focus to its row', async () => {
  await load('Kantpresse 1').click()
  const name = 'T-000001 · 4'
  const act = async (button: string, until: Locator): Promise<void> => {
    await page.getByRole('row', { name }).focus()
    await page.keyboard.press('Enter')
    await dialog().getByRole('button', { name: button }).focus()
    await page.keyboard.press('Enter')
    await until.waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  }
  const isInFocus = (): Promise<boolean> =>
    page.getByRole('row', { name }).evaluate((row) => row === row.ownerDocument.activeElement)
  await act('Først', dialog().getByText('nr. 1 av'))
  await expect.poll(isInFocus).toBe(true)
  await act('Lås plassen', dialog().getByRole('button', { name: 'Lås opp plassen' }))
  await expect.poll(isInFocus).toBe(true)
  await act('Velg Kantpresse 2', dialog().getByText('Valgt', { exact: true }))
  // its row is in the list of another machine now: the focus stays in the rows
  await expect.poll(() => page.evaluate(`document.activeElement?.closest('.plan-lines') !== null`)).toBe(true)
})

test('a sheet is moved by large buttons and pinned, and a proposed order is accepted', async () => {
  // all sheets of the machine are in view
  await page.setViewportSize({ width: 1366, height: 2_400 })
  await load('Kantpresse 1').click()
  const before = await names()
  await page.locator('.plan-sheet').first().click()
  await dialog().getByRole('button', { name: 'Senere' }).click()
  await dialog().getByText('nr. 2 av').waitFor()
  await dialog().getByRole('button', { name: 'Først' }).click()
  await dialog().getByText('nr. 1 av').waitFor()
  await dialog().getByRole('button', { name: 'Lås plassen' }).click()
  await dialog().getByRole('button', { name: 'Lås opp plassen' }).waitFor()
  await close()
  await expect.poll(() => names()).toEqual(before)
  await page.locator('.plan-tag', { hasText: 'Låst plass' }).waitFor()

  await page.getByRole('button', { name: 'Foreslå rekkefølge' }).click()
  const changing = async (column: number): Promise<number> =>
    Number.parseInt(
      await dialog()
        .getByRole('row', { name: /^Omstillinger/ })
        .getByRole('cell')
        .nth(column)
        .innerText(),
      10,
    )
  await dialog()
    .getByRole('row', { name: /^Omstillinger/ })
    .waitFor()
  const [now, proposed] = [await changing(0), await changing(1)]
  expect(proposed).toBeLessThan(now)
  await dialog().getByRole('button', { name: 'Bruk forslaget' }).click()
  await expect.poll(() => names()).not.toEqual(before)
  expect((await names())[0]).toBe(before[0])
})

test('a sheet is dragged by keyboard, and returns to its place if the drag is cancelled', async () => {
  await load('Kantpresse 1').click()
  await page.getByRole('button', { name: 'Foreslå rekkefølge' }).waitFor()
  const before = await names()
  const [first = '', second = ''] = before
  await grip(first).focus()
  await page.keyboard.press('Enter')
  await page.locator('[data-drop-target]').first().waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await page.locator('[data-drop-target]').waitFor({ state: 'detached' })
  expect(await names()).toEqual(before)
  await grip(first).focus()
  await page.keyboard.press('Enter')
  const label = async (): Promise<string> =>
    String(await page.evaluate(`document.activeElement?.getAttribute('aria-label') ?? ''`))
  for (let press = 0; press < 6 && !(await label()).includes(`${second} og`); press += 1) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect.poll(() => names()).toEqual([second, first, ...before.slice(2)])
})

test('the plan is printed with one machine per page, is exported as CSV, and has no axe violation', async () => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])).toEqual([])
  await load('Kantpresse 1').click()
  const [first = ''] = await names()
  await page.evaluate('void (window.print = () => {})')
  await page.getByRole('button', { name: /Skriv ut \d maskiner$/ }).click()
  await page.locator('.plan-paper').waitFor({ state: 'attached' })
  const pdf = join(station.folder, 'plan.pdf')
  await page.pdf({ path: pdf, format: 'A4' })
  const pages = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' }).split('\f')
  expect(pages[0]).toContain('Kantpresse 1')
  expect(pages[0]).toContain(first)
  expect(pages[0]).toContain('☐')
  expect(pages.filter((one) => one.includes('Kantpresse 2')).length).toBeGreaterThan(0)
  expect(pages[0]).not.toContain('Kantpresse 2')

  await page.getByRole('button', { name: /CSV av \d+ sedler$/ }).click()
  const tables = (): string[] => globSync(join(station.folder, 'station/exports/**/*.csv'))
  await expect.poll(tables).toHaveLength(1)
  const [table = ''] = tables()
  const text = readFileSync(table, 'utf8')
  for (const name of await names()) expect(text).toContain(name.split(' · ')[0])
})
