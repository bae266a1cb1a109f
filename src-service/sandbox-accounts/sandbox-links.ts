// One-time links to sandboxes (specification 5.10). A link is sent to an e-mail address, is valid for a day and makes one sandbox. The
// store contains only a hash of the link. The queued message contains the link itself.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { dayMs, hourMs } from '../../shared/base/durations.ts'
import { sandboxLimits } from '../../shared/workshop-api/index.ts'
import type { MailQueue } from '../mail/index.ts'
import { addSandboxKey, sandboxSteps } from '../seed/index.ts'
import type { SeedParts } from '../seed/index.ts'
import { instantOf, listWorkshops, whenFree } from '../store/index.ts'
import type { Connection, Workshop } from '../store/index.ts'
import { linkUse } from './link-use.ts'
import { removeWorkshop } from './remove-workshop.ts'
import type { SandboxStore } from './sandbox-store.ts'

/**
 * The result of a request for a link. `link`: a link is queued. `has_one`: a message is queued that the address has a sandbox.
 * `enough_sent`: nothing, because the address has had enough messages. `too_many`: nothing, because this caller, or all callers, have
 * made enough requests. Only `too_many` is shown to the caller.
 */
export type LinkRequestResult = 'link' | 'has_one' | 'enough_sent' | 'too_many'

/** `taken`: a sandbox was made with another link after this one was requested. */
export type LinkState = 'open' | 'used' | 'expired' | 'taken'

interface LinkParts extends SeedParts {
  sandboxes: SandboxStore
  mailQueue: MailQueue
}

interface RequestRow {
  id: string
  email: string
  requestedAt: string
  replaces: string | null
  /** A value of `linkUse`. */
  used: number
}

