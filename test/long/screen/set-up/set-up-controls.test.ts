// The controls of the set-up area: the number pad for a PIN, messages that are cleared when their input changes, and the language buttons.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildScreen, type BuiltScreen } from '../../../end-to-end/screen/page/open-screen.ts'
import { pressablesOf } from '../../../end-to-end/screen/accessibility/page-measures.ts'
import { openSetUpFixture, type SetUpFixture } from '../../../end-to-end/screen/set-up/open-set-up.ts'

let built: BuiltScreen
let setUp: SetUpFixture
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
beforeEach(() => {
  setUp = openSetUpFixture(built)
})
afterEach(() => setUp.close())

test.each([
  [1366, 768],
  [1024, 600],
])('a PIN is chosen on large keys, without a keyboard: %i × %i', async (width, height) => {
  const page = await setUp.open('#/setup/screens', { touch: true, width, height })
  const technician = page.getByRole('listitem').filter({ hasText: 'Tekniker' })
  await technician.getByRole('button', { name: 'Velg PIN' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Teknikerens PIN' })
  const press = async (...keys: string[]): Promise<void> => {
    for (const name of keys) await dialog.getByRole('button', { name, exact: true }).tap()
  }
  await dialog.waitFor()
  const keys = (await pressablesOf(page)).filter(({ name }) => /^(\d|Slett|Videre)/.test(name))
  expect(keys.length).toBeGreaterThanOrEqual(11)
  expect(keys.filter(({ mm }) => mm < 18.9)).toEqual([])
  await press('4', '7', '1', '1', 'Videre', '4', '7', '1', '2')
  await dialog.getByText('De to PIN-ene er ulike.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Lagre' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Slett siste siffer' }).tap()
  await press('1', 'Lagre')
  await technician.getByText('har PIN').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('the result about an address, a key or a line is cleared when the input changes', async () => {
  const { station } = setUp
  station.setUp.connected = {
    storeResult: 'no',
    checks: [
      { step: 'address', state: 'wrong', code: 'nothing_there', params: { address: 'https://verksted.example' } },
    ],
  }
  const page = await setUp.open('#/setup/workshop')
  const findings = page.getByText(/^Adressen: /)
  for (const [label, text] of [
    ['Adressen til tjenesten', 'https://annet.example/api/v1'],
    ['Nøkkelen', 'svc_test_0123456789'],
    ['Antall stasjoner som deler nøkkelen', '4'],
  ] as const) {
    await page.getByRole('button', { name: 'Prøv', exact: true }).click()
    await findings.waitFor()
    await page.getByLabel(label, { exact: true }).fill(text)
    await expect.poll(() => findings.count()).toBe(0)
    await page.getByLabel('Nøkkelen', { exact: true }).fill('svc_test_abc')
  }
  await page.evaluate(`location.hash = '#/setup/brake'`)
  await page.getByRole('button', { name: '/dev/ttyUSB0' }).click()
  await page.getByLabel('Styringens fil').fill('modbus-simulator')
  await page.getByRole('button', { name: 'Test forbindelsen' }).click()
  const probeError = page.getByText('nothing came back within 1000 ms')
  await probeError.waitFor()
  await page.getByLabel('Adressen til forbindelsen').fill('tcp://192.0.2.1:502')
  await expect.poll(() => probeError.count()).toBe(0)
})

test('the error of a refused folder is cleared when another folder is typed', async () => {
  const page = await setUp.open('#/setup/settings')
  await page.getByLabel('Mappe for lagrede filer').fill('/nowhere')
  await page.getByRole('button', { name: 'Bruk mappa' }).click()
  await page.getByText('Mappa ble ikke endret.').waitFor()
  await page.getByLabel('Mappe for lagrede filer').fill('/srv/cutting')
  await expect.poll(() => page.getByText('Mappa ble ikke endret.').count()).toBe(0)
})

test('the button of the current language is pressed, also if no language was chosen', async () => {
  const page = await setUp.open('#/setup/screens')
  const pressed = (name: string) => page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')
  await page.getByRole('button', { name: 'English', exact: true }).waitFor()
  expect([await pressed('Norsk'), await pressed('English')]).toEqual(['true', 'false'])
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await page.getByRole('heading', { name: 'This station’s language' }).waitFor()
  expect([await pressed('Norsk'), await pressed('English')]).toEqual(['false', 'true'])
})
