// Reads a JSON body more strictly than JSON.parse does: in UTF-8, no name twice in one object, no half characters, not nested
// beyond what anything here has. What two readers could understand differently is refused. Pure.
import { fieldPath } from '../../shared/workshop-api/index.ts'
import { invalid } from './failure.ts'

/** Deeper than any body of any operation. */
const deepest = 32

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The value of a body; `undefined` for an empty one. Throws a `Failure` that names the place where one can be named. */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  const text = decoded(bytes)
  const value = parsed(text)
  if (!isUnambiguous(text, value)) refuseAmbiguous(text)
  return value
}

/**
 * True of what most bodies are: nothing in it is escaped, and as many names were read as are written. What it is false of is looked
 * through place by place.
 */
function isUnambiguous(text: string, value: unknown): boolean {
  return !text.includes('\\') && !text.includes('"__proto__"') && namesWritten(text) === namesRead(value, deepest)
}

/** Of a text without backslashes: a name is a string before a colon. */
function namesWritten(text: string): number {
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

/** Not a number where it is nested deeper than `room`. */
function namesRead(value: unknown, room: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (room === 0) return Number.NaN
  const members: unknown[] = Array.isArray(value) ? value : Object.values(value)
  let names = Array.isArray(value) ? 0 : members.length
  for (const member of members) names += namesRead(member, room - 1)
  return names
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw invalid([], 'Innholdet er ikke gyldig UTF-8.')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid([], 'Innholdet er ikke gyldig JSON.')
  }
}

/** An object or array that the reading is inside of, and the name or index it has come to. */
interface Frame {
  /** The names so far; null in an array. */
  names: Set<string> | null
  at: string | number
}

/** `text` is valid JSON. */
function refuseAmbiguous(text: string): void {
  const frames: Frame[] = []
  const here = () => fieldPath(frames.map(({ at }) => at))
  let nameFollows = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    switch (character) {
      case '{':
      case '[':
        if (frames.length === deepest) throw invalid([here()], 'Innholdet er nøstet for dypt.')
        nameFollows = character === '{'
        frames.push(nameFollows ? { names: new Set(), at: '' } : { names: null, at: 0 })
        break
      case '}':
      case ']':
        frames.pop()
        nameFollows = false
        break
      case ',':
        nameFollows = stepOn(frames.at(-1))
        break
      case '"': {
        const frame = frames.at(-1)
        const end = endOfString(text, index)
        const written = text.slice(index, end)
        const said = written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1)
        if (frame !== undefined && nameFollows) {
          frame.at = said
          if (said === '__proto__' || frame.names?.has(said) === true) throw invalid([here()])
          frame.names?.add(said)
          nameFollows = false
        }
        if (!said.isWellFormed() || said.includes('\0')) throw invalid([here()])
        index = end - 1
        break
      }
    }
  }
}

/** Behind a comma: true where a name follows. */
function stepOn(frame: Frame | undefined): boolean {
  if (typeof frame?.at === 'number') frame.at += 1
  return frame?.names !== null
}

/** The index behind the closing quote. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1)
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return quote + 1
}

/** True where an odd number of backslashes stand before it. */
function isEscaped(text: string, index: number): boolean {
  let before = index
  while (text[before - 1] === '\\') before -= 1
  return (index - before) % 2 === 1
}