const linkMs = sandboxLimits.linkHours * hourMs
/** How long after the request an expired link is still recognised. */
const recognisedMs = 7 * dayMs
const tokenBytes = 24
const slugBytes = 6
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export class SandboxLinks {
  readonly #parts: LinkParts
  readonly #flushCounts: () => void
  readonly #sql: ReturnType<typeof prepareStatements>

  /** `flushCounts` writes the keys' last calls to the store, so that a sandbox that was just used counts as used. */
  constructor(parts: LinkParts, flushCounts: () => void = () => {}) {
    this.#parts = parts
    this.#flushCounts = flushCounts
    this.#sql = prepareStatements(parts.store.db)
  }

  /** `email` is spelled as by `readEmailAddress`. `callerAddress` is null for the workshop's administration. */
  request(email: string, callerAddress: string | null, nowMs: number): LinkRequestResult {
    const { store, sandboxes, mailQueue } = this.#parts
    this.#flushCounts()
    return store.write(() => {
      const since = instantOf(nowMs - linkMs)
      if (callerAddress !== null) {
        const [callerRequests = 0, allRequests = 0] = [
          this.#sql.countOfCaller.get(callerAddress, since),
          this.#sql.countOfAll.get(since),
        ]
        if (callerRequests >= sandboxLimits.linksOfACaller || allRequests >= sandboxLimits.links) return 'too_many'
      }
      if ((this.#sql.countOfEmail.get(email, since) ?? 0) >= sandboxLimits.linksOfAnAddress) return 'enough_sent'
      const [requestedAt, untilMs] = [instantOf(nowMs), nowMs + linkMs]
      const existing = sandboxes.find(email)
      if (existing?.everUsed === true) {
        this.#sql.insert.run(randomUUID(), email, callerAddress, requestedAt, null, null)
        mailQueue.add(email, { kind: 'has_one' }, nowMs, untilMs)
        return 'has_one'
      }
      const token = randomBytes(tokenBytes).toString('base64url')
      this.#sql.insert.run(randomUUID(), email, callerAddress, requestedAt, hashOf(token), existing?.workshopId ?? null)
      mailQueue.add(email, { kind: 'link', token, replaces: existing !== null }, nowMs, untilMs)
      return 'link'
    })
  }

  /** Null for an unknown link. */
  state(token: string, nowMs: number): LinkState | null {
    this.#flushCounts()
    const row = this.#sql.byHash.get(hashOf(token))
    return row === undefined ? null : this.#stateOf(row, nowMs)
  }

  /**
   * Makes the sandbox of an open link and returns its key, which is not stored. Otherwise returns the link's state. Other calls are
   * answered between its steps. If it fails, the link is open again; if the process ends, the next start
   * removes what was made and opens the link again.
   */
  async use(token: string, nowMs: number): Promise<{ key: string } | { state: LinkState | null }> {
    const { store, sandboxes } = this.#parts
    await whenFree(() => this.#flushCounts())
    const claimed = await store.writeInGroup(() => this.#claim(token, nowMs))
    if ('state' in claimed) return claimed
    const slug = `sandkasse-${randomBytes(slugBytes).toString('hex')}`
    const steps = this.#makeSandbox(claimed, slug)
    try {
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- one step after another
        const step = await store.writeInGroup(() => steps.next())
        if (step.done !== true) continue
        const workshop = step.value
        return await store.writeInGroup(() => {
          sandboxes.add(workshop.id, claimed.email, nowMs)
          this.#sql.setUse.run(linkUse.used, claimed.id)
          return { key: addSandboxKey(this.#parts, workshop) }
        })
      }
    } catch (error) {
      await store.writeInGroup(() => {
        const unfinished = listWorkshops(store).find((each) => each.slug === slug)
        if (unfinished !== undefined) removeWorkshop(store, unfinished.id)
        this.#sql.setUse.run(linkUse.unused, claimed.id)
      })
      throw error
    }
  }

  /** Reserves an open link, so that it makes one sandbox only. */
  #claim(token: string, nowMs: number): RequestRow | { state: LinkState | null } {
    const row = this.#sql.byHash.get(hashOf(token))
    const state = row === undefined ? null : this.#stateOf(row, nowMs)
    if (row === undefined || state !== 'open') return { state }
    this.#sql.setUse.run(linkUse.inUse, row.id)
    return row
  }

  *#makeSandbox({ email }: RequestRow, slug: string): Generator<void, Workshop> {
    const { store, sandboxes } = this.#parts
    const previous = sandboxes.find(email)
    if (previous !== null) removeWorkshop(store, previous.workshopId)
    yield
    return yield* sandboxSteps(this.#parts, slug)
  }

  /** Deletes the requests that are too old to be recognised. */
  deleteOld(nowMs: number): void {
    this.#parts.store.write(() => this.#sql.deleteOld.run(instantOf(nowMs - recognisedMs)))
  }

  #stateOf({ email, requestedAt, replaces, used }: RequestRow, nowMs: number): LinkState {
    if (used !== linkUse.unused) return 'used'
    if (nowMs >= Date.parse(requestedAt) + linkMs) return 'expired'
    const existing = this.#parts.sandboxes.find(email)
    // The sandbox that the link should replace may have been deleted, or used after all.
    if (existing !== null && (existing.workshopId !== replaces || existing.everUsed)) return 'taken'
    return 'open'
  }
}

function prepareStatements(db: Connection) {
  const countWhere = (condition: string) =>
    db.prepare<string[], number>(`SELECT count(*) FROM sandbox_ask WHERE ${condition}`).pluck()
  return {
    countOfEmail: countWhere('email = ? AND at > ?'),
    countOfCaller: countWhere('asker = ? AND at > ?'),
    countOfAll: countWhere('asker IS NOT NULL AND at > ?'),
    insert: db.prepare<[string, string, string | null, string, string | null, string | null]>(
      'INSERT INTO sandbox_ask (id, email, asker, at, token_hash, replaces, used) VALUES (?, ?, ?, ?, ?, ?, 0)',
    ),
    byHash: db.prepare<[string], RequestRow>(
      'SELECT id, email, at AS requestedAt, replaces, used FROM sandbox_ask WHERE token_hash = ?',
    ),
    setUse: db.prepare<[number, string]>('UPDATE sandbox_ask SET used = ? WHERE id = ?'),
    deleteOld: db.prepare<[string]>('DELETE FROM sandbox_ask WHERE at <= ?'),
  }
}
