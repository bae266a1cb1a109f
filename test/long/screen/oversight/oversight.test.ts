// The supervisor's overview: its figures and their sheets, missing data, and fetching days from the service.
import { AxeBuilder } from '@axe-core/playwright'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { CallError } from '../../../../shared/station-api/index.ts'
import { countsOf } from '../../../end-to-end/screen/fake-station/fake-oversight.ts'
import { fakeStation, today, type FakeStation } from '../../../end-to-end/screen/fake-station/fake-station.ts'
import { type ScreenLook } from '../../../end-to-end/screen/page/open-screen.ts'
import { screenFixture } from '../../../end-to-end/screen/page/screen-fixture.ts'
import { placeOf } from '../../../end-to-end/screen/page/places.ts'
import { changedDrawing } from '../../../end-to-end/screen/scenes/work-scenes.ts'
import { untilPasses } from '../../../until-passes.ts'

const screens = screenFixture()
let station: FakeStation
beforeEach(() => {
  station = fakeStation()
})

async function overview(look: ScreenLook = {}): Promise<Page> {
  const screen = await screens.open(station, look)
  await screen.page.getByRole('link', { name: 'Oversikt' }).click()
  return screen.page
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const nothing = countsOf({})

/** Types the first day as a person does, part by part: day, month, year. */
async function typeFirstDay(page: Page, digits: string): Promise<void> {
  await page.locator('.range-typed > .field', { hasText: 'Fra' }).getByRole('spinbutton').first().click()
  // the scanner takes faster keys for a scan
  await page.keyboard.type(digits, { delay: 150 })
}

describe('the figures', () => {
  test.each([
    ['light', 1366, 768],
    ['dark', 1024, 600],
  ] as const)(
    'are shown with their chart and table, without an axe violation, in %s at %i × %i',
    async (colorScheme, width, height) => {
      const page = await overview({ colorScheme, width, height })
      await button(page, /^67 Sedler/).waitFor()
      await page.getByRole('figure', { name: 'Sedler per dag' }).waitFor()
      await page.getByRole('row', { name: /^Totalt/ }).waitFor()
      const { violations } = await new AxeBuilder({ page }).include('main').analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    },
  )

  test('link to the sheets that they count, and from there to each sheet', async () => {
    const [sheetId = ''] = station.sheets.keys()
    station.oversight.sheets = [
      {
        sheetId,
        day: today,
        orderNumber: 'T-000012',
        sheetNo: 1,
        title: 'Vindusbeslag',
        customerName: 'Berg AS',
        brakeId: null,
        quantity: 4,
        standing: 'stuck',
        isHandedOver: false,
        bentAt: null,
        reworkCount: 0,
      },
    ]
    const page = await overview()
    await button(page, /^1 Står fast/).click()
    const dialog = page.getByRole('dialog', { name: 'Står fast: 1 seddel' })
    await expect(dialog.getByRole('listitem').filter({ hasText: 'T-000012' }).waitFor()).resolves.toBeUndefined()
    await dialog.getByText('Lukk').click()
    await button(page, 'per dag').click()
    await button(page, 'man. 23. nov., Står fast: 1').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Åpne' }).click()
    await page.waitForURL(new RegExp(`#/sheet/${today}/${sheetId}`))
    await page.goBack()
    await page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'T-000012' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Lukk' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await button(page, 'CSV').click()
    await page.getByText('Lagret: 1 fil').waitFor()
    await button(page, 'Vis').click()
    await page.getByText('/home/verksted/Kant/exports/Oversikt.csv').waitFor()
    await button(page, 'Lukk').click()
    await page.getByText('Lagret: 1 fil').waitFor({ state: 'detached' })
  })

  test('list as many sheets as they show', async () => {
    const page = await overview()
    await button(page, /^6 Gjenstår/).click()
    const dialog = page.getByRole('dialog', { name: 'Gjenstår: 6 sedler' })
    await dialog.waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(6)
  })

  test('name the sheets that were handed over to another station as the list does', async () => {
    const [sheetId = ''] = station.sheets.keys()
    const left = {
      sheetId,
      day: today,
      orderNumber: 'T-000012',
      sheetNo: 1,
      title: '',
      customerName: '',
      brakeId: null,
    }
    station.oversight.sheets = [
      { ...left, quantity: 4, standing: 'left', isHandedOver: true, bentAt: null, reworkCount: 0 },
    ]
    const page = await overview()
    await button(page, /Gjenstår/)
      .first()
      .click()
    const line = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'T-000012' })
    await line.getByText('Overlevert', { exact: true }).waitFor()
    expect(await line.innerText()).not.toContain('Gjenstår')
  })

  test('of many thousand sheets do not cut off the scale of the chart', async () => {
    const { view } = station.oversight
    station.oversight.view = (range) => {
      const usual = view(range)
      return {
        ...usual,
        days: usual.days.map((day) => ({ ...day, counts: countsOf({ sheets: 10_047, left: 10_047 }) })),
      }
    }
    const page = await overview()
    const chart = page.getByRole('figure', { name: 'Sedler per dag' })
    await chart.getByText('12000', { exact: true }).waitFor()
    const surface = await placeOf(chart.locator('svg.recharts-surface'))
    const ticks = await chart.locator('.recharts-cartesian-axis-tick-value', { hasText: /^\d+$/ }).all()
    expect(ticks.length).toBeGreaterThan(2)
    for (const tick of ticks) expect((await placeOf(tick)).x).toBeGreaterThanOrEqual(surface.x)
  })

  test('that differ from those of the service are shown with both and the reason', async () => {
    const page = await overview()
    const notice = page.getByRole('region', { name: 'Stemmer ikke med tjenesten' })
    await notice
      .getByText(/tjenesten sier 3 bøyd av 14.*her er det 7 bøyd av 14.*2 merker er ikke levert.*1 merke står fast/)
      .waitFor()
    const { view } = station.oversight
    station.oversight.view = (range) => {
      const usual = view(range)
      const days = usual.days.map((day) =>
        day.agreement === null ? day : { ...day, agreement: { ...day.agreement, station: day.agreement.service } },
      )
      return { ...usual, days }
    }
    await expect(page.getByRole('region', { name: 'Stemmer med tjenesten' }).waitFor()).resolves.toBeUndefined()
  })

  test('show which days were never read, and each decision with who, when and why', async () => {
    const [sheetId = ''] = station.sheets.keys()
    const occurredAt = new Date().toISOString()
    station.oversight.acts = [
      {
        kind: 'approval_override',
        code: null,
        reason: 'Kunden ringte',
        by: 'OLA',
        actedAt: occurredAt,
        sheetId,
        orderNumber: 'T-000012',
        sheetNo: 4,
        markId: null,
      },
      {
        kind: 'decision',
        code: 'dismiss',
        reason: null,
        by: null,
        actedAt: occurredAt,
        sheetId,
        orderNumber: null,
        sheetNo: null,
        markId: 'm',
      },
    ]
    const page = await overview()
    await page.getByText('1 dag er aldri lest: 18. nov.').waitFor()
    const acts = page.getByRole('region', { name: 'Avgjørelser' })
    await acts.getByText('Grunn: Kunden ringte').waitFor()
    await acts.getByText(/OLA · T-000012 · seddel 4$/).waitFor()
    await expect(acts.getByText('Ingen grunn er oppgitt.').waitFor()).resolves.toBeUndefined()
  })
})

