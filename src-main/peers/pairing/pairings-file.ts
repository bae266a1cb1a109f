// The stations that a technician confirmed here, the revocations, and the wrong entries of pairing mode. Not only in the shared documents,
// because those may be lost and made again. Reads and writes one file.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { memberFact, revocationFact, type FactOf } from '../../../shared/peers/index.ts'
import { messageOf } from '../../platform/message-of.ts'
import { readJson } from '../../platform/read-json.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'
import type { Pairing } from './members.ts'
import type { WrongEntries } from './pairing-mode.ts'

const pairingsFile = z.strictObject({
  pairings: z.array(z.strictObject({ fingerprint: z.string(), certificate: z.string(), name: z.string() })).default([]),
  /** What this station signed. */
  members: z.array(memberFact).default([]),
  /** What this station signed, and what it verified of the others. */
  revocations: z.array(revocationFact).default([]),
  wrong: z.strictObject({ count: z.int().min(0), lastMs: z.number() }).default({ count: 0, lastMs: 0 }),
})
type Content = z.infer<typeof pairingsFile>

/** Throws for a file that cannot be read: a station without its pairings must not appear as one that was never paired. */
export class PairingsFile {
  readonly #path: string
  #content: Content

  constructor(folder: string) {
    this.#path = join(folder, 'pairings.json')
    this.#content = pairingsFile.parse(
      existsSync(this.#path)
        ? readJson(this.#path, (cause) => new Error(`${this.#path} cannot be read: ${messageOf(cause)}`))
        : {},
    )
  }

  get pairings(): readonly Pairing[] {
    return this.#content.pairings
  }

  get members(): readonly FactOf<'member'>[] {
    return this.#content.members
  }

  get revocations(): readonly FactOf<'revoked'>[] {
    return this.#content.revocations
  }

  get wrong(): WrongEntries {
    return this.#content.wrong
  }

  addPairing(pairing: Pairing, member: FactOf<'member'>): void {
    const others = this.pairings.filter(({ fingerprint }) => fingerprint !== pairing.fingerprint)
    this.#write({ pairings: [...others, pairing], members: [...this.members, member] })
  }

  addRevocations(revocations: readonly FactOf<'revoked'>[]): void {
    if (revocations.length > 0) this.#write({ revocations: [...this.revocations, ...revocations] })
  }

  setWrong(wrong: WrongEntries): void {
    this.#write({ wrong })
  }

  #write(changed: Partial<Content>): void {
    const next = pairingsFile.parse({ ...this.#content, ...changed })
    writeFileWhole(this.#path, `${JSON.stringify(next, null, 2)}\n`, 0o600)
    this.#content = next
  }
}
