import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestScan, usualScanner, type ScannerSettings } from '../../../../shared/station-api/index.ts'
import {
  createScanner,
  overAfterMs,
  type Heard,
  type HeardKey,
  type Scanner,
} from '../../../../src-renderer/scan/scanner.ts'

const code = '3f0c8a52-6d1e-4b7a-9c2d-5e8f1a2b3c4d:3:0a1b2c3d'
const keysOf = (text: string): string[] => Array.from(text)

interface Typing {
  inField?: boolean
  eachMs?: number
  settings?: ScannerSettings
}

/** Types the keys, the first one long after whatever was before; what was heard of each. */
function typed(keys: readonly string[], { inField = false, eachMs = 5, settings = usualScanner }: Typing = {}) {
  const scanner = createScanner(settings)
  return { scanner, heard: hearAll(scanner, keys, { inField, eachMs }) }
}

function hearAll(scanner: Scanner, keys: readonly string[], { inField = false, eachMs = 5, from = 1_000 }): Heard[] {
  return keys.map((key, index) => scanner.hear(press(key, from + index * eachMs, inField)))
}

const press = (key: string, atMs: number, inField: boolean): HeardKey => ({
  key,
  atMs,
  isRepeat: false,
  isCommand: false,
  inField,
})

test('hears what a scanner types, once Enter ends it, and lets only the first of its keys reach the page', () => {
  const { heard } = typed([...keysOf(code), 'Enter'])
  expect(heard.at(-1)).toEqual({ is: 'scanned', text: code })
  expect(heard.filter(({ is }) => is === 'passed')).toHaveLength(1)
})

test('takes back out of a field what a scan has typed into it', () => {
  const { heard } = typed([...keysOf(code), 'Enter'], { inField: true })
  expect(heard.slice(0, 4).map(({ is }) => is)).toEqual(['passed', 'passed', 'passed', 'held'])
  expect(heard[3]).toEqual({ is: 'held', takeBack: true })
  expect(heard[4]).toEqual({ is: 'held', takeBack: false })
  expect(heard.at(-1)).toEqual({ is: 'scanned', text: code })
})

test('hears a scan into a field whole where the computer is late once with a key', () => {
  const { scanner } = typed(keysOf(code.slice(0, 20)), { inField: true })
  const rest = hearAll(scanner, [...keysOf(code.slice(20)), 'Enter'], { inField: true, from: 1_095 + 180 })
  expect(rest.at(-1)).toEqual({ is: 'scanned', text: code })
})

test('passes over the keys that are no signs, such as Shift', () => {
  const { heard } = typed(['Shift', 'K', 'Shift', 'H', ...keysOf('1ABCDEFGH'), 'Enter'])
  expect(heard.at(-1)).toEqual({ is: 'scanned', text: 'KH1ABCDEFGH' })
})

test('leaves to the page all that a hand types, Enter too', () => {
  for (const inField of [true, false]) {
    const { heard, scanner } = typed([...keysOf(code), 'Enter', ' ', 'Tab'], { inField, eachMs: 120 })
    expect(heard.every(({ is }) => is === 'passed')).toBe(true)
    expect(scanner.paused()).toEqual({ is: 'nothing' })
  }
})

test('gives a field back what a quick hand has typed', () => {
  const { heard } = typed([...keysOf('hande'), 'Enter'], { inField: true })
  expect(heard.at(-1)).toEqual({ is: 'given_back', text: 'hande' })
  const { scanner } = typed(keysOf('hande'), { inField: true })
  expect(scanner.paused()).toEqual({ is: 'given_back', text: 'hande' })
})

test('presses nothing with the Enter or the blank of a short scan', () => {
  const { heard } = typed(['7', ' ', 'Enter'])
  expect(heard.map(({ is }) => is)).toEqual(['passed', 'held', 'scanned'])
})

test('presses nothing with a second key at the end of a scan', () => {
  const { heard } = typed([...keysOf(code), 'Enter', 'Enter'])
  expect(heard.at(-1)).toEqual({ is: 'held', takeBack: false })
})