describe('what is missing', () => {
  test('looks different if nothing was ever read, if days are unread, if they are empty, and after an error', async () => {
    const { view } = station.oversight
    station.oversight.view = (range) => ({ ...view(range), firstKnownDay: null, total: nothing })
    const page = await overview()
    await page.getByRole('region', { name: 'Ingen lister er lest ennå' }).waitFor()

    station.oversight.view = (range) => {
      const usual = view(range)
      return { ...usual, total: nothing, days: usual.days.map((day) => ({ ...day, counts: nothing, agreement: null })) }
    }
    await page.getByRole('region', { name: 'Ingen av disse dagene er lest' }).waitFor()

    station.oversight.view = (range) => {
      const usual = view(range)
      return { ...usual, total: nothing, days: usual.days.map((day) => ({ ...day, counts: nothing })) }
    }
    await page.getByRole('region', { name: 'Ingen sedler disse dagene' }).waitFor()

    station.refuseNext.set('oversight.read', new CallError('failed', 'the disk'))
    await button(page, 'I dag').click()
    await page.getByRole('region', { name: 'Tallene kan ikke vises' }).waitFor()
    await button(page, 'Prøv igjen').click()
    await expect(page.getByRole('region', { name: 'Ingen sedler disse dagene' }).waitFor()).resolves.toBeUndefined()
  })

  test('is shown for figures that are not updated', async () => {
    const page = await overview()
    await button(page, /^67 Sedler/).waitFor()
    expect(await page.getByText(/Sist oppdatert fra tjenesten/).count()).toBe(0)
    station.pushStatus({ connection: { state: 'offline', problem: null } })
    await page.getByText(/Sist oppdatert fra tjenesten/).waitFor()
  })

  test('because of days in the wrong order is reported at their fields, and the figures stay', async () => {
    const page = await overview()
    await button(page, 'Andre dager').click()
    await typeFirstDay(page, '24112026')
    await page.getByText('Første dag må være før siste.').waitFor()
    // those of the last valid days: the first digit has chosen 2 November
    await button(page, /^\d+ Sedler/).waitFor()
    await typeFirstDay(page, '01012026')
    await page.getByText('Velg høyst 92 dager.').waitFor()
    await typeFirstDay(page, '20112026')
    await expect(
      page.getByRole('alert').filter({ hasText: 'dag' }).waitFor({ state: 'detached' }),
    ).resolves.toBeUndefined()
  })
})

