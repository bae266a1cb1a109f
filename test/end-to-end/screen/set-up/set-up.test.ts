// The set-up area: the result of each connection check, the service key, PINs, backups, the support bundle and updates.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CallError } from '../../../../shared/station-api/index.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { Locks } from '../../../../src-main/station/access/locks.ts'
import { openPins, type Pins } from '../../../../src-main/station/access/pins.ts'
import { fakeStation, type FakeStation } from '../fake-station/fake-station.ts'
import {
  buildScreen,
  closeAll,
  openScreen,
  type BuiltScreen,
  type OpenScreen,
  type ScreenLook,
} from '../page/open-screen.ts'

const key = 'svc_test_0123456789abcdefghijklmnopqrstuvwxyzABCDEF0'
let built: BuiltScreen
let station: FakeStation
let folder: string
let pins: Pins
let locks: Locks
const opened: OpenScreen[] = []
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-set-up-'))
  pins = openPins(folder)
  locks = new Locks({ pins, clock: systemClock, onError: () => undefined })
  station = fakeStation()
  station.admit = locks.admit.bind(locks)
})
afterEach(async () => {
  await closeAll(opened)
  locks.close()
  rmSync(folder, { recursive: true, force: true })
})

async function open(part: string, look: ScreenLook = {}): Promise<OpenScreen['page']> {
  const screen = await openScreen(built, station, look)
  opened.push(screen)
  await screen.page.getByRole('navigation').first().waitFor()
  await screen.page.evaluate(`location.hash = '#/setup/${part}'`)
  return screen.page
}

test(
  'each connection check shows its result and what to do, and the key is removed from the page after it is stored',
  { tags: 'long' },
  async () => {
    station.setUp.connected = {
      storeResult: 'at_once',
      checks: [
        { step: 'address', state: 'ok', code: 'address_ok', params: { address: 'https://verksted.example/api/v1' } },
        {
          step: 'key',
          state: 'ok',
          code: 'key_ok',
          params: { key: 'Maskin', environment: 'test', workshop: 'Fjordbeslag' },
        },
        { step: 'clock', state: 'warn', code: 'clock_differs', params: { seconds: 240 } },
      ],
    }
    const page = await open('workshop')
    await page.getByLabel('Nøkkelen', { exact: true }).fill(key)
    await page.getByRole('button', { name: 'Prøv og lagre' }).click()
    await page.getByText('Klokka: merk').waitFor()
    await page.getByText('Avviker 240 s fra klokka i tjenesten.').waitFor()
    await page.getByText('Modulen: ikke prøvd').waitFor()
    expect(await page.getByLabel('Nøkkelen', { exact: true }).inputValue()).toBe('')
    expect(await page.content()).not.toContain(key)
    expect(
      await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie'),
    ).not.toContain(key)
    expect(station.setUp.connectCalls).toEqual([
      { baseUrl: 'https://verksted.example/api/v1', stationsSharingKey: 3, keep: true },
    ])
  },
)

test(
  'a store in use by a station of another workshop says the exact line that connects',
  { tags: 'long' },
  async () => {
    const address = 'https://verksted.example/api/v1'
    station.setUp.commandStart = '/opt/Kant/kant --data /srv/kant'
    station.setUp.connected = {
      storeResult: 'at_once',
      checks: [
        { step: 'address', state: 'ok', code: 'address_ok', params: { address } },
        {
          step: 'store',
          state: 'wrong',
          code: 'store_in_use',
          params: { other: 'annet/test', workshop: 'fjord/test' },
        },
      ],
    }
    const page = await open('workshop')
    await page.getByLabel('Nøkkelen', { exact: true }).fill(key)
    await page.getByRole('button', { name: 'Prøv og lagre' }).click()
    const finding = page.getByRole('listitem').filter({ hasText: 'Stasjonen viser sedlene til annet/test.' })
    await expect
      .poll(() => finding.locator('code').allInnerTexts())
      .toEqual([`/opt/Kant/kant --data /srv/kant connect ${address}`])
  },
)

