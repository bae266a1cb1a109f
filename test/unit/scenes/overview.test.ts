// The overview of the screenshots: a figure opens as many sheets as it shows.
import { expect, test } from 'vitest'
import { standings } from '../../../shared/station-api/index.ts'
import { addDays } from '../../../shared/workshop-api/index.ts'
import { fakeStation, today } from '../../end-to-end/screen/fake-station/fake-station.ts'

test.each(standings)('the figure of the standing %s opens as many sheets as it shows', async (standing) => {
  const { handlers } = fakeStation()
  const range = { from: addDays(today, -6), to: today }
  const { total } = await handlers['oversight.read'](range)
  const { sheets } = await handlers['oversight.sheets']({ range, filter: { standing } })
  expect(total[standing]).toBeGreaterThan(0)
  expect(sheets).toHaveLength(total[standing])
})