describe('the service', () => {
  test('is polled for one day after the other, the screen shows the progress, and a person can stop it', async () => {
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    station.oversight.askDelay = promise
    const page = await overview()
    await button(page, 'Spør tjenesten nå').click()
    await page.getByText('Spør tjenesten: 0 av 7 dager').waitFor()
    await button(page, 'Avbryt').click()
    goOn()
    await page.getByText('Stoppet. 0 av 7 dager er lest.').waitFor()
    expect(station.oversight.askedDates).toEqual([today])

    station.oversight.askDelay = null
    await button(page, 'Spør tjenesten nå').click()
    await untilPasses(() => expect(station.oversight.askedDates).toHaveLength(8))
  })

  test('that does not answer is reported with the day', async () => {
    station.refuseNext.set('oversight.ask', new CallError('service_not_reached', 'no network'))
    const page = await overview()
    await button(page, 'Spør tjenesten nå').click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Tjenesten svarte ikke for mandag 23. november.' }).waitFor(),
    ).resolves.toBeUndefined()
  })
})

test('a mark shows the programs that it was made with, and their results', async () => {
  changedDrawing(station)
  const [details] = station.work.details.values()
  if (details === undefined) throw new Error('there is a mark to ask about')
  const occurredAt = `${today}T07:10:00Z`
  const program = {
    id: 'p',
    pieceNo: 1,
    version: 2,
    sentAt: occurredAt,
    by: 'KN',
    link: 'tcp://10.0.0.5:4001',
    countedPieces: 4,
  }
  station.work.details.set(details.mark.id, {
    ...details,
    programs: [{ ...program, events: [{ kind: 'verified', occurredAt }] }],
    counts: [{ pieceNo: 1, done: 4, test: 1, scrap: 0, rebend: 0 }],
  })
  const page = await overview()
  await page.getByRole('button', { name: 'Svar', exact: true }).click()
  const bentWith = page.getByRole('region', { name: 'Bøyd med' })
  await bentWith
    .getByText(/program 2: sendt .* av KN over tcp:.*lastet og lest tilbake.*pressa talte 4 stykker/)
    .waitFor()
  await expect(bentWith.getByText(/talt: 4 gode, 1 prøver/).waitFor()).resolves.toBeUndefined()
})
