// Every transition rule has two tests with its name: one of the rule alone, and one end to end over HTTP.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { transitionRules } from '../../../src-main/ledger/outbox/transition.ts'
import { cases } from './transition-cases.ts'

const names = transitionRules.map(({ name }) => name)
const folder = join(import.meta.dirname, '../../integration/ledger/outbox')

test('no two rules have the same name', () => {
  expect(new Set(names).size).toBe(names.length)
})

test('each rule has a case, in the order of the rules', () => {
  expect(cases.map(({ rule }) => rule)).toEqual(names)
})

test('each rule is applied end to end over HTTP by a test with its name, and no test names a removed rule', () => {
  const fired = readdirSync(folder)
    .filter((file) => file.startsWith('drain-') && file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}test\(\s*'([^']+)',\s*fires\(/gm)])
    .map(([, name]) => name)
  expect(new Set(fired)).toEqual(new Set(names))
})
