// The papers of an order in a real browser, under the page's content policy.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { fakeStation, today, type FakeStation } from '../fake-station/fake-station.ts'
import { screenFixture } from '../page/screen-fixture.ts'
import { scan } from '../page/scanner-keys.ts'
import * as orders from '../scenes/order-scenes.ts'

const screens = screenFixture()
let pdf: Uint8Array
beforeAll(async () => {
  pdf = await orders.customerPdf()
})

async function openSheet(station: FakeStation): Promise<Page> {
  const { page } = await screens.open(station)
  await page.goto(`${page.url().split('#')[0]}#/sheet/${today}/${orders.orderSheet}`)
  return page
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Ordre T-/ })

/** The share of the canvas that is neither white nor transparent. */
const inkOf = (page: Page): Promise<number> =>
  // a copy, because Chromium warns of a canvas that is read again and again
  page.evaluate<number>(`(() => {
    const canvas = document.querySelector('canvas')
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })
    copy.drawImage(canvas, 0, 0)
    const pixels = copy.getImageData(0, 0, canvas.width, canvas.height).data
    let ink = 0
    for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3] === 255 && pixels[i] < 128) ink += 1
    return ink / (canvas.width * canvas.height)
  })()`)

test(
  'the papers open from the sheet: note as text, delivery, progress, a picture, and the pages of a PDF',
  { tags: 'long' },
  async () => {
    const station = fakeStation()
    orders.withPapers(station, pdf)
    const page = await openSheet(station)
    const alerts: string[] = []
    page.on('dialog', (dialog) => alerts.push(dialog.message()))
    await page.getByRole('button', { name: 'Ordrens papirer · merknad · 3 filer' }).click()
    const dialog = dialogOf(page)
    await dialog.getByText('<b>Ikke</b> stable platene mot hverandre.').waitFor()
    for (const text of [
      'PB-4471',
      'Leveres tirsdag 24. november',
      'Prøvelia 12, 6800 Førde',
      'verken bilde eller PDF, åpnes ikke',
    ])
      expect(await dialog.getByText(text).count()).toBe(1)
    expect(await dialog.getByText(/^Seddel \d av 7, 4 bøyd, 1 venter på kunden/).count()).toBe(1)
    expect(await dialog.getByRole('button', { name: /^Vedlegg 1/ }).isDisabled()).toBe(true)

    await dialog.getByRole('button', { name: /^Bilde 1/ }).click()
    await expect
      .poll(() => page.evaluate<number>(`document.querySelector('img[alt="Bilde 1"]')?.naturalWidth ?? 0`))
      .toBeGreaterThan(100)
    await dialog.getByRole('button', { name: 'Tilbake til ordren' }).click()

    await dialog.getByRole('button', { name: /^Tegning 1/ }).click()
    await dialog.getByRole('img', { name: 'Tegning 1 · 1 / 2' }).waitFor()
    await expect.poll(() => inkOf(page)).toBeGreaterThan(0.001)
    await dialog.getByRole('button', { name: 'Neste side' }).click()
    await dialog.getByRole('img', { name: 'Tegning 1 · 2 / 2' }).waitFor()
    await expect.poll(() => inkOf(page)).toBeGreaterThan(0.001)
    expect(alerts).toEqual([])
  },
)

test('a key without the scope is one sentence, and a sticker opens its order', { tags: 'long' }, async () => {
  const station = fakeStation()
  const papers = orders.withPapers(station, pdf)
  const page = await openSheet(station)
  await page.getByRole('button', { name: /^Ordrens papirer/ }).waitFor()
  station.papers.set(papers.orderNumber, { ...papers, problem: 'scope_missing' })
  await scan(page, String(orders.sticker))
  const dialog = dialogOf(page)
  await dialog.getByText(/^Nøkkelen til stasjonen har ikke lov til å lese ordrer/).waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(0)
})
