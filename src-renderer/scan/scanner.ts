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
 * How long to wait for the next key of a scan. On a busy computer keys arrive later than they are pressed. Assumes that the next key
 * is delayed as much as this one. `arrivedMs` and `pressedMs` are times of the same clock.
 */
export const nextKeyTimeoutMs = (arrivedMs: number, pressedMs: number): number =>
  scanEndPauseMs + Math.min(maxLateMs, Math.max(0, arrivedMs - pressedMs))
/** A person may press two or three keys this fast. From this number of keys on, the text is removed from the field. */
const minFastKeysInField = 4
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
  isInField: boolean
}

export type KeyResult =
  /** The page receives the key. `mayBeginScan`: a scan may begin with it. */
  | { kind: 'passed'; mayBeginScan: boolean }
  /** The page does not receive the key. `restoreField`: the field's value before the scan must be restored. */
  | { kind: 'withheld'; restoreField: boolean }
  /** A complete scan without its prefix; the page does not receive its last key. */
  | { kind: 'scanned'; text: string }
  /** The keys were typed by a person: put the text and this key into the field. */
  | { kind: 'released'; text: string }

/** The result of a pause. */
type PauseResult =
  /** There was no scan, or text that is too short for one. */
  | { kind: 'nothing' }
  /** A scan without its suffix: it is dropped. */
  | { kind: 'incomplete' }
  | { kind: 'scanned'; text: string }
  | { kind: 'released'; text: string }

export interface Scanner {
  handleKey: (key: KeyPress) => KeyResult
  /** No key for `scanEndPauseMs`. */
  handlePause: () => PauseResult
}

const passedResult: KeyResult = { kind: 'passed', mayBeginScan: false }
const withheldResult: KeyResult = { kind: 'withheld', restoreField: false }
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
  let isInField = false
  let isHolding = false
  let hasScanned = false
  let lastAtMs = -Infinity
  const clearBuffer = (first = ''): void => {
    buffer = first
    isHolding = false
  }
  const endScan = (): string => {
    const text = buffer.startsWith(prefix) ? buffer.slice(prefix.length) : buffer
    clearBuffer()
    return text
  }
  /** Whether the typed text is a scan. In a field, a text without the prefix belongs to the person who types. */
  const isScan = (): boolean =>
    buffer.length - prefix.length >= minScanLength && (!isInField || prefix === '' || buffer.startsWith(prefix))
  const removeText = (): string => {
    const text = buffer
    clearBuffer()
    return text
  }

  return {
    handleKey: ({ key, atMs, isRepeat, isCommand, ...press }) => {
      if (modifierKeys.has(key)) return passedResult
      // a person does not type this many keys this fast, also in a field; a busy computer may deliver a key late
      const isCertainScan = isHolding && (!isInField || buffer.length >= minScanLength)
      const isQuick = !isRepeat && atMs - lastAtMs <= (isCertainScan ? scanEndPauseMs : maxKeyIntervalMs)
      lastAtMs = atMs
      const isCharacter = key.length === 1 && !isCommand
      // a scanner may end a scan with two keys; the second is ignored
      if (isQuick && hasScanned && !isCharacter) return withheldResult
      hasScanned = false
      if (!isQuick || buffer === '') {
        const text = isHolding && isInField ? removeText() : ''
        clearBuffer(isCharacter ? key : '')
        isInField = press.isInField
        return text === '' ? { kind: 'passed', mayBeginScan: true } : { kind: 'released', text }
      }
      if (key === 'Enter' || (suffix === 'tab' && key === 'Tab')) {
        if (!isInField || isScan()) {
          hasScanned = true
          return { kind: 'scanned', text: endScan() }
        }
        // what a person typed into a field belongs to the field, with Enter
        if (isHolding) return { kind: 'released', text: removeText() }
        clearBuffer()
        return passedResult
      }
      if (!isCharacter && isInField && !isHolding) {
        clearBuffer()
        return passedResult
      }
      if (buffer.length < maxScanLength) buffer += isCharacter ? key : replacementCharacter
      if (isHolding || !isInField || buffer.length >= minFastKeysInField) {
        const restoreField = isInField && !isHolding
        isHolding = true
        return { kind: 'withheld', restoreField }
      }
      return passedResult
    },
    handlePause: () => {
      if (!isHolding) {
        clearBuffer()
        return { kind: 'nothing' }
      }
      if (!isScan()) {
        if (isInField) return { kind: 'released', text: removeText() }
        clearBuffer()
        return { kind: 'nothing' }
      }
      if (suffix === 'none') return { kind: 'scanned', text: endScan() }
      clearBuffer()
      return { kind: 'incomplete' }
    },
  }
}
