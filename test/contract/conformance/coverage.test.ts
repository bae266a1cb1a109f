// Every sentence has a test with its name, and COVERAGE.md is up to date.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { coverageTable, filesOf, suiteFiles, tableFile, testFiles } from './coverage.ts'
import { sentences } from './sentences/index.ts'

const allSentences = [...sentences.tested, ...sentences.later, ...sentences.untestable.map(([sentence]) => sentence)]

test('every testable sentence has a test with its name', () => {
  expect(testFiles.length).toBeGreaterThan(10)
  expect(sentences.tested.filter((sentence) => filesOf(sentence).length === 0)).toEqual([])
})

test('a sentence is listed once, with the number of its part', () => {
  expect(allSentences.length).toBe(new Set(allSentences).size)
  for (const sentence of allSentences) expect(sentence).toMatch(/^[1-9](\.\d)* · \S/)
})

test('COVERAGE.md is up to date', async () => {
  expect(readFileSync(tableFile, 'utf8')).toBe(await coverageTable())
})

test('the suite accesses the service only through its driver', () => {
  const imports = suiteFiles
    .filter((path) => !['own-service.ts', 'folder-driver.ts'].includes(path))
    .filter((path) => / from '(?:\.\.\/)+(src-|shared)/.test(readFileSync(join(import.meta.dirname, path), 'utf8')))
  expect(imports).toEqual([])
})
