import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fakeStation } from '../fake-station/fake-station.ts'
import { type OpenScreen } from '../page/open-screen.ts'
import { screenFixture } from '../page/screen-fixture.ts'

const screens = screenFixture()

async function openList(language: 'nb' | 'en' = 'nb'): Promise<OpenScreen> {
  const screen = await screens.open(fakeStation(), { language })
  await screen.page
    .getByRole('button', { name: language === 'nb' ? /^Ordre T-/ : /^Order T-/ })
    .first()
    .waitFor()
  return screen
}

const pageTitle = (page: Page, title: string) => page.getByRole('article', { name: title })

test('Hjelp opens the page of the person who uses the screen', { tags: 'long' }, async () => {
  const { page } = await openList()
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await link('Hjelp').click()
  await pageTitle(page, 'Operatør').waitFor()
  for (const [area, title] of [
    ['Oversikt', 'Arbeidsleder'],
    ['Oppsett', 'Tekniker'],
    ['Plan', 'Planlegger'],
  ] as const) {
    await link(area).click()
    await page.getByRole('main').waitFor()
    await link('Hjelp').click()
    await pageTitle(page, title).waitFor()
  }
  expect(await page.getByRole('link', { name: 'Planlegger' }).getAttribute('aria-current')).toBe('page')
})

test(
  'F1 on a sheet opens the operator’s page, with its picture, and Tilbake returns to the sheet',
  { tags: 'long' },
  async () => {
    const { page, errors } = await openList()
    await page
      .getByRole('button', { name: /^Ordre T-/ })
      .first()
      .click()
    await page.locator('.scene').first().waitFor()
    const sheetAddress = page.url()
    await page.keyboard.press('F1')
    await pageTitle(page, 'Operatør').waitFor()
    await page.getByRole('img', { name: /^En bøyeseddel/ }).waitFor()
    await expect
      .poll(() => page.evaluate<number>('document.querySelector("article img").naturalWidth'))
      .toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Tilbake' }).click()
    await page.locator('.scene').first().waitFor()
    expect(page.url()).toBe(sheetAddress)
    expect(errors).toEqual([])
  },
)

test(
  'the search finds a section by the beginning of a word and opens it at its heading',
  { tags: 'long' },
  async () => {
    const { page } = await openList()
    await page.getByRole('link', { name: 'Hjelp' }).click()
    await page.getByRole('searchbox').fill('sikkerhetsk')
    await page.getByRole('link', { name: /^Sikkerhetskopi/ }).click()
    const heading = page.getByRole('heading', { name: 'Sikkerhetskopi' })
    await heading.waitFor()
    const box = await heading.boundingBox()
    expect(box?.y).toBeLessThan(768)
    await page.getByRole('searchbox').fill('xyzzy')
    await page.getByText(/^Ingen treff\./).waitFor()
    expect(page.url()).toContain('#/help/technician/sikkerhetskopi')
  },
)

test(
  'a list has bullets, and a search without a hit says what to try and keeps the pages',
  { tags: 'long' },
  async () => {
    const { page } = await openList('en')
    await page.getByRole('link', { name: 'Help' }).click()
    await pageTitle(page, 'Press operator').getByRole('list').first().waitFor()
    expect(await page.evaluate(`getComputedStyle(document.querySelector('article ul')).listStyleType`)).toBe('disc')
    await page.getByRole('searchbox').fill('xyzzyplugh')
    await page.getByText(/^Nothing found\. Try fewer/).waitFor()
    expect(await page.getByRole('link', { name: 'Planner' }).isVisible()).toBe(true)
  },
)
