// Machines, workshop files and exports with a real service, a real station with its worker, the built screen, and the written files.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeSetting } from '../../../src-main/cli/commands/change-setting.ts'
import { buildScreen, type BuiltScreen } from '../../end-to-end/screen/page/open-screen.ts'
import { serveRealStation, type RealServedStation } from '../../end-to-end/screen/real-workshop/served-station.ts'

let built: BuiltScreen
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())

let station: RealServedStation
let data: string
let page: Page

beforeEach(async () => {
  station = await serveRealStation({ built })
  ;({ data } = station)
  page = await station.openPage()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(`the page showed: ${await page.locator('body').innerText()}`)
  await station.close()
})

const lineOf = (number: number) => page.getByRole('button', { name: new RegExp(`^Ordre T-\\d+, seddel ${number},`) })
/** The message bar, in which an export is the only message. */
const bar = () => page.locator('.messages')
const machines = () => page.getByRole('region', { name: 'Maskiner' })

test('a sheet shows the machines of the workshop, and a file with an error and its line', async () => {
  await lineOf(1).first().click()
  await machines().getByText('Kan bøye den').first().waitFor()
  await expect.poll(() => machines().locator('.machine').count()).toBe(3)

  mkdirSync(join(data, 'workshop'))
  const tools = join(data, 'workshop', 'tools.json')
  writeFileSync(tools, '{\n  "source": "us",\n  "dies": "none",\n  "punches": [],\n  "hemmingTools": []\n}\n')
  await page.getByRole('button', { name: 'Oppdater nå' }).click()
  await machines().getByText(`${tools}, linje 3`).waitFor()
  expect(await machines().innerText()).toMatch(/tools\.json, linje 3\s+dies: /)
  await page.getByText('Det er ukjent om Kantpresse 1 (planlagt) kan bøye den').waitFor()
  await page.getByRole('button', { name: '1 feil i verkstedets filer' }).waitFor()

  rmSync(tools)
  await page.getByRole('button', { name: 'Oppdater nå' }).click()
  await page.getByText(/feil i verkstedets filer/).waitFor({ state: 'detached' })
  expect(await machines().innerText()).not.toContain('Ukjent')
})

test('the tolerance from the set-up is shown and used for warnings', async () => {
  await lineOf(1).first().click()
  await page.getByText('stemmer innen 0,3 mm.').waitFor()
  expect(changeSetting(data, 'tolerance', '0,75').ok).toBe(true)
  await page.getByRole('button', { name: 'Oppdater nå' }).click()
  await page.getByText('stemmer innen 0,75 mm.').waitFor()
  expect(await page.getByText('stemmer innen 0,3 mm.').count()).toBe(0)
})

test('the files of a day are written to the shown folder, in the shown number', async () => {
  await page.getByRole('button', { name: 'Filer' }).click()
  for (const name of ['Lista som CSV', 'Plan med maskiner som CSV', 'Telling som CSV'])
    await page.getByRole('checkbox', { name }).click()
  await page.getByRole('button', { name: 'Lagre', exact: true }).click()
  await bar()
    .getByText(/\d+ filer i /)
    .waitFor()
  const [, count, written = ''] = /(\d+) filer i (\S+)/.exec(await bar().innerText()) ?? []
  const names = readdirSync(written)
  expect(names).toHaveLength(Number(count))
  expect(names.filter((name) => name.endsWith('.csv'))).toHaveLength(3)
  expect(names.filter((name) => name.endsWith('.pdf'))).toHaveLength(1)
  expect(names.filter((name) => name.endsWith('.dxf')).length).toBeGreaterThan(40)
  const plan = names.find((name) => name.includes('plan')) ?? ''
  expect(readFileSync(join(written, plan), 'utf8')).toContain('lengste bøy er 4000 mm, maskinen tar 3200')
})

test('the DXF of a sheet is written for the chosen program', async () => {
  await lineOf(1).first().click()
  await page.getByRole('button', { name: /DXF for/ }).click()
  await page.getByRole('option', { name: 'Onshape' }).click()
  await page.getByRole('button', { name: 'Lagre DXF' }).click()
  await bar()
    .getByText(/\d+ filer? i /)
    .waitFor()
  await bar().getByRole('button', { name: 'Vis' }).click()
  await page.getByText(/^\s*\d+ filer?$/).click()
  const name = await page
    .getByText(/\.dxf$/)
    .first()
    .innerText()
  const file = join(data, 'exports', name)
  expect(existsSync(file)).toBe(true)
  expect(readFileSync(file, 'latin1')).toContain('SHEETMETAL_BEND_LINES_UP')
})

test('without a PIN, anyone may release a drawing that was reported wrong', async () => {
  const openLine = () => page.getByRole('button', { name: /^Ordre .*, Gjenstår$/ }).first()
  await openLine().click()
  await page.getByRole('button', { name: 'Mer', exact: true }).click()
  await page.getByRole('button', { name: 'Telling' }).click()
  await page.getByRole('button', { name: 'Tegningen er feil' }).click()
  const report = page.getByRole('dialog', { name: 'Hva er feil på tegningen?' })
  await report.getByRole('button', { name: 'Mål' }).click()
  await report.getByRole('button', { name: 'Meld feil' }).click()
  await page.getByRole('button', { name: 'Frigi tegningen' }).click()
  const release = page.getByRole('dialog', { name: 'Frigi tegningen' })
  await release.getByLabel('Arbeidsleders navn').fill('Berit')
  await release.getByRole('button', { name: 'Avklart med kontoret' }).click()
  await release.getByRole('button', { name: 'Frigi tegningen' }).click()
  await page.getByRole('button', { name: '1 tegning er meldt feil' }).waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('button', { name: 'Merk som bøyd' }).isEnabled()).toBe(true)
})
