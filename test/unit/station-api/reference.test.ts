import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { calls, pushes } from '../../../shared/station-api/index.ts'
import { referenceFile, referencePage } from '../../station-api-reference.ts'

test('the committed reference page is up to date: run `npm run reference`', async () => {
  expect(readFileSync(referenceFile, 'utf8').replaceAll('\r\n', '\n')).toBe(await referencePage())
})

test.each([...Object.entries(calls), ...Object.entries(pushes)])(
  '%s is on the page with its purpose',
  async (name, { purpose }) => {
    const page = readFileSync(referenceFile, 'utf8')
    expect(page).toContain(`### \`${name}\``)
    expect(page).toContain(purpose)
  },
)

test.each(Object.entries({ ...calls, ...pushes }))('the purpose of %s is one sentence', (_, { purpose }) => {
  expect(purpose).toMatch(/^[A-Z][^\n]*\.$/)
  expect(purpose.length).toBeLessThanOrEqual(220)
})
