// Sorting of the table of counts in the overview.
import { expect, test } from 'vitest'
import { countsOf } from '../../../end-to-end/screen/fake-station/fake-oversight.ts'
import { fakeStation } from '../../../end-to-end/screen/fake-station/fake-station.ts'
import { screenFixture } from '../../../end-to-end/screen/page/screen-fixture.ts'

const screens = screenFixture()

test('pressing a column heading sorts descending, then ascending, then restores the order, also by keyboard', async () => {
  const station = fakeStation()
  const { view } = station.oversight
  station.oversight.view = (range) => {
    const usual = view(range)
    const brakes = [3, 10, 2].map((sheets, index) => ({
      brakeId: `b${index}`,
      name: `Presse ${index + 9}`,
      counts: countsOf({ sheets }),
    }))
    return { ...usual, brakes }
  }
  const screen = await screens.open(station)
  const { page } = screen
  await page.getByRole('link', { name: 'Oversikt' }).click()
  const table = page.getByRole('region', { name: 'per maskin' }).getByRole('table')
  const names = (): Promise<string[]> => table.locator('tbody th').allInnerTexts()
  const heading = (name: string) => table.getByRole('columnheader', { name, exact: true })
  const namesInServiceOrder = ['Presse 9', 'Presse 10', 'Presse 11']
  await expect.poll(names).toEqual(namesInServiceOrder)
  await heading('Sedler').getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['Presse 10', 'Presse 9', 'Presse 11'])
  expect(await heading('Sedler').getAttribute('aria-sort')).toBe('descending')
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['Presse 11', 'Presse 9', 'Presse 10'])
  expect(await heading('Sedler').getAttribute('aria-sort')).toBe('ascending')
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(namesInServiceOrder)
  expect(await heading('Sedler').getAttribute('aria-sort')).toBe('none')
  await heading('Maskin').getByRole('button').click()
  await heading('Maskin').getByRole('button').click()
  await expect.poll(names).toEqual(namesInServiceOrder.toReversed())
  expect(await table.getByRole('row', { name: /^Totalt/ }).count()).toBe(1)
})
