// The mutations that the conformance suite is held to: each still finds its place, and no two are the same. Whether the suite
// fails on them is found out by `npm run test:long`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutations, occurrences } from '../../mutations/index.ts'

const root = join(import.meta.dirname, '..', '..', '..')

test('what each mutation replaces stands once in its file, and is replaced by something else', () => {
  const misplaced = mutations.filter(
    (mutation) =>
      occurrences(mutation, readFileSync(join(root, mutation.file), 'utf8')) !== 1 ||
      mutation.find === mutation.replace,
  )
  expect(misplaced.map(({ file, says }) => `${file}: ${says}`)).toEqual([])
})

test('there are many mutations, each once, over every part of the service that has rules', () => {
  const said = mutations.map(({ file, says }) => `${file}: ${says}`)
  expect(said.length).toBeGreaterThanOrEqual(60)
  expect(new Set(said).size).toBe(said.length)
  const rooms = new Set(mutations.map(({ file }) => file.split('/')[1]))
  const named = ['limits', 'http', 'keys', 'orders', 'events', 'production', 'attachments', 'customers']
  for (const room of [
    ...named,
    'prices',
    'shop',
    'catalogue',
    'payments',
    'agreements',
    'invoices',
    'reports',
    'webhooks',
  ]) {
    expect(rooms).toContain(room)
  }
})
