// JSON with the line of every value, so that a mistake in a workshop file is reported at its place. Pure: uses jsonc-parser, in its
// strict mode.
import { createScanner, findNodeAtLocation, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import { failed, ok } from '../base/result.ts'
import type { Result } from '../base/result.ts'
import { explain } from './schemas/index.ts'
import type { ProblemReason } from './schemas/index.ts'

/** A place inside the value: 'dies', 2, 'vMm'. */
export type JsonPath = readonly PropertyKey[]

export interface JsonWithLines {
  readonly value: unknown
  /** The line, counted from 1. A part that does not exist has the line of the nearest part that should contain it. */
  readonly lineOf: (path: JsonPath) => number
}

export interface JsonProblem {
  /** Counted from 1. */
  readonly line: number
  /** The language is English. */
  readonly message: string
  readonly why: ProblemReason
}

/** Deeper nesting is refused before the parser, which is recursive, reads it. */
const maxLevels = 50

/** The expected syntax at an error, by the name of its code. */
const expectations: ReadonlyMap<string, string> = new Map([
  ['PropertyNameExpected', 'expected a name in quotes'],
  ['ValueExpected', 'expected a value'],
  ['ColonExpected', 'expected : after a name'],
  ['CommaExpected', 'expected a comma or the end of a list after a value'],
  ['CloseBraceExpected', 'expected , or } after a value'],
  ['CloseBracketExpected', 'expected , or ] after a value'],
  ['EndOfFileExpected', 'expected nothing more'],
])

/** Besides JSON's own rules, a name that occurs twice in one object is a problem: nothing says which value counts. */
export function readJsonWithLines(text: string): Result<JsonWithLines, JsonProblem> {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  const problemAt = (offset: number, message: string, why: ProblemReason) =>
    failed({ line: lineAt(json, offset), message, why })

  const deep = offsetBelowLevels(json)
  if (deep !== null)
    return problemAt(deep, `nested deeper than ${maxLevels} levels`, explain('too_deep', { most: maxLevels }))
  const errors: ParseError[] = []
  const root = parseTree(json, errors, { disallowComments: true, allowTrailingComma: false })
  const [error] = errors
  if (error !== undefined || root === undefined) {
    const { message, why } = problemOf(json, error)
    return problemAt(error?.offset ?? 0, message, why)
  }
  const twice = repeatedName(root)
  if (twice !== null)
    return problemAt(twice.offset, `"${twice.name}" occurs twice`, explain('twice', { what: twice.name }))
  const value: unknown = JSON.parse(json)
  return ok({ value, lineOf: (path) => lineAt(json, nearestNode(root, path).offset) })
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

function problemOf(json: string, error: ParseError | undefined): { message: string; why: ProblemReason } {
  const { offset, length, error: code } = error ?? { offset: 0, length: 0, error: null }
  const expected = (code === null ? undefined : expectations.get(printParseErrorCode(code))) ?? 'expected a value'
  if (offset >= json.trimEnd().length)
    return { message: `${expected}, found the end of the file`, why: explain('json_ends') }
  const token = json.slice(offset, offset + Math.max(1, length)).slice(0, 40)
  const shownToken = /^\w/.test(token) ? token : JSON.stringify(json[offset])
  return { message: `${expected}, found ${shownToken}`, why: explain('json_broken', { actual: shownToken }) }
}

/** The start of an object or a list that is nested too deeply; null if there is none. */
function offsetBelowLevels(json: string): number | null {
  const scanner = createScanner(json, true)
  let level = 0
  for (;;) {
    const start = scanner.getPosition()
    scanner.scan()
    if (scanner.getPosition() === start) return null
    const token = scanner.getTokenLength() === 1 ? json[scanner.getTokenOffset()] : undefined
    if (token === '{' || token === '[') level += 1
    if (token === '}' || token === ']') level -= 1
    if (level > maxLevels) return scanner.getTokenOffset()
  }
}

/** The second of two equal names in one object. */
function repeatedName(node: Node): { name: string; offset: number } | null {
  const names = new Set<string>()
  for (const child of node.children ?? []) {
    const [key, value] = node.type === 'object' ? (child.children ?? []) : [undefined, child]
    if (key !== undefined) {
      const name = String(key.value)
      if (names.has(name)) return { name, offset: key.offset }
      names.add(name)
    }
    const inside = value === undefined ? null : repeatedName(value)
    if (inside !== null) return inside
  }
  return null
}

function nearestNode(root: Node, path: JsonPath): Node {
  const segments = path.map((part) => (typeof part === 'number' ? part : String(part)))
  for (let depth = segments.length; depth > 0; depth -= 1) {
    const node = findNodeAtLocation(root, segments.slice(0, depth))
    if (node !== undefined) return node
  }
  return root
}
