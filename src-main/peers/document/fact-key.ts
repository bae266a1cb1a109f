// The key of a fact, and which fact may have it. The key depends only on the row of the ledger, so mirroring a row twice, or from a copied
// folder, gives one fact. Pure.
import { createHash } from 'node:crypto'
import { readFact, type FactKind, type FactOf, type ReadFact } from '../../../shared/peers/index.ts'

/** `letter`: the letter of the kind. `row`: identifies the row among all rows of that kind at all stations. */
export const factKeyOf = (letter: string, row: string): string =>
  `${letter}${createHash('sha256').update(row).digest('base64url').slice(0, 16)}`

/** A new kind needs a letter that is not in this list: stations with this program refuse the letters of the list for other kinds. */
const letters: Readonly<Record<FactKind, string>> = {
  piece: 'p',
  mark: 'k',
  stop: 's',
  release: 'e',
  override: 'o',
  plan: 'n',
  handover: 'h',
  handback: 'b',
  takeover: 't',
  operator: 'a',
  correction: 'c',
  gauge: 'g',
  times: 'w',
  shift: 'w',
  day: 'd',
  member: 'm',
  revoked: 'r',
}
const letterOfKind: ReadonlyMap<string, string> = new Map(Object.entries(letters))
const usedLetters: ReadonlySet<string> = new Set(Object.values(letters))

/** The key of a fact that gives or ends trust. */
export const trustKey = (fact: FactOf<'member'> | FactOf<'revoked'>): string =>
  factKeyOf(letters[fact.kind], fact.signature)

/**
 * Why a fact may not have this key in this document; null: it may. A fact of another kind could otherwise replace a revocation. The
 * document of a day is deleted, and a revocation is permanent.
 */
export function keyProblem(key: string, document: string, read: Exclude<ReadFact, { is: 'bad' }>): string | null {
  const letter = letterOfKind.get(read.fact.kind)
  const first = key.slice(0, 1)
  const isOfKind = letter === undefined ? !usedLetters.has(first) : first === letter
  if (!isOfKind) return 'the key is not of the kind'
  if (read.is === 'unknown' || (read.fact.kind !== 'member' && read.fact.kind !== 'revoked')) return null
  if (document !== 'permanent') return 'it is not in the permanent document'
  return key === trustKey(read.fact) ? null : 'the key is not of the signature'
}

/** The JSON text of a fact as it is stored; null: it is not a fact. */
export function bodyOf(value: unknown): string | null {
  const read = readFact(value)
  return read.is === 'bad' ? null : JSON.stringify(read.fact)
}

/**
 * Whether a fact replaces another one with the same key. Every station must choose the same one, in any order of arrival: the lower version
 * of the kind, because all programs read it, and of one version the smaller SHA-256.
 */
export function isPreferred(body: string, other: string): boolean {
  const difference = versionOf(body) - versionOf(other)
  return difference === 0 ? Buffer.compare(sha256(body), sha256(other)) < 0 : difference < 0
}

function versionOf(body: string): number {
  const read = readFact(JSON.parse(body))
  return read.is === 'bad' ? Number.MAX_SAFE_INTEGER : read.fact.v
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
