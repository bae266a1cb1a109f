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

export class Scanner {
  readonly #prefix: string
  readonly #suffix: ScannerSettings['suffix']
  #buffer = ''
  #isInField = false
  /** The page does not receive the keys in the buffer. */
  #isHolding = false
  /** The key before ended a scan. */
  #hasScanned = false
  #lastAtMs = -Infinity

  constructor({ prefix, suffix }: ScannerSettings) {
    this.#prefix = prefix
    this.#suffix = suffix
  }

  handleKey({ key, atMs, isRepeat, isCommand, isInField }: KeyPress): KeyResult {
    if (modifierKeys.has(key)) return passedResult
    const isQuick = !isRepeat && atMs - this.#lastAtMs <= this.#maxIntervalMs()
    this.#lastAtMs = atMs
    const isCharacter = key.length === 1 && !isCommand
    // a scanner may end a scan with two keys; the second is ignored
    if (isQuick && this.#hasScanned && !isCharacter) return withheldResult
    this.#hasScanned = false
    if (!isQuick || this.#buffer === '') return this.#begin(isCharacter ? key : '', isInField)
    if (key === 'Enter' || (this.#suffix === 'tab' && key === 'Tab')) return this.#handleSuffix()
    if (!isCharacter && this.#isInField && !this.#isHolding) {
      this.#clearBuffer()
      return passedResult
    }
    return this.#add(isCharacter ? key : replacementCharacter)
  }

  /** No key for `scanEndPauseMs`. */
  handlePause(): PauseResult {
    if (!this.#isHolding) {
      this.#clearBuffer()
      return { kind: 'nothing' }
    }
    if (!this.#isScan()) {
      if (this.#isInField) return { kind: 'released', text: this.#removeText() }
      this.#clearBuffer()
      return { kind: 'nothing' }
    }
    if (this.#suffix === 'none') return { kind: 'scanned', text: this.#endScan() }
    this.#clearBuffer()
    return { kind: 'incomplete' }
  }

  /** A person does not type this many keys this fast, also in a field. A busy computer may deliver a key late. */
  #maxIntervalMs(): number {
    const isCertainScan = this.#isHolding && (!this.#isInField || this.#buffer.length >= minScanLength)
    return isCertainScan ? scanEndPauseMs : maxKeyIntervalMs
  }

  /** `first`: the first character; '': the key is not a character. */
  #begin(first: string, isInField: boolean): KeyResult {
    const text = this.#isHolding && this.#isInField ? this.#removeText() : ''
    this.#clearBuffer(first)
    this.#isInField = isInField
    return text === '' ? { kind: 'passed', mayBeginScan: true } : { kind: 'released', text }
  }

  #handleSuffix(): KeyResult {
    if (!this.#isInField || this.#isScan()) {
      this.#hasScanned = true
      return { kind: 'scanned', text: this.#endScan() }
    }
    // what a person typed into a field belongs to the field, with Enter
    if (this.#isHolding) return { kind: 'released', text: this.#removeText() }
    this.#clearBuffer()
    return passedResult
  }

  #add(character: string): KeyResult {
    if (this.#buffer.length < maxScanLength) this.#buffer += character
    if (!this.#isHolding && this.#isInField && this.#buffer.length < minFastKeysInField) return passedResult
    const restoreField = this.#isInField && !this.#isHolding
    this.#isHolding = true
    return { kind: 'withheld', restoreField }
  }

  /** Whether the typed text is a scan. In a field, a text without the prefix belongs to the person who types. */
  #isScan(): boolean {
    return (
      this.#buffer.length - this.#prefix.length >= minScanLength &&
      (!this.#isInField || this.#prefix === '' || this.#buffer.startsWith(this.#prefix))
    )
  }

  #endScan(): string {
    const text = this.#removeText()
    return text.startsWith(this.#prefix) ? text.slice(this.#prefix.length) : text
  }

  #removeText(): string {
    const text = this.#buffer
    this.#clearBuffer()
    return text
  }

  #clearBuffer(first = ''): void {
    this.#buffer = first
    this.#isHolding = false
  }
}
