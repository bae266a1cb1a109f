// The mutations of the service and of the planner: each is applicable, and no two are the same. `npm run test:long` tests whether the tests
// detect them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutations, occurrences } from '../../mutations/index.ts'

const root = join(import.meta.dirname, '..', '..', '..')

test('the text that a mutation replaces occurs once in its file and differs from the replacement', () => {
  const misplaced = mutations.filter(
    (mutation) =>
      occurrences(mutation, readFileSync(join(root, mutation.file), 'utf8')) !== 1 ||
      mutation.find === mutation.replace,
  )
  expect(misplaced.map(({ file, effect }) => `${file}: ${effect}`)).toEqual([])
})

test('there are at least 60 different mutations, covering every part of the service', () => {
  const names = mutations.map(({ file, effect }) => `${file}: ${effect}`)
  expect(names.length).toBeGreaterThanOrEqual(60)
  expect(new Set(names).size).toBe(names.length)
  const mutatedFolders = new Set(mutations.map(({ file }) => file.split('/')[1]))
  const folders = ['limits', 'http', 'keys', 'orders', 'events', 'production', 'attachments', 'customers']
  for (const folder of [
    ...folders,
    'prices',
    'shop',
    'catalogue',
    'payments',
    'agreements',
    'invoices',
    'sandbox-accounts',
    'webhooks',
  ]) {
    expect(mutatedFolders).toContain(folder)
  }
  expect(mutations.map(({ file }) => file)).toContain('src-service/invoices/month-report.ts')
  expect(mutations.filter(({ file }) => file.startsWith('shared/bending/plan/')).length).toBeGreaterThan(35)
})