test('an invalid number is reported at its field and cannot be stored', { tags: 'long' }, async () => {
  const page = await open('settings', { language: 'en' })
  await page.getByLabel('Warn when the flat pattern differs').fill('12')
  await page.getByText('0.05 to 5 mm.').waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await page.getByLabel('Warn when the flat pattern differs').fill('0,5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => station.setUp.view.settings?.toleranceMm).toBe(0.5)
})

test(
  'the export folder is typed if the window has no dialog, and a missing folder is reported',
  { tags: 'long' },
  async () => {
    const page = await open('settings', { language: 'en' })
    await page.getByRole('button', { name: 'Choose a folder' }).click()
    await page.getByText('This screen has no folder dialog').waitFor()
    expect(await page.getByRole('button', { name: 'Use this folder' }).isDisabled()).toBe(true)
    await page.getByLabel('Folder for saved files').fill('/nowhere')
    await page.getByRole('button', { name: 'Use this folder' }).click()
    await page.getByRole('alert').getByText('There is no such folder').waitFor()
    expect(await page.getByLabel('Folder for saved files').inputValue()).toBe('/nowhere')
    await page.getByLabel('Folder for saved files').fill('/srv/cutting')
    await page.getByRole('button', { name: 'Use this folder' }).click()
    await expect.poll(() => station.setUp.view.settings?.exportFolder).toBe('/srv/cutting')
  },
)

test(
  'with a PIN the number pad is shown instead of the set-up, and the right PIN opens it until it is locked',
  { tags: 'long' },
  async () => {
    await pins.change('maintain', '4711')
    locks.handlePinsChanged()
    const page = await open('workshop', { touch: true })
    await page.getByRole('heading', { name: 'Oppsettet er låst' }).waitFor()
    expect(station.callNames).not.toContain('setup.read')
    const press = async (...keys: string[]): Promise<void> => {
      for (const name of keys) await page.getByRole('button', { name, exact: true }).tap()
    }
    await press('1', '2', '3', '4', 'Åpne')
    await page.getByText('Feil PIN. 4 forsøk igjen').waitFor()
    await press('4', '7', '1', '1', 'Åpne')
    await page.getByRole('heading', { name: 'Verkstedet' }).waitFor()
    await press('Lås')
    await page.getByRole('heading', { name: 'Oppsettet er låst' }).waitFor()
  },
)

test(
  'after too many wrong PINs the pad shows the waiting time, and then that the PIN can be tried again',
  { tags: 'long' },
  async () => {
    await pins.change('maintain', '4711')
    locks.handlePinsChanged()
    const page = await open('workshop', { clock: true })
    for (const left of [
      '4 forsøk igjen',
      '3 forsøk igjen',
      '2 forsøk igjen',
      '1 forsøk igjen',
      /Prøv igjen om (30|2\d) sek/,
    ]) {
      await page.getByRole('textbox', { name: 'PIN' }).fill('1234')
      await page.getByRole('button', { name: 'Åpne', exact: true }).click()
      await page.getByRole('alert').getByText(left).waitFor()
    }
    await page.clock.fastForward('00:31')
    await page.getByRole('alert').getByText('Du kan prøve PIN-en igjen nå.').waitFor()
    expect(await page.getByText('Feil PIN').count()).toBe(0)
  },
)

test(
  'a chosen PIN is shown as set after it is stored, and a kiosk can then be switched on',
  { tags: 'long' },
  async () => {
    const page = await open('screens')
    const technician = page.getByRole('listitem').filter({ hasText: 'Tekniker' })
    await page.evaluate(`
    window.sawPad = false
    new MutationObserver(() => (window.sawPad ||= document.querySelector('.locked') !== null)).observe(document.body, {
      childList: true,
      subtree: true,
    })
  `)
    await technician.getByRole('button', { name: 'Velg PIN' }).click()
    await page.getByLabel('Ny PIN').fill('4711')
    await page.getByLabel('Gjenta PIN-en').fill('4711')
    await page.getByRole('dialog').getByRole('button', { name: 'Lagre' }).click()
    await technician.getByText('har PIN').waitFor()
    expect(await page.getByRole('button', { name: 'På', exact: true }).isEnabled()).toBe(true)
    expect(await page.evaluate('window.sawPad')).toBe(false)
  },
)

test('a PIN is removed only after a confirmation that says what is then open', { tags: 'long' }, async () => {
  const page = await open('screens')
  const planner = page.getByRole('listitem').filter({ hasText: 'Planlegger' })
  await planner.getByRole('button', { name: 'Velg PIN' }).click()
  await page.getByLabel('Ny PIN').fill('4711')
  await page.getByLabel('Gjenta PIN-en').fill('4711')
  await page.getByRole('dialog').getByRole('button', { name: 'Lagre' }).click()
  await planner.getByRole('button', { name: 'Fjern' }).click()
  await page.getByRole('dialog').getByText('Planen blir åpen for alle.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Avbryt' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await planner.getByText('har PIN').waitFor()
  await planner.getByRole('button', { name: 'Fjern' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fjern' }).click()
  await expect.poll(() => planner.getByText('er åpen').count()).toBe(1)
})

test('the support bundle is shown, file by file, before anything is saved', { tags: 'long' }, async () => {
  station.setUp.support = {
    state: 'ready',
    completedSteps: ['set_up', 'status', 'diagnostics', 'marks', 'brake', 'tables', 'log', 'secrets'],
    files: [{ name: '7-log.txt', bytes: 31, text: 'the station is open\n' }],
    redactedSecrets: 2,
    path: null,
    message: null,
  }
  const page = await open('support')
  await page.getByText('2 hemmeligheter er fjernet').waitFor()
  await page.getByText('7-log.txt').click()
  await page.getByText('the station is open').waitFor()
  expect(station.callNames).not.toContain('support.save')
  station.setUp.support = { ...station.setUp.support, state: 'saved', path: '/home/verksted/kant-support.zip' }
  await page.getByRole('button', { name: 'Lagre som én zip-fil' }).click()
  await page.getByText('/home/verksted/kant-support.zip').waitFor()
})

test('a backup is restored only after a confirmation that says what it means', async () => {
  const backup = {
    name: 'outbox-1.db',
    createdAt: '2026-11-20T08:00:00.000Z',
    bytes: 250_000,
    marks: 12,
    undelivered: 3,
  }
  station.setUp.backups = {
    folder: '/home/verksted/backups',
    backups: [
      { ...backup, refusal: null },
      { ...backup, name: 'outbox-2.db', refusal: 'damaged' },
    ],
  }
  const page = await open('backup')
  await page.getByText('Skadet: kan ikke gjenopprettes.').waitFor()
  expect(await page.getByRole('button', { name: 'Gjenopprett' }).nth(1).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Gjenopprett' }).first().click()
  await page.getByText('Dagens data legges til side og slettes ikke.').waitFor()
  expect(station.callNames).not.toContain('backup.restore')
  // the station restarts: the list cannot be read meanwhile, which does not mean that the restore failed
  Object.defineProperty(station.setUp, 'backups', {
    get: () => {
      throw new CallError('not_here', 'the station restarts')
    },
  })
  const lists = (): number => station.callNames.filter((name) => name === 'backup.list').length
  const before = lists()
  await page.getByRole('dialog').getByRole('button', { name: 'Gjenopprett' }).click()
  await expect.poll(() => station.callNames).toContain('backup.restore')
  await expect.poll(lists).toBeGreaterThan(before)
  await page.getByText('outbox-2.db').waitFor()
  expect(await page.locator('.mark-refused').count()).toBe(0)
})

test('a probe shows the device that answers, and after a fault what to do', { tags: 'long' }, async () => {
  const page = await open('brake', { width: 1024, height: 600 })
  await page.getByRole('button', { name: '/dev/ttyUSB0' }).click()
  await page.getByLabel('Styringens fil').fill('modbus-simulator')
  await page.getByRole('button', { name: 'Test forbindelsen' }).click()
  await page.getByText('nothing came back within 1000 ms').waitFor()
  station.setUp.probe = { ...station.setUp.probe, fault: { code: 'line_ended', message: 'closed by the other side' } }
  await page.getByRole('button', { name: 'Test forbindelsen' }).click()
  await page.getByText('Kanskje er det ikke pressa som svarer der.').waitFor()
  expect(await page.getByText('Programmet er ikke lastet').count()).toBe(0)
  station.setUp.probe = {
    wrong: [],
    fault: null,
    controller: 'Simulator',
    identity: 'unit 1',
    maxSteps: 20,
    counterUnit: 'pieces',
    readings: [{ name: 'safe', value: 'true' }],
  }
  await page.getByRole('button', { name: 'Test forbindelsen' }).click()
  await page.getByText('Simulator svarer som unit 1.').waitFor()
  await page.getByRole('button', { name: 'Bruk denne forbindelsen' }).click()
  await expect.poll(() => station.setUp.view.settings?.brake?.map).toBe('modbus-simulator')
})

test(
  'the errors of a connection are shown in the language of the screen, and those of a controller file with their line',
  { tags: 'long' },
  async () => {
    const page = await open('brake', { width: 1024, height: 600 })
    await page.getByRole('button', { name: '/dev/ttyUSB0' }).click()
    await page.getByLabel('Styringens fil').fill('abacus')
    station.refuseNext.set('setup.probe', new CallError('line_address_bad', '"usb0" begins neither with serial: nor …'))
    const ask = page.getByRole('button', { name: 'Test forbindelsen' })
    await ask.click()
    await page.getByText('Adressen til forbindelsen kan ikke brukes.').waitFor()
    expect(await page.getByText(/begins neither/).count()).toBe(0)
    station.refuseNext.clear()
    const why = { code: 'one_of', params: { values: 'modbus-rtu, dnc-text' } } as const
    const place = {
      file: '/kant/abacus.json',
      line: 2,
      field: 'kind',
      message: 'must be one of modbus-rtu, dnc-text',
      why,
    }
    station.setUp.probe = { ...station.setUp.probe, fault: null, wrong: [place] }
    await ask.click()
    const fileError = page.getByRole('alert').filter({ hasText: '/kant/abacus.json, linje 2' })
    await fileError.getByText('kind: må være en av modbus-rtu, dnc-text').waitFor()
    expect(await fileError.innerText()).not.toContain('must be')
  },
)

test(
  'an update shows its progress and is accepted by its version; a browser has no updates',
  { tags: 'long' },
  async () => {
    const page = await open('update')
    await page.getByText('Ingen oppdateringer her').waitFor()
    expect(await page.getByRole('button', { name: 'Se etter oppdatering' }).count()).toBe(0)
    const fetching = {
      state: 'fetching',
      version: '1.0.0',
      nextVersion: '1.2.0',
      percent: 41.3,
      message: null,
    } as const
    station.setUp.update = fetching
    await page.getByText('Henter Kant 1.2.0: 41 %').waitFor()
    station.setUp.update = { ...fetching, state: 'ready', percent: null }
    await page.getByRole('button', { name: 'Installer når pressa er ledig' }).click()
    await page.getByText('Kant 1.2.0 installeres når pressa er ledig').waitFor()
  },
)

test(
  'each command for a terminal is the exact line of this station, also on the locked page after a forgotten PIN',
  { tags: 'long' },
  async () => {
    station.setUp.commandStart = "/opt/Kant/kant --data '/srv/kant 2'"
    station.setUp.update = { ...station.setUp.update, state: 'off' }
    const page = await open('brake')
    const show = (part: string): Promise<unknown> => page.evaluate(`location.hash = '#/setup/${part}'`)
    await page.getByText("/opt/Kant/kant --data '/srv/kant 2' brake commission --by NAVN", { exact: true }).waitFor()
    await show('screens')
    await page.getByText("/opt/Kant/kant --data '/srv/kant 2' settings pin maintain", { exact: true }).waitFor()
    await show('update')
    await page.getByText("/opt/Kant/kant --data '/srv/kant 2' settings updates ADRESSE", { exact: true }).waitFor()
    station.setUp.update = { ...station.setUp.update, state: 'no_key' }
    await page.getByText(/bygd uten utgiverens nøkkel og avviser derfor alle oppdateringer/).waitFor()
    await page.evaluate("location.hash = '#/help/technician'")
    await page.locator('pre').getByText("/opt/Kant/kant --data '/srv/kant 2'", { exact: true }).waitFor()

    await pins.change('maintain', '4711')
    const locked = await open('screens')
    await locked.getByText("/opt/Kant/kant --data '/srv/kant 2' settings pin maintain", { exact: true }).waitFor()
    expect(await locked.getByRole('heading', { name: 'Oppsettet er låst' }).count()).toBe(1)
  },
)
