// Detects a scanner that types as a keyboard: characters that follow faster than a person types, from a prefix to a suffix. Decides for
// each key whether the page receives it. Pure; the time is a parameter.
import { maxScanLength, type ScannerSettings } from '../../shared/station-api/index.ts'

/** A person needs more time between two keys, a scanner less. */
const betweenKeysMs = 50
/** A scan without a suffix ends after this pause. */
export const overAfterMs = 300
/** A person may press two or three keys this fast. From this number on, the keys are removed from the field. */
const fewestInField = 4
const fewestOfScan = 8

export interface KeyPress {
  /** As `KeyboardEvent.key` names it. */
  key: string
  atMs: number
  /** The key is held down. */
  isRepeat: boolean
  /** With Ctrl, Alt or the like. */
  isCommand: boolean
  /** The focus is in a field. */
  inField: boolean
}

export type KeyResult =
  /** The page receives the key. `begins`: a scan may begin with it. */
  | { is: 'passed'; begins: boolean }
  /** The page does not receive the key. `takeBack`: the field's value before the scan must be restored. */
  | { is: 'held'; takeBack: boolean }
  /** A complete scan without its prefix; the page does not receive its last key. */
  | { is: 'scanned'; text: string }
  /** A person has typed: the held text and this key belong to the field. */
  | { is: 'given_back'; text: string }

/** The result of a pause. */
type PauseResult =
  | { is: 'nothing' }
  | { is: 'half' }
  | { is: 'scanned'; text: string }
  | { is: 'given_back'; text: string }

export interface Scanner {
  handleKey: (key: KeyPress) => KeyResult
  /** No key for `overAfterMs`. */
  handlePause: () => PauseResult
}

const passed: KeyResult = { is: 'passed', begins: false }
const held: KeyResult = { is: 'held', takeBack: false }
/** Replaces a key that is not a character. */
const replacementCharacter = '\uFFFD'
const modifierKeys: ReadonlySet<string> = new Set([
  'Shift',
  'CapsLock',
  'AltGraph',
  'Control',
  'Alt',
  'Meta',
  'NumLock',
])

export function createScanner({ prefix, suffix }: ScannerSettings): Scanner {
  let letters = ''
  let inField = false
  let holds = false
  let hasScanned = false
  let lastAtMs = -Infinity
  const begin = (first = ''): void => {
    letters = first
    holds = false
  }
  const endScan = (): string => {
    const text = letters.startsWith(prefix) ? letters.slice(prefix.length) : letters
    begin()
    return text
  }
  /** In a field, a text without the prefix belongs to the person who types. */
  const isScan = (): boolean =>
    letters.length - prefix.length >= fewestOfScan && (!inField || prefix === '' || letters.startsWith(prefix))
  const takeText = (): string => {
    const text = letters
    begin()
    return text
  }

  return {
    handleKey: ({ key, atMs, isRepeat, isCommand, ...where }) => {
      if (modifierKeys.has(key)) return passed
      // a person does not type so many keys so fast, also in a field; a busy computer may deliver a key late
      const isSurelyScan = holds && (!inField || letters.length >= fewestOfScan)
      const isQuick = !isRepeat && atMs - lastAtMs <= (isSurelyScan ? overAfterMs : betweenKeysMs)
      lastAtMs = atMs
      const isCharacter = key.length === 1 && !isCommand
      // a scanner may end a scan with two keys; the second is ignored
      if (isQuick && hasScanned && !isCharacter) return held
      hasScanned = false
      if (!isQuick || letters === '') {
        const text = holds && inField ? takeText() : ''
        begin(isCharacter ? key : '')
        inField = where.inField
        return text === '' ? { is: 'passed', begins: true } : { is: 'given_back', text }
      }
      if (key === 'Enter' || (suffix === 'tab' && key === 'Tab')) {
        if (!inField || isScan()) {
          hasScanned = true
          return { is: 'scanned', text: endScan() }
        }
        // what a person typed into a field belongs to the field, with Enter
        if (holds) return { is: 'given_back', text: takeText() }
        begin()
        return passed
      }
      if (!isCharacter && inField && !holds) {
        begin()
        return passed
      }
      if (letters.length < maxScanLength) letters += isCharacter ? key : replacementCharacter
      if (holds || !inField || letters.length >= fewestInField) {
        const takeBack = inField && !holds
        holds = true
        return { is: 'held', takeBack }
      }
      return passed
    },
    handlePause: () => {
      if (!holds) {
        begin()
        return { is: 'nothing' }
      }
      if (!isScan()) return inField ? { is: 'given_back', text: takeText() } : (begin(), { is: 'nothing' })
      if (suffix === 'none') return { is: 'scanned', text: endScan() }
      begin()
      return { is: 'half' }
    },
  }
}
