import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxScanLength, defaultScanner, type ScannerSettings } from '../../../../shared/station-api/index.ts'
import {
  Scanner,
  nextKeyTimeoutMs,
  scanEndPauseMs,
  type KeyResult,
  type KeyPress,
} from '../../../../src-renderer/scan/scanner.ts'

const code = '3f0c8a52-6d1e-4b7a-9c2d-5e8f1a2b3c4d:3:0a1b2c3d'
const keysOf = (text: string): string[] => Array.from(text)

interface Typing {
  isInField?: boolean
  eachMs?: number
  settings?: ScannerSettings
}

/** Types the keys after a long pause, and returns the result of each. */
function typed(keys: readonly string[], { isInField = false, eachMs = 5, settings = defaultScanner }: Typing = {}) {
  const scanner = new Scanner(settings)
  return { scanner, results: handleAll(scanner, keys, { isInField, eachMs }) }
}

function handleAll(
  scanner: Scanner,
  keys: readonly string[],
  { isInField = false, eachMs = 5, from = 1_000 },
): KeyResult[] {
  return keys.map((key, index) => scanner.handleKey(press(key, from + index * eachMs, isInField)))
}

const press = (key: string, atMs: number, isInField: boolean): KeyPress => ({
  key,
  atMs,
  isRepeat: false,
  isCommand: false,
  isInField,
})

test('detects a scan that Enter ends, and passes only its first key to the page', () => {
  const { results } = typed([...keysOf(code), 'Enter'])
  expect(results.at(-1)).toEqual({ kind: 'scanned', text: code })
  expect(results.filter(({ kind }) => kind === 'passed')).toHaveLength(1)
})

test('removes the keys of a scan from a field', () => {
  const { results } = typed([...keysOf(code), 'Enter'], { isInField: true })
  expect(results.slice(0, 4).map(({ kind }) => kind)).toEqual(['passed', 'passed', 'passed', 'withheld'])
  expect(results[3]).toEqual({ kind: 'withheld', restoreField: true })
  expect(results[4]).toEqual({ kind: 'withheld', restoreField: false })
  expect(results.at(-1)).toEqual({ kind: 'scanned', text: code })
})

test('detects a whole scan into a field when one key is late', () => {
  const { scanner } = typed(keysOf(code.slice(0, 20)), { isInField: true })
  const rest = handleAll(scanner, [...keysOf(code.slice(20)), 'Enter'], { isInField: true, from: 1_095 + 180 })
  expect(rest.at(-1)).toEqual({ kind: 'scanned', text: code })
})

test('ignores keys without a character, such as Shift', () => {
  const { results } = typed(['Shift', 'K', 'Shift', 'H', ...keysOf('1ABCDEFGH'), 'Enter'])
  expect(results.at(-1)).toEqual({ kind: 'scanned', text: 'KH1ABCDEFGH' })
})

test('passes everything that a person types to the page, also Enter', () => {
  for (const isInField of [true, false]) {
    const { results, scanner } = typed([...keysOf(code), 'Enter', ' ', 'Tab'], { isInField, eachMs: 120 })
    expect(results.every(({ kind }) => kind === 'passed')).toBe(true)
    expect(scanner.handlePause()).toEqual({ kind: 'nothing' })
  }
})

test('restores in a field what a person typed quickly', () => {
  const { results } = typed([...keysOf('hande'), 'Enter'], { isInField: true })
  expect(results.at(-1)).toEqual({ kind: 'released', text: 'hande' })
  const { scanner } = typed(keysOf('hande'), { isInField: true })
  expect(scanner.handlePause()).toEqual({ kind: 'released', text: 'hande' })
})

test('the Enter or space of a short scan presses no button', () => {
  const { results } = typed(['7', ' ', 'Enter'])
  expect(results.map(({ kind }) => kind)).toEqual(['passed', 'withheld', 'scanned'])
})

test('a second key at the end of a scan presses no button', () => {
  const { results } = typed([...keysOf(code), 'Enter', 'Enter'])
  expect(results.at(-1)).toEqual({ kind: 'withheld', restoreField: false })
})

test('a key that is held down is not a scanner', () => {
  const scanner = new Scanner(defaultScanner)
  const repeated = keysOf('aaaaaaaaaaaa').map((key, index) =>
    scanner.handleKey({ ...press(key, 1_000 + index * 30, true), isRepeat: index > 0 }),
  )
  expect(repeated.every(({ kind }) => kind === 'passed')).toBe(true)
})

