// A kiosk shows only the list and the handbook, whatever is pressed. The PIN, entered on large keys, opens the other areas.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { calls, type CallShape } from '../../../shared/station-api/index.ts'
import { today } from '../../end-to-end/screen/fake-station/fake-station.ts'
import { buildScreen, type BuiltScreen } from '../../end-to-end/screen/page/open-screen.ts'
import { openSetUpFixture, type SetUpFixture } from '../../end-to-end/screen/set-up/open-set-up.ts'

let built: BuiltScreen
let setUp: SetUpFixture
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
beforeEach(async () => {
  setUp = openSetUpFixture(built)
  await setUp.pins.change('maintain', '4711')
  setUp.locks.handlePinsChanged()
  setUp.station.pushShell({ kiosk: true })
})
afterEach(() => setUp.close())

const grants = new Map(Object.entries<CallShape>(calls).map(([name, { grant }]) => [name, grant]))
const kioskAreas = ['Liste', 'Hjelp']
const areasOf = (page: Page) => page.getByRole('navigation', { name: 'Områder' }).getByRole('link').allTextContents()
const linkTargets = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))`)
/** Records each key and whether the page prevented the browser's own action. */
const recordKeys = `globalThis.keys = []; addEventListener('keydown', (event) => globalThis.keys.push([event.key, event.defaultPrevented]))`

test('a kiosk shows only the list and the handbook, and neither keys nor the addresses of other areas lead out of them', async () => {
  const page = await setUp.open('#/list', { before: recordKeys })
  await page.getByRole('listitem').first().waitFor()
  expect(await areasOf(page)).toEqual(kioskAreas)
  for (const [address, lockedHeading] of [
    [`#/plan/${today}`, 'Planen er låst'],
    ['#/oversight', 'Oversikten er låst'],
    ['#/setup', 'Oppsettet er låst'],
    ['#/list', null],
    ['#/setup/log', 'Oppsettet er låst'],
  ] as const) {
    await page.evaluate(`location.hash = '${address}'`)
    if (lockedHeading === null) await page.getByRole('listitem').first().waitFor()
    else await page.getByRole('heading', { name: lockedHeading }).waitFor()
    expect(await areasOf(page)).toEqual(kioskAreas)
  }
  expect(setUp.station.callNames.filter((name) => grants.get(name) !== 'operate')).toEqual([])
  await page.evaluate(`location.hash = '#/list'`)
  await page.getByRole('listitem').first().waitFor()
  for (const shortcut of [
    'F11',
    'F12',
    'F5',
    'Control+r',
    'Control+n',
    'Control+t',
    'Control+w',
    'Control+p',
    'Alt+ArrowLeft',
  ])
    await page.keyboard.press(shortcut)
  await page.getByRole('searchbox').press('Control+a')
  const keys = await page.evaluate('globalThis.keys')
  expect(keys).toEqual(
    expect.arrayContaining([
      ['F11', true],
      ['F12', true],
      ['r', true],
      ['n', true],
      ['p', true],
      ['a', false],
    ]),
  )
  expect(page.url()).toContain('#/list')
  expect(page.context().pages()).toHaveLength(1)
})

test('the handbook of a kiosk links only to the list and to its own pages', async () => {
  const page = await setUp.open('#/list')
  await page.getByRole('link', { name: 'Hjelp' }).click()
  await page.getByRole('article', { name: 'Operatør' }).waitFor()
  const pages = page.getByRole('navigation', { name: 'Sider' }).getByRole('link')
  const titles = await pages.allTextContents()
  expect(titles.length).toBeGreaterThan(1)
  for (const title of titles) {
    await pages.filter({ hasText: title }).click()
    await page.getByRole('article', { name: title, exact: true }).waitFor()
    expect(await areasOf(page)).toEqual(kioskAreas)
    for (const target of await linkTargets(page)) expect(target).toMatch(/^#\/(list|help)(\/|$)/)
  }
  await page.getByRole('link', { name: 'Liste' }).click()
  await page.getByRole('listitem').first().waitFor()
  expect(page.context().pages()).toHaveLength(1)
})

test('a page that is loaded again shows the list, and the other areas stay locked', async () => {
  const page = await setUp.open('#/list')
  await page.getByRole('listitem').first().waitFor()
  await page.reload()
  await page.getByRole('listitem').first().waitFor()
  expect(await areasOf(page)).toEqual(kioskAreas)
})

test('the PIN opens the areas by touch alone, the kiosk can be ended there, and the lock button locks them again', async () => {
  const page = await setUp.open('#/list', { touch: true, width: 1024, height: 600 })
  await page.getByRole('button', { name: 'Lås opp' }).tap()
  for (const key of ['4', '7', '1', '1', 'Åpne'])
    await page.getByRole('dialog').getByRole('button', { name: key, exact: true }).tap()
  await page.getByRole('link', { name: 'Oppsett' }).tap()
  await page.getByRole('link', { name: 'Skjerm og PIN' }).tap()
  await page.getByRole('button', { name: 'Av', exact: true }).tap()
  await expect.poll(() => setUp.station.callNames).toContain('setup.change')
  await page.getByRole('button', { name: 'Lås', exact: true }).tap()
  await page.getByRole('heading', { name: 'låst' }).waitFor()
  expect(await areasOf(page)).toEqual(kioskAreas)
})
