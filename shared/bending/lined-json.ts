// JSON read with the line of every value, so that a workshop's own file is refused at its place. Pure.
import { why, type WrongWhy } from './wrong-why.ts'

/** A place inside the value: 'dies', 2, 'vMm'. */
export type JsonPath = readonly PropertyKey[]

export type LinedJson =
  | { readonly ok: true; readonly value: unknown; readonly lineOf: (path: JsonPath) => number }
  | { readonly ok: false; readonly line: number; readonly message: string; readonly why: WrongWhy }

const pathKey = (path: JsonPath): string => JSON.stringify(path.map(String))

/** Numbers, strings and words, roughly; JSON's own parser then judges each. */
const scalar = /"(?:[^"\\]|\\.)*"|[-+.\w]+/y
const blanks = /[ \t\r\n]*/y
const deepest = 50

class Stumble extends Error {
  readonly offset: number
  readonly why: WrongWhy
  constructor(offset: number, message: string, because: WrongWhy) {
    super(message)
    this.offset = offset
    this.why = because
  }
}

/**
 * The value of a JSON text and the line, from 1, on which each part of it begins. A part that is not there answers with the
 * line of what should have held it. Beyond JSON's own rules, a key that stands twice in one object is refused.
 */
export function readLinedJson(text: string): LinedJson {
  const starts = new Map<string, number>()
  let at = text.startsWith('\uFEFF') ? 1 : 0

  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length
  const skip = (): void => {
    blanks.lastIndex = at
    blanks.test(text)
    at = blanks.lastIndex
  }
  const expect = (mark: string, after: string): void => {
    skip()
    if (text[at] !== mark) throw new Stumble(at, `expected ${mark} ${after}, found ${found()}`, broken())
    at += 1
  }
  const found = (): string => (at < text.length ? JSON.stringify(text[at]) : 'the end of the file')
  const broken = (): WrongWhy => (at < text.length ? why('json_broken', { found: found() }) : why('json_ends'))
  const readScalar = (what: string): unknown => {
    scalar.lastIndex = at
    const match = scalar.exec(text)
    if (match === null) throw new Stumble(at, `expected ${what}, found ${found()}`, broken())
    at = scalar.lastIndex
    try {
      return JSON.parse(match[0])
    } catch {
      const word = match[0].slice(0, 40)
      throw new Stumble(at - match[0].length, `expected ${what}, found ${word}`, why('json_broken', { found: word }))
    }
  }
  const readKey = (): string => {
    skip()
    const key = text[at] === '"' ? readScalar('a name in quotes') : null
    if (typeof key !== 'string') throw new Stumble(at, `expected a name in quotes, found ${found()}`, broken())
    return key
  }

  const readValue = (path: JsonPath): unknown => {
    skip()
    if (path.length > deepest)
      throw new Stumble(at, `nested deeper than ${deepest} levels`, why('too_deep', { most: deepest }))
    starts.set(pathKey(path), at)
    if (text[at] === '{') return readObject(path)
    if (text[at] === '[') return readArray(path)
    return readScalar('a value')
  }
  const readObject = (path: JsonPath): unknown => {
    const entries = new Map<string, unknown>()
    at += 1
    skip()
    while (text[at] !== '}') {
      if (entries.size > 0) expect(',', 'or } after a value')
      skip()
      const keyAt = at
      const key = readKey()
      if (entries.has(key)) throw new Stumble(keyAt, `"${key}" stands twice`, why('twice', { what: key }))
      expect(':', `after "${key}"`)
      entries.set(key, readValue([...path, key]))
      skip()
    }
    at += 1
    return Object.fromEntries(entries)
  }
  const readArray = (path: JsonPath): unknown => {
    const items: unknown[] = []
    at += 1
    skip()
    while (text[at] !== ']') {
      if (items.length > 0) expect(',', 'or ] after a value')
      items.push(readValue([...path, items.length]))
      skip()
    }
    at += 1
    return items
  }

  try {
    const value = readValue([])
    skip()
    if (at < text.length) throw new Stumble(at, `expected nothing more, found ${found()}`, broken())
    return {
      ok: true,
      value,
      lineOf: (path) => {
        for (let depth = path.length; depth > 0; depth -= 1) {
          const start = starts.get(pathKey(path.slice(0, depth)))
          if (start !== undefined) return lineAt(start)
        }
        return lineAt(starts.get(pathKey([])) ?? 0)
      },
    }
  } catch (error) {
    if (error instanceof Stumble)
      return { ok: false, line: lineAt(error.offset), message: error.message, why: error.why }
    throw error
  }
}
