// Hears a scanner that types as a keyboard: signs faster than a hand types them, from a prefix to a suffix. Says of each key whether
// the page may have it. Pure; the time comes in.
import { longestScan, type ScannerSettings } from '../../shared/station-api/index.ts'

/** A hand takes longer from one key to the next, a scanner does not. */
const betweenKeysMs = 50
/** A scan without an end, or whose end is a pause, is over after so long. */
export const overAfterMs = 300
/** A hand may roll over two or three keys in a field; that many are taken back out of it. */
const fewestInField = 4
const fewestOfScan = 8

export interface HeardKey {
  /** As `KeyboardEvent.key` names it. */
  key: string
  atMs: number
  /** Held down, not pressed anew. */
  isRepeat: boolean
  /** With Ctrl, Alt or the like. */
  isCommand: boolean
  /** It would be typed into a field. */
  inField: boolean
}

export type Heard =
  /** `begins`: a scan may begin with it. */
  | { is: 'passed'; begins: boolean }
  /** The page does not get it. `takeBack`: what the field was like before the scan is to be put back, too. */
  | { is: 'held'; takeBack: boolean }
  /** A whole scan, its prefix taken off; the page does not get its last key. */
  | { is: 'scanned'; text: string }
  /** It was a hand after all: what was held belongs to the field, and so does this key. */
  | { is: 'given_back'; text: string }

/** What a pause makes of what was heard before it. */
export type Paused =
  { is: 'nothing' } | { is: 'half' } | { is: 'scanned'; text: string } | { is: 'given_back'; text: string }

export interface Scanner {
  hear: (key: HeardKey) => Heard
  /** Nothing was heard for `overAfterMs`. */
  paused: () => Paused
}

const passed: Heard = { is: 'passed', begins: false }
const held: Heard = { is: 'held', takeBack: false }
/** What stands for a key that is no sign. */
const noSign = '\uFFFD'
const besides: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'AltGraph', 'Control', 'Alt', 'Meta', 'NumLock'])

export function createScanner({ prefix, suffix }: ScannerSettings): Scanner {
  let letters = ''
  let inField = false
  let holds = false
  let hasScanned = false
  let lastAt = -Infinity
  const begin = (first = ''): void => {
    letters = first
    holds = false
  }
  const over = (): string => {
    const text = letters.startsWith(prefix) ? letters.slice(prefix.length) : letters
    begin()
    return text
  }
  /** A hand's own field goes before a text that may be anything. */
  const isScan = (): boolean =>
    letters.length - prefix.length >= fewestOfScan && (!inField || prefix === '' || letters.startsWith(prefix))
  const given = (): string => {
    const text = letters
    begin()
    return text
  }

  return {
    hear: ({ key, atMs, isRepeat, isCommand, ...where }) => {
      if (besides.has(key)) return passed
      // so much as a scan has was no hand, in a field either: a busy computer may hear one of its keys late
      const isSurelyScan = holds && (!inField || letters.length >= fewestOfScan)
      const isQuick = !isRepeat && atMs - lastAt <= (isSurelyScan ? overAfterMs : betweenKeysMs)
      lastAt = atMs
      const isSign = key.length === 1 && !isCommand
      // a scanner may end a scan with two keys; the second presses nothing either
      if (isQuick && hasScanned && !isSign) return held
      hasScanned = false
      if (!isQuick || letters === '') {
        const text = holds && inField ? given() : ''
        begin(isSign ? key : '')
        inField = where.inField
        return text === '' ? { is: 'passed', begins: true } : { is: 'given_back', text }
      }
      if (key === 'Enter' || (suffix === 'tab' && key === 'Tab')) {
        if (!inField || isScan()) {
          hasScanned = true
          return { is: 'scanned', text: over() }
        }
        // what a hand typed into a field, Enter and all, is the field's
        if (holds) return { is: 'given_back', text: given() }
        begin()
        return passed
      }
      if (!isSign && inField && !holds) {
        begin()
        return passed
      }
      if (letters.length < longestScan) letters += isSign ? key : noSign
      if (holds || !inField || letters.length >= fewestInField) {
        const takeBack = inField && !holds
        holds = true
        return { is: 'held', takeBack }
      }
      return passed
    },
    paused: () => {
      if (!holds) {
        begin()
        return { is: 'nothing' }
      }
      if (!isScan()) return inField ? { is: 'given_back', text: given() } : (begin(), { is: 'nothing' })
      if (suffix === 'none') return { is: 'scanned', text: over() }
      begin()
      return { is: 'half' }
    },
  }
}
