// A kiosk: the list alone, whatever is pressed, and the way out by PIN on large keys.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { today } from './held-station.ts'
import { buildScreen, type BuiltScreen } from './open-screen.ts'
import { setUpRoom, type SetUpRoom } from './set-up-room.ts'

let built: BuiltScreen
let room: SetUpRoom
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
beforeEach(async () => {
  room = setUpRoom(built)
  await room.pins.change('maintain', '4711')
  room.locks.pinsChanged()
  room.station.tellShell({ kiosk: true })
})
afterEach(() => room.close())

const rooms = (page: Page) => page.getByRole('navigation', { name: 'Rom' }).getByRole('link').allTextContents()
/** Which keys the page kept for itself. */
const watchKeys = `globalThis.kept = []; addEventListener('keydown', (event) => globalThis.kept.push([event.key, event.defaultPrevented]))`

test('only the list is there, and neither keys nor other rooms’ addresses lead out of it', async () => {
  const page = await room.open('#/list', { before: watchKeys })
  await page.getByRole('listitem').first().waitFor()
  expect(await rooms(page)).toEqual(['Liste'])
  for (const [at, closed] of [
    [`#/plan/${today}`, 'Planen er låst'],
    ['#/oversight', 'Oversikten er låst'],
    ['#/setup', 'Oppsettet er låst'],
    ['#/list', null],
    ['#/setup/log', 'Oppsettet er låst'],
  ] as const) {
    await page.evaluate(`location.hash = '${at}'`)
    if (closed === null) await page.getByRole('listitem').first().waitFor()
    else await page.getByRole('heading', { name: closed }).waitFor()
    expect(await rooms(page)).toEqual(['Liste'])
  }
  expect(room.station.called.filter((name) => /^(setup|oversight)\./.test(name))).toEqual([])
  await page.evaluate(`location.hash = '#/list'`)
  await page.getByRole('listitem').first().waitFor()
  for (const keys of [
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
    await page.keyboard.press(keys)
  await page.getByRole('searchbox').press('Control+a')
  const kept = await page.evaluate('globalThis.kept')
  expect(kept).toEqual(
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

test('a page that is loaded again comes back to the list, as closed as before', async () => {
  const page = await room.open('#/list')
  await page.getByRole('listitem').first().waitFor()
  await page.reload()
  await page.getByRole('listitem').first().waitFor()
  expect(await rooms(page)).toEqual(['Liste'])
})

test('the PIN opens the rooms by touch alone, the kiosk is ended there, and the lock closes them again', async () => {
  const page = await room.open('#/list', { touch: true, width: 1024, height: 600 })
  await page.getByRole('button', { name: 'Lås opp' }).tap()
  for (const key of ['4', '7', '1', '1', 'Åpne'])
    await page.getByRole('dialog').getByRole('button', { name: key, exact: true }).tap()
  await page.getByRole('link', { name: 'Oppsett' }).tap()
  await page.getByRole('link', { name: 'Skjerm og PIN' }).tap()
  await page.getByRole('button', { name: 'Av', exact: true }).tap()
  await expect.poll(() => room.station.called).toContain('setup.change')
  await page.getByRole('button', { name: 'Lås', exact: true }).tap()
  await page.getByRole('heading', { name: 'låst' }).waitFor()
  expect(await rooms(page)).toEqual(['Liste'])
})