test('a key held down is no scanner', () => {
  const scanner = createScanner(usualScanner)
  const held = keysOf('aaaaaaaaaaaa').map((key, index) =>
    scanner.hear({ ...press(key, 1_000 + index * 30, true), isRepeat: index > 0 }),
  )
  expect(held.every(({ is }) => is === 'passed')).toBe(true)
})

test('half a scan is told as one, and what comes next is heard as if it had not been', () => {
  const { scanner } = typed(keysOf(code.slice(0, 20)))
  expect(scanner.paused()).toEqual({ is: 'half' })
  expect(scanner.paused()).toEqual({ is: 'nothing' })
  expect(hearAll(scanner, [...keysOf(code), 'Enter'], { from: 9_000 }).at(-1)).toEqual({ is: 'scanned', text: code })
})

test('ends a scan with Tab or with a pause where the scanner is set so', () => {
  const byTab = typed([...keysOf(code), 'Tab'], { settings: { prefix: '', suffix: 'tab' } })
  expect(byTab.heard.at(-1)).toEqual({ is: 'scanned', text: code })
  const byPause = typed(keysOf(code), { settings: { prefix: '', suffix: 'none' } })
  expect(byPause.scanner.paused()).toEqual({ is: 'scanned', text: code })
})

test('takes the prefix off, and in a field takes nothing for a scan that does not begin with it', () => {
  const settings: ScannerSettings = { prefix: '~#', suffix: 'enter' }
  expect(typed([...keysOf(`~#${code}`), 'Enter'], { settings }).heard.at(-1)).toEqual({ is: 'scanned', text: code })
  const inField = typed([...keysOf(code), 'Enter'], { settings, inField: true })
  expect(inField.heard.at(-1)).toEqual({ is: 'given_back', text: code })
})

test('control keys within a scan reach nothing and make it no code of ours', () => {
  const { heard } = typed([...keysOf('12345'), 'F5', 'Escape', 'Dead', ...keysOf('6789'), 'Enter'])
  expect(heard.slice(1).every(({ is }) => is !== 'passed')).toBe(true)
  expect(heard.at(-1)).toEqual({ is: 'scanned', text: '12345\uFFFD\uFFFD\uFFFD6789' })
})

test('keeps no more of an endless scan than the longest code has', () => {
  const { heard } = typed([...keysOf('x'.repeat(longestScan * 2)), 'Enter'])
  expect(heard.at(-1)).toEqual({ is: 'scanned', text: 'x'.repeat(longestScan) })
})

test('loses nothing of what is typed into a field, whatever its rhythm: passed, given back, or told as a scan', () => {
  const strokes = fc.array(
    fc.record({ key: fc.constantFrom('a', '1', ' ', 'Enter'), after: fc.constantFrom(5, 20, 80, 400) }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(strokes, (pressed) => {
      const scanner = createScanner(usualScanner)
      let at = 1_000
      let field = ''
      let before = ''
      const told: string[] = []
      const pause = (): void => {
        const ended = scanner.paused()
        if (ended.is === 'given_back') field = before + ended.text
        if (ended.is === 'half') told.push('half')
      }
      for (const { key, after } of pressed) {
        if (after > overAfterMs) pause()
        at += after
        const heard = scanner.hear(press(key, at, true))
        if (heard.is === 'passed') {
          if (heard.begins) before = field
          if (key !== 'Enter') field += key
        } else if (heard.is === 'held' && heard.takeBack) field = before
        else if (heard.is === 'given_back') {
          field = before + heard.text
          before = field
          if (key !== 'Enter') field += key
        } else if (heard.is === 'scanned') told.push(heard.text)
      }
      pause()
      const byHand = pressed.map(({ key }) => (key === 'Enter' ? '' : key)).join('')
      // what was taken for a scan is not in the field; all else is, as it was typed
      expect(told.length > 0 || field === byHand).toBe(true)
      for (const text of told) expect(text === 'half' || text.length >= 8).toBe(true)
    }),
  )
})
