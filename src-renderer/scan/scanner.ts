// Detects a scanner that types as a keyboard: characters that follow faster than a person types, from a prefix to a suffix. Decides for
// each key whether the page receives it. Pure; the time is a parameter.
import { maxScanLength, type ScannerSettings } from '../../shared/station-api/index.ts'

/** The longest time between two keys of a scanner. A person needs more. */
const maxKeyIntervalMs = 50
/** A scan without a suffix ends after this pause. */
export const scanEndPauseMs = 300

/** The longest that a busy computer delays the keys of one scan. */
const maxLateMs = 5_000

/**
 * How long to wait for the next key of a scan. On a busy computer keys arrive later than they are pressed: the next one may be as late
 * as this one. `arrivedMs` and `pressedMs` are times of the same clock.
 */
export const nextKeyWithinMs = (arrivedMs: number, pressedMs: number): number =>
  scanEndPauseMs + Math.min(maxLateMs, Math.max(0, arrivedMs - pressedMs))
/** A person may press two or three keys this fast. From this number of keys on, the text is removed from the field. */
const minKeysInField = 4
const minScanLength = 8

export interface KeyPress {
  /** The name of the key in `KeyboardEvent.key`. */
  key: string
  atMs: number
  /** The key is held down. */
  isRepeat: boolean
  /** The key is pressed with Ctrl, Alt or the like. */
  isCommand: boolean
  /** The focus is in a field. */
  inField: boolean
}

export type KeyResult =
  /** The page receives the key. `begins`: a scan may begin with it. */
  | { kind: 'passed'; begins: boolean }
  /** The page does not receive the key. `takeBack`: the field's value before the scan must be restored. */
  | { kind: 'held'; takeBack: boolean }
  /** A complete scan without its prefix; the page does not receive its last key. */
  | { kind: 'scanned'; text: string }
  /** A person has typed: the held text and this key belong to the field. */
  | { kind: 'given_back'; text: string }

/** The result of a pause. */
type PauseResult =
  | { kind: 'nothing' }
  | { kind: 'half' }
  | { kind: 'scanned'; text: string }
  | { kind: 'given_back'; text: string }

export interface Scanner {
  handleKey: (key: KeyPress) => KeyResult
  /** No key for `scanEndPauseMs`. */
  handlePause: () => PauseResult
}

const passed: KeyResult = { kind: 'passed', begins: false }
const held: KeyResult = { kind: 'held', takeBack: false }
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
  let buffer = ''
  let inField = false
  let isHolding = false
  let hasScanned = false
  let lastAtMs = -Infinity
  const restart = (first = ''): void => {
    buffer = first
    isHolding = false
  }
  const endScan = (): string => {
    const text = buffer.startsWith(prefix) ? buffer.slice(prefix.length) : buffer
    restart()
    return text
  }
  /** Whether the typed text is a scan. In a field, a text without the prefix belongs to the person who types. */
  const isScan = (): boolean =>
    buffer.length - prefix.length >= minScanLength && (!inField || prefix === '' || buffer.startsWith(prefix))
  const takeText = (): string => {
    const text = buffer
    restart()
    return text
  }

  return {
    handleKey: ({ key, atMs, isRepeat, isCommand, ...press }) => {
      if (modifierKeys.has(key)) return passed
      // a person does not type so many keys so fast, also in a field; a busy computer may deliver a key late
      const isSurelyScan = isHolding && (!inField || buffer.length >= minScanLength)
      const isQuick = !isRepeat && atMs - lastAtMs <= (isSurelyScan ? scanEndPauseMs : maxKeyIntervalMs)
      lastAtMs = atMs
      const isCharacter = key.length === 1 && !isCommand
      // a scanner may end a scan with two keys; the second is ignored
      if (isQuick && hasScanned && !isCharacter) return held
      hasScanned = false
      if (!isQuick || buffer === '') {
        const text = isHolding && inField ? takeText() : ''
        restart(isCharacter ? key : '')
        inField = press.inField
        return text === '' ? { kind: 'passed', begins: true } : { kind: 'given_back', text }
      }
      if (key === 'Enter' || (suffix === 'tab' && key === 'Tab')) {
        if (!inField || isScan()) {
          hasScanned = true
          return { kind: 'scanned', text: endScan() }
        }
        // what a person typed into a field belongs to the field, with Enter
        if (isHolding) return { kind: 'given_back', text: takeText() }
        restart()
        return passed
      }
      if (!isCharacter && inField && !isHolding) {
        restart()
        return passed
      }
      if (buffer.length < maxScanLength) buffer += isCharacter ? key : replacementCharacter
      if (isHolding || !inField || buffer.length >= minKeysInField) {
        const takeBack = inField && !isHolding
        isHolding = true
        return { kind: 'held', takeBack }
      }
      return passed
    },
    handlePause: () => {
      if (!isHolding) {
        restart()
        return { kind: 'nothing' }
      }
      if (!isScan()) return inField ? { kind: 'given_back', text: takeText() } : (restart(), { kind: 'nothing' })
      if (suffix === 'none') return { kind: 'scanned', text: endScan() }
      restart()
      return { kind: 'half' }
    },
  }
}
