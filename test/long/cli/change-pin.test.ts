// Replaces a forgotten PIN; the program reads the new one from standard input.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPins } from '../../../src-main/station/access/index.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-pin-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const pin = (input: string, ...words: string[]) =>
  spawnSync(process.execPath, ['src-main/cli/kant.ts', 'settings', 'pin', 'maintain', ...words, '--data', folder], {
    input,
    encoding: 'utf8',
  })

test('a PIN is one line, and several lines are refused with their number', () => {
  const twice = pin('9876\n9876\n')
  expect([twice.status, twice.stderr.trim()]).toEqual([
    1,
    'A PIN is one line of 4 to 12 digits, but 2 lines were read. Nothing was changed.',
  ])
  expect(pin('9876\n').status).toBe(0)
})

test('an empty input leaves the PIN as it is, and only the word "off" removes it', () => {
  expect(pin('9876\n').status).toBe(0)
  const empty = pin('')
  expect([empty.status, empty.stderr.trim()]).toEqual([
    1,
    'No PIN was read. Nothing was changed. "settings pin maintain off" removes the PIN.',
  ])
  expect(openPins(folder).grantsWithPin()).toEqual(['maintain'])
  expect(pin('', 'out').status).toBe(1)
  expect(openPins(folder).grantsWithPin()).toEqual(['maintain'])
  expect(pin('', 'off').status).toBe(0)
  expect(openPins(folder).grantsWithPin()).toEqual([])
})
