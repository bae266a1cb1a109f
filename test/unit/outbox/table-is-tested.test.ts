// No line of the mark's table without a test of its name: one of the table by itself, one end to end over HTTP.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lines } from '../../../src-main/outbox/transition.ts'
import { cases } from './transition-cases.ts'

const names = lines.map(({ says }) => says)
const folder = join(import.meta.dirname, '../../integration/outbox')

test('no two lines have one name', () => {
  expect(new Set(names).size).toBe(names.length)
})

test('each line has a case of its own, in the table’s order', () => {
  expect(cases.map(({ line }) => line)).toEqual(names)
})

test('each line is fired end to end over HTTP by a test of its name, and no test is of a line that is gone', () => {
  const fired = readdirSync(folder)
    .filter((file) => file.startsWith('drain-') && file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}test\(\s*'([^']+)',\s*fires\(/gm)])
    .map(([, name]) => name)
  expect(new Set(fired)).toEqual(new Set(names))
})
