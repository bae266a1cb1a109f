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
  refuseAmbiguous(text)
  return value
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
