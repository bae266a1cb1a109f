import { describe, expect, test } from 'vitest'
import { CallError } from '../../../../shared/station-api/index.ts'
import { fakeStation, settleMark, today, type FakeStation } from '../fake-station/fake-station.ts'
import { type ScreenLook } from '../page/open-screen.ts'
import { screenFixture } from '../page/screen-fixture.ts'
import { appears, disappears } from '../page/places.ts'
import { idOf } from '../fake-station/sandbox-day.ts'

const screens = screenFixture()

async function open(station: FakeStation, look?: ScreenLook) {
  const screen = await screens.open(station, look)
  return screen
}

const first = idOf('vindusbeslag-01')
const lineOf = (number: number) => new RegExp(`^Ordre T-\\d+, seddel ${number},`)

async function openFirst(station: FakeStation, look?: ScreenLook) {
  const screen = await open(station, look)
  await screen.page.getByRole('button', { name: lineOf(1) }).click()
  await screen.page.getByRole('heading', { name: /T-000001 · seddel 1 · Vindusbeslag/ }).waitFor()
  return screen
}

describe('a sheet', () => {
  test('shows profile, unfolding, pieces and bends', async () => {
    const { page } = await openFirst(fakeStation())
    await page.getByRole('img', { name: 'Profil av Vindusbeslag' }).waitFor()
    await page.getByRole('button', { name: 'Utbretting' }).click()
    await page.getByRole('img', { name: 'Utbretting, 185,1 × 2000 mm, 3 bøyer' }).waitFor()
    expect(await page.getByRole('list', { name: 'Stykker' }).innerText()).toMatch(
      /4 × 2000\s+0 av 4.*2 × 1350\s+0 av 2/s,
    )
    await expect.poll(() => page.getByRole('table', { name: 'Bøyer' }).getByRole('row').count()).toBe(4)
    expect(await page.locator('.sheet-facts').evaluate((facts) => facts.scrollTop)).toBe(0)
  })

  test('draws the chosen piece', { tags: 'long' }, async () => {
    const { page } = await openFirst(fakeStation())
    await page.getByRole('button', { name: 'Utbretting' }).click()
    await page.getByRole('button', { name: /^2 × 1350/ }).click()
    expect(await appears(page.getByRole('img', { name: 'Utbretting, 185,1 × 1350 mm, 3 bøyer' }))).toBe(true)
  })

  test('links to the next sheet and back to the list', { tags: 'long' }, async () => {
    const { page } = await openFirst(fakeStation())
    await page.getByRole('button', { name: 'Neste' }).click()
    await page.getByText('2 av 47').waitFor()
    await page.getByRole('button', { name: 'Til lista' }).click()
    expect(await appears(page.getByRole('button', { name: lineOf(1) }))).toBe(true)
  })

  test('is marked in one press and undone in one', async () => {
    const station = fakeStation()
    const { page } = await openFirst(station)
    await page.getByRole('button', { name: 'Merk som bøyd' }).click()
    await page.getByText('Merket, kan angres').waitFor()
    expect(station.marks).toMatchObject([{ sheetId: first, state: 'held', drawingVersion: 1 }])
    await page.getByRole('button', { name: /^Angre \(\d+ s\)$/ }).click()
    await page.getByText('Merket ble angret. Ingenting er sendt.').waitFor()
    await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
    expect(await page.getByText('Merket ble angret').count()).toBe(0)
  })

  test(
    'says that its mark is undone although the answer arrives after the changed mark',
    { tags: 'long' },
    async () => {
      const station = fakeStation()
      const { page } = await openFirst(station)
      await page.getByRole('button', { name: 'Merk som bøyd' }).click()
      const answer = Promise.withResolvers<void>()
      const undo = station.handlers['mark.undo']
      station.handlers['mark.undo'] = async (input, context) => {
        const mark = await undo(input, context)
        await answer.promise
        return mark
      }
      await page.getByRole('button', { name: /^Angre \(\d+ s\)$/ }).click()
      await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
      answer.resolve()
      await page.getByText('Merket ble angret. Ingenting er sendt.').waitFor()
      expect(station.marks).toMatchObject([{ state: 'cancelled' }])
    },
  )

  test('is followed by the next sheet in one press, and its mark can be undone there', { tags: 'long' }, async () => {
    const station = fakeStation()
    const { page } = await openFirst(station)
    const great = page.getByRole('button', { name: 'Merk som bøyd' })
    const before = await great.boundingBox()
    await great.click()
    const next = page.getByRole('button', { name: 'Neste seddel' })
    await next.waitFor()
    expect(await next.boundingBox()).toEqual(before)
    await next.click()
    const title = (): Promise<string> => page.getByRole('heading', { level: 1 }).innerText()
    await expect.poll(title).not.toMatch(/^T-000001 · seddel 1 /)
    await page.getByText('T-000001 · seddel 1 er merket som bøyd').waitFor()
    await page.getByRole('button', { name: /^Angre/ }).click()
    await expect.poll(() => station.marks[0]?.state).toBe('cancelled')
  })

  test('can be undone from the list', { tags: 'long' }, async () => {
    const station = fakeStation()
    const { page } = await openFirst(station)
    await page.getByRole('button', { name: 'Merk som bøyd' }).click()
    await page.getByRole('button', { name: 'Til lista' }).click()
    await page.getByText('T-000001 · seddel 1 er merket som bøyd').waitFor()
    await page.getByRole('button', { name: /^Angre/ }).click()
    await expect.poll(() => station.marks[0]?.state).toBe('cancelled')
    await page.getByRole('button', { name: /seddel 1,.*Gjenstår$/ }).waitFor()
  })

  test('shows the state of its mark, offline and until it is delivered', { tags: 'long' }, async () => {
    const station = fakeStation()
    const { page } = await openFirst(station)
    station.pushStatus({ connection: { state: 'offline', problem: { code: 'offline', params: {} } } })
    await page.getByText(/^Frakoblet – sist oppdatert .*\d\d:\d\d/).waitFor()
    await page.getByRole('button', { name: 'Merk som bøyd' }).click()
    await page.getByText('Merket, kan angres').waitFor()
    settleMark(station.marks, 'mark-1', 'queued', station.pushChanges)
    await page.getByText('Merket som bøyd og lagret her.').waitFor()
    await page.getByRole('button', { name: /1 merke venter på levering/ }).waitFor()
    station.pushStatus({ connection: { state: 'online', problem: null }, upToDateAt: new Date().toISOString() })
    settleMark(station.marks, 'mark-1', 'delivered', station.pushChanges)
    await page.getByText('Bøyd, og tjenesten har tatt imot merket.').waitFor()
    expect(await appears(page.getByText('Alt er levert'))).toBe(true)
  })

  test('whose mark could not be written is not marked, with an alert', { tags: 'long' }, async () => {
    const station = fakeStation()
    station.refuseNext.set('mark.create', new CallError('not_stored', 'SQLITE_FULL'))
    const { page } = await openFirst(station)
    await page.getByRole('button', { name: 'Merk som bøyd' }).click()
    await page.getByRole('alert').filter({ hasText: 'Ikke merket Det ble IKKE lagret' }).waitFor()
    expect(await page.getByText('Merket, kan angres').count()).toBe(0)
  })

  test('that waits for the customer cannot be marked', { tags: 'long' }, async () => {
    const { page, shell } = await open(fakeStation())
    await page.getByRole('button', { name: lineOf(1) }).waitFor()
    await page.goto(`${shell.address}/#/sheet/${today}/${idOf('vindusbeslag-04')}`)
    await page.getByText('Merket venter på kunden').waitFor()
    await page.getByRole('button', { name: 'Mer', exact: true }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Merk som bøyd' }).isDisabled()).toBe(true)
  })

  test('has no action under «Mer» that has a button of its own', { tags: 'long' }, async () => {
    const station = fakeStation()
    const waiting = idOf('vindusbeslag-04')
    const work = await station.handlers['work.read']({ sheetId: waiting })
    station.work.work.set(waiting, { ...work, stop: 'not_approved' })
    const { page, shell } = await openFirst(station)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog', { name: 'Andre handlinger' })
    await button('Feil tegning').waitFor()
    await button('Mer').click()
    await dialog.getByRole('button', { name: 'Telling' }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Tegningen er feil' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.goto(`${shell.address}/#/sheet/${today}/${waiting}`)
    await button('Telling').waitFor()
    await button('Mer').click()
    await dialog.getByRole('button', { name: 'Tegningen er feil' }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Telling' }).count()).toBe(0)
  })

  test('that cannot be read names the fields with errors, and cannot be marked', { tags: 'long' }, async () => {
    const station = fakeStation()
    const view = station.sheets.get(first)
    if (view === undefined) throw new Error('the sheet is missing')
    station.sheets.set(first, {
      ...view,
      state: 'malformed',
      sheet: null,
      problems: [{ path: 'profile.flanges[2].lengthMm', message: 'expected number' }],
    })
    const { page } = await openFirst(station)
    await page.getByRole('heading', { name: 'Feil i seddelen' }).waitFor()
    await page.getByText('Til kontoret: lengden på flens 3 mangler eller har feil verdi.').waitFor()
    expect(await page.getByRole('button', { name: 'Merk som bøyd' }).count()).toBe(0)
  })

  test('is shown although a later version is not fetched yet, and says so', { tags: 'long' }, async () => {
    const station = fakeStation()
    const view = station.sheets.get(first)
    if (view === undefined) throw new Error('the sheet is missing')
    station.sheets.set(first, { ...view, state: 'fetching' })
    const { page } = await openFirst(station)
    await page.getByRole('img', { name: /^Profil/ }).waitFor()
    expect(await appears(page.getByText('Det finnes en nyere utgave av seddelen som ikke er hentet ennå.'))).toBe(true)
  })

  test('comes back after a reload', { tags: 'long' }, async () => {
    const { page } = await openFirst(fakeStation())
    await page.reload()
    expect(await appears(page.getByRole('heading', { name: /T-000001 · seddel 1/ }))).toBe(true)
  })

  test.each([
    { width: 1366, height: 768 },
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
    { width: 1024, height: 600 },
  ])('fits a screen of $width × $height with the mark in reach of a glove', { tags: 'long' }, async (size) => {
    const { page } = await openFirst(fakeStation(), size)
    const mark = await page.getByRole('button', { name: 'Merk som bøyd' }).boundingBox()
    if (mark === null) throw new Error('the button is on the screen')
    const mm = 96 / 25.4
    expect(Math.min(mark.width, mark.height)).toBeGreaterThanOrEqual(19 * mm - 0.5)
    expect(mark.y + mark.height).toBeLessThanOrEqual(size.height)
    expect(mark.x + mark.width).toBeLessThanOrEqual(size.width)
    const smallest = await page
      .getByRole('button')
      .evaluateAll((buttons) =>
        Math.min(
          ...buttons.map((button) => button.getBoundingClientRect()).flatMap(({ width, height }) => [width, height]),
        ),
      )
    expect(smallest).toBeGreaterThanOrEqual(12 * mm - 4)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width)
    await page.getByRole('img').first().waitFor()
    for (const picture of await page.getByRole('img').all()) {
      const box = await picture.boundingBox()
      expect(box?.height).toBeGreaterThan(100)
    }
  })
})

describe('the status line', () => {
  test('shows a refused key with what to do, and that marking may continue', async () => {
    const station = fakeStation()
    const { page } = await open(station)
    station.pushStatus({ connection: { state: 'blocked', problem: { code: 'key_refused', params: {} } } })
    expect(await page.getByRole('alert').innerText()).toMatch(/Nøkkelen ble avvist.*Merk videre som vanlig/s)
  })

  test('shows a hanging network once, with the time of the list', { tags: 'long' }, async () => {
    const station = fakeStation()
    const { page } = await open(station)
    const { queue } = station.snapshot().status
    station.pushStatus({
      connection: { state: 'offline', problem: { code: 'offline', params: {} } },
      queue: { ...queue, state: 'offline', problem: { code: 'service_error', params: {} } },
      upToDateAt: new Date(Date.now() - 60_000).toISOString(),
    })
    await page.getByRole('alert').filter({ hasText: 'Tjenesten kan ikke nås' }).waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(1)
    const time = async (text: RegExp) => /\d\d:\d\d/.exec(await page.getByText(text).innerText())?.[0]
    expect(await time(/^Lista er fra/)).toBe(await time(/sist oppdatert/))
  })

  test('always shows a mark that needs a person, and links to its reason', async () => {
    const station = fakeStation()
    const { page } = await open(station)
    await page.getByRole('button', { name: lineOf(1) }).click()
    await page.getByRole('button', { name: 'Merk som bøyd' }).click()
    await page.getByText('Merket, kan angres').waitFor()
    settleMark(station.marks, 'mark-1', 'conflict', station.pushChanges, 'reworked')
    await page.getByRole('button', { name: '1 merke trenger svar' }).click()
    const group = page.getByRole('region', { name: 'Trenger svar' })
    expect(await group.innerText()).toMatch(/T-000001 · seddel 1.*sendt til omarbeid etter at den ble merket/s)
    await group.getByRole('button', { name: 'Åpne seddelen' }).click()
    await page.getByRole('heading', { name: /T-000001 · seddel 1/ }).waitFor()
  })

  test(
    'shows on every screen that the store of marks was damaged, until this is acknowledged',
    { tags: 'long' },
    async () => {
      const station = fakeStation()
      station.pushStatus({
        warnings: [{ code: 'outbox_incomplete', params: { file: 'outbox.db.damaged-2026', marks: 12, restored: 3 } }],
      })
      const { page } = await openFirst(station)
      const message = page.getByRole('alert').filter({ hasText: 'outbox.db.damaged-2026' })
      await message.waitFor()
      await page.getByRole('button', { name: 'Til lista' }).click()
      await message.getByRole('button', { name: 'Jeg har lest det' }).click()
      expect(await disappears(message)).toBe(true)
      expect(station.callNames).toContain('outbox.acknowledge')
    },
  )

  test(
    'shows the content of a restored backup, not as a warning, until this is acknowledged',
    { tags: 'long' },
    async () => {
      const station = fakeStation()
      station.pushStatus({
        warnings: [{ code: 'restored', params: { marks: 12, undelivered: 3, folder: 'outbox.replaced-2026' } }],
      })
      const { page } = await openFirst(station)
      const message = page.getByRole('status').filter({ hasText: 'outbox.replaced-2026' })
      await message.waitFor()
      expect(await message.innerText()).toMatch(/12, 3 av dem ikke levert/)
      expect(await page.getByRole('button', { name: /varsel/ }).count()).toBe(0)
      await message.getByRole('button', { name: 'Jeg har lest det' }).click()
      expect(await disappears(message)).toBe(true)
    },
  )

  test('opens every warning', { tags: 'long' }, async () => {
    const station = fakeStation()
    const { page } = await open(station)
    station.pushStatus({
      warnings: [
        { code: 'key_in_file', params: {} },
        { code: 'cache_rebuilt', params: {} },
      ],
    })
    await page.getByRole('button', { name: '2 varsler' }).click()
    await expect.poll(() => page.getByRole('dialog', { name: 'Varsler' }).getByRole('listitem').count()).toBe(2)
    await page.getByText('Lukk', { exact: true }).click()
    expect(await disappears(page.getByRole('dialog'))).toBe(true)
  })

  test(
    'can be asked to update from the list of messages: beside a message it has no such button',
    { tags: 'long' },
    async () => {
      const station = fakeStation()
      const { page } = await open(station, { width: 1280, height: 800 })
      station.pushStatus({ connection: { state: 'offline', problem: { code: 'offline', params: {} } } })
      await page.getByRole('button', { name: 'Les hele meldingen' }).click()
      const messages = page.getByRole('dialog', { name: 'Varsler' })
      expect(station.callNames).not.toContain('sync.now')
      await messages.getByRole('button', { name: 'Oppdater nå' }).click()
      await expect.poll(() => station.callNames).toContain('sync.now')
      station.pushStatus({ connection: { state: 'online', problem: null } })
      await messages.getByText('Ingen varsler nå.').waitFor()
    },
  )

  test('shows that the link to the station is lost, and nothing can be marked until it returns', async () => {
    const screen = await open(fakeStation())
    const { page, shell, errors } = screen
    await page.getByRole('button', { name: lineOf(1) }).click()
    await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
    await shell.close()
    await page.getByText('Forbindelsen til stasjonen er brutt.', { exact: true }).waitFor()
    await page.getByText('Forbindelsen til stasjonen er brutt', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Merk som bøyd' }).count()).toBe(0)
    expect(await page.getByRole('contentinfo').innerText()).toMatch(/Sist oppdatert .*\d\d:\d\d/)
    expect(await page.locator('.light-online').count()).toBe(0)
    expect(await page.getByText('Alt er levert').count()).toBe(0)
    expect(errors.filter((text) => !text.includes('WebSocket'))).toEqual([])
    errors.length = 0
  })

  test('a mark cannot be undone while the link to the station is lost', { tags: 'long' }, async () => {
    const { page, shell, errors } = await openFirst(fakeStation())
    await page.getByRole('button', { name: 'Merk som bøyd' }).click()
    await page.getByRole('button', { name: /^Angre/ }).waitFor()
    await shell.close()
    await page.getByText('Forbindelsen til stasjonen er brutt.', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Angre/ }).isDisabled()).toBe(true)
    expect(errors.filter((text) => !text.includes('WebSocket'))).toEqual([])
    errors.length = 0
  })
})

describe('the page', () => {
  test('with a used launch code says to start the app again', { tags: 'long' }, async () => {
    const { page, shell, errors } = await open(fakeStation())
    await page.getByRole('button', { name: lineOf(1) }).waitFor()
    const other = await screens.built().browser.newContext()
    const stranger = await other.newPage()
    await stranger.goto(`${shell.address}/#launch=${'0'.repeat(64)}`)
    await stranger.getByText('Lukk dette vinduet og start Kant på nytt.').waitFor()
    await other.close()
    expect(errors).toEqual([])
  })

  test('with an expired token says so and does not retry', { tags: 'long' }, async () => {
    const { page } = await open(fakeStation())
    await page.getByRole('button', { name: lineOf(1) }).waitFor()
    await page.evaluate(`sessionStorage.setItem('kant-station-token', 'f'.repeat(64))`)
    await page.reload()
    expect(await appears(page.getByText('Lukk dette vinduet og start Kant på nytt.'))).toBe(true)
  })

  test('is in English if English was chosen, also after a reload', { tags: 'long' }, async () => {
    const { page } = await open(fakeStation())
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('tab', { name: /Next working day/ }).waitFor()
    await page.reload()
    await page.getByRole('tab', { name: /Next working day/ }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })
})
