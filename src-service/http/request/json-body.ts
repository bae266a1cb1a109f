// Parses a JSON body more strictly than JSON.parse: UTF-8 only, no duplicate names in an object, no lone surrogates, limited depth. Two
// parsers must not read the same body differently. Pure.
import { fieldPath } from '../../../shared/workshop-api/index.ts'
import { invalid } from '../../operation/index.ts'

/** Deeper than any body of any operation. */
const maxDepth = 32

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The value of a body; `undefined` for an empty one. Throws a `Failure` that names the place if it is known. */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  const text = decodeUtf8(bytes)
  const value = parseJson(text)
  if (!isUnambiguous(text, value)) refuseAmbiguous(text)
  return value
}

/**
 * A fast check that most bodies pass: no escapes, and as many names in the value as in the text. A body that does not pass is scanned
 * character by character.
 */
function isUnambiguous(text: string, value: unknown): boolean {
  return (
    !text.includes('\\') &&
    !text.includes('"__proto__"') &&
    countNamesInText(text) === countNamesInValue(value, maxDepth)
  )
}

/** The number of names in a text without backslashes: strings before a colon. */
function countNamesInText(text: string): number {
  let names = 0
  let quote = text.indexOf('"')
  while (quote !== -1) {
    let next = text.indexOf('"', quote + 1) + 1
    while (text.charCodeAt(next) <= space) next += 1
    if (text.charCodeAt(next) === colon) names += 1
    quote = text.indexOf('"', next)
  }
  return names
}

const [space, colon] = [0x20, 0x3a]

/** The number of names in a value; NaN if it is nested deeper than `depthLeft`. */
function countNamesInValue(value: unknown, depthLeft: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depthLeft === 0) return Number.NaN
  const members: unknown[] = Array.isArray(value) ? value : Object.values(value)
  let names = Array.isArray(value) ? 0 : members.length
  for (const member of members) names += countNamesInValue(member, depthLeft - 1)
  return names
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw invalid([], 'Innholdet er ikke gyldig UTF-8.')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid([], 'Innholdet er ikke gyldig JSON.')
  }
}

/** An object or array around the current position, with the current name or index. */
interface Frame {
  /** The names read so far; null in an array. */
  names: Set<string> | null
  position: string | number
}

/** `text` is valid JSON. */
function refuseAmbiguous(text: string): void {
  const frames: Frame[] = []
  const currentField = () => fieldPath(frames.map(({ position }) => position))
  let nameFollows = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    switch (character) {
      case '{':
      case '[':
        if (frames.length === maxDepth) throw invalid([currentField()], 'Innholdet er nøstet for dypt.')
        nameFollows = character === '{'
        frames.push(nameFollows ? { names: new Set(), position: '' } : { names: null, position: 0 })
        break
      case '}':
      case ']':
        frames.pop()
        nameFollows = false
        break
      case ',':
        nameFollows = advance(frames.at(-1))
        break
      case '"': {
        const frame = frames.at(-1)
        const end = endOfString(text, index)
        const literal = text.slice(index, end)
        const string = literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1)
        if (frame !== undefined && nameFollows) {
          frame.position = string
          if (string === '__proto__' || frame.names?.has(string) === true) throw invalid([currentField()])
          frame.names?.add(string)
          nameFollows = false
        }
        if (!string.isWellFormed() || string.includes('\0')) throw invalid([currentField()])
        index = end - 1
        break
      }
    }
  }
}

/** Called at a comma. Returns whether a name follows. */
function advance(frame: Frame | undefined): boolean {
  if (typeof frame?.position === 'number') frame.position += 1
  return frame?.names !== null
}

/** The index after the closing quotation mark. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1)
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return quote + 1
}

/** True if an odd number of backslashes precede it. */
function isEscaped(text: string, index: number): boolean {
  let before = index
  while (text[before - 1] === '\\') before -= 1
  return (index - before) % 2 === 1
}