test('an incomplete scan is reported once, and does not affect the next one', () => {
  const { scanner } = typed(keysOf(code.slice(0, 20)))
  expect(scanner.handlePause()).toEqual({ kind: 'incomplete' })
  expect(scanner.handlePause()).toEqual({ kind: 'nothing' })
  expect(handleAll(scanner, [...keysOf(code), 'Enter'], { from: 9_000 }).at(-1)).toEqual({
    kind: 'scanned',
    text: code,
  })
})

test('ends a scan with Tab or a pause if the scanner is set so', () => {
  const byTab = typed([...keysOf(code), 'Tab'], { settings: { prefix: '', suffix: 'tab' } })
  expect(byTab.results.at(-1)).toEqual({ kind: 'scanned', text: code })
  const byPause = typed(keysOf(code), { settings: { prefix: '', suffix: 'none' } })
  expect(byPause.scanner.handlePause()).toEqual({ kind: 'scanned', text: code })
})

test('removes the prefix, and in a field requires it', () => {
  const settings: ScannerSettings = { prefix: '~#', suffix: 'enter' }
  expect(typed([...keysOf(`~#${code}`), 'Enter'], { settings }).results.at(-1)).toEqual({ kind: 'scanned', text: code })
  const isInField = typed([...keysOf(code), 'Enter'], { settings, isInField: true })
  expect(isInField.results.at(-1)).toEqual({ kind: 'released', text: code })
})

test('control keys within a scan reach nothing and make the code invalid', () => {
  const { results } = typed([...keysOf('12345'), 'F5', 'Escape', 'Dead', ...keysOf('6789'), 'Enter'])
  expect(results.slice(1).every(({ kind }) => kind !== 'passed')).toBe(true)
  expect(results.at(-1)).toEqual({ kind: 'scanned', text: '12345\uFFFD\uFFFD\uFFFD6789' })
})

test('stores no more of an endless scan than the longest code', () => {
  const { results } = typed([...keysOf('x'.repeat(maxScanLength * 2)), 'Enter'])
  expect(results.at(-1)).toEqual({ kind: 'scanned', text: 'x'.repeat(maxScanLength) })
})

test('loses nothing that is typed into a field at any speed: it is passed, restored, or reported as a scan', () => {
  const strokes = fc.array(
    fc.record({ key: fc.constantFrom('a', '1', ' ', 'Enter'), after: fc.constantFrom(5, 20, 80, 400) }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(strokes, (pressed) => {
      const scanner = new Scanner(defaultScanner)
      let nowMs = 1_000
      let field = ''
      let before = ''
      const reported: string[] = []
      const pause = (): void => {
        const ended = scanner.handlePause()
        if (ended.kind === 'released') field = before + ended.text
        if (ended.kind === 'incomplete') reported.push('incomplete')
      }
      for (const { key, after } of pressed) {
        if (after > scanEndPauseMs) pause()
        nowMs += after
        const result = scanner.handleKey(press(key, nowMs, true))
        if (result.kind === 'passed') {
          if (result.mayBeginScan) before = field
          if (key !== 'Enter') field += key
        } else if (result.kind === 'withheld' && result.restoreField) field = before
        else if (result.kind === 'released') {
          field = before + result.text
          before = field
          if (key !== 'Enter') field += key
        } else if (result.kind === 'scanned') reported.push(result.text)
      }
      pause()
      const byHand = pressed.map(({ key }) => (key === 'Enter' ? '' : key)).join('')
      // a detected scan is not in the field, everything else is, as typed
      expect(reported.length > 0 || field === byHand).toBe(true)
      for (const text of reported) expect(text === 'incomplete' || text.length >= 8).toBe(true)
    }),
  )
})

test('waits longer for the next key of a scan if the last one arrived late', () => {
  expect(nextKeyTimeoutMs(1_000, 1_000)).toBe(scanEndPauseMs)
  expect(nextKeyTimeoutMs(1_900, 1_000)).toBe(scanEndPauseMs + 900)
  // a clock of the keyboard that is ahead or far behind changes little
  expect(nextKeyTimeoutMs(1_000, 1_900)).toBe(scanEndPauseMs)
  expect(nextKeyTimeoutMs(1_000_000, 0)).toBe(scanEndPauseMs + 5_000)
})
