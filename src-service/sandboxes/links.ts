// One-time links (specification 5.10): asked for by whoever has an address, sent there, good for a day and for one sandbox. Of a link a
// hash alone is kept; the letter that waits to be sent has the link itself.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sandboxLimits } from '../../shared/workshop-api/index.ts'
import type { Parts } from '../parts.ts'
import { fillWorkshop } from '../sandbox/fill.ts'
import { addSandbox } from '../sandbox/seed.ts'
import { instantOf } from '../store/clock.ts'
import { removeWorkshop } from './remove-workshop.ts'

/**
 * What became of asking: a link is on its way; a letter that there is a sandbox already; nothing, because the address has been sent
 * enough; nothing, because this caller, or all of them, have asked enough. Whoever asks is told of the last alone.
 */
export type Asked = 'link' | 'has_one' | 'enough_sent' | 'too_many'

/** `taken`: since it was asked for, a sandbox was made with another. */
export type LinkState = 'open' | 'used' | 'expired' | 'taken'

export interface SandboxLinks {
  /** `email` as `readEmailAddress` spells it; `asker` is the caller's address, null for the workshop's own side. */
  ask: (email: string, asker: string | null, nowMs: number) => Asked
  /** Null for a link that is none of ours. */
  state: (token: string, nowMs: number) => LinkState | null
  /** Makes the sandbox of a link that is open, and returns its key, which is kept nowhere; else why not. */
  use: (token: string, nowMs: number) => { key: string } | { state: LinkState | null }
  /** Forgets who asked long ago. */
  forget: (nowMs: number) => void
}

interface AskRow {
  id: string
  email: string
  at: string
  replaces: string | null
  used: number
}

const linkMs = sandboxLimits.linkHours * 3_600_000
/** A link that has run out still says so, for so long after it was asked for. */
const rememberedMs = 7 * 86_400_000
const tokenBytes = 24
const slugBytes = 6
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** `settle` writes down which keys have called, where that waits to be written: a sandbox that was used just now is kept. */
export function sandboxLinks(parts: Parts, settle: () => void = () => {}): SandboxLinks {
  const { store, sandboxes, letters } = parts
  const { db } = store
  const countOf = (where: string) =>
    db.prepare<string[], number>(`SELECT count(*) FROM sandbox_ask WHERE ${where}`).pluck()
  const ofEmail = countOf('email = ? AND at > ?')
  const ofAsker = countOf('asker = ? AND at > ?')
  const ofAll = countOf('asker IS NOT NULL AND at > ?')
  const insert = db.prepare<[string, string, string | null, string, string | null, string | null]>(
    'INSERT INTO sandbox_ask (id, email, asker, at, token_hash, replaces, used) VALUES (?, ?, ?, ?, ?, ?, 0)',
  )
  const byHash = db.prepare<[string], AskRow>(
    'SELECT id, email, at, replaces, used FROM sandbox_ask WHERE token_hash = ?',
  )
  const setUsed = db.prepare<[string]>('UPDATE sandbox_ask SET used = 1 WHERE id = ?')
  const forget = db.prepare<[string]>('DELETE FROM sandbox_ask WHERE at <= ?')

  const stateOf = ({ email, at, replaces, used }: AskRow, nowMs: number): LinkState => {
    if (used === 1) return 'used'
    if (nowMs >= Date.parse(at) + linkMs) return 'expired'
    const there = sandboxes.find(email)
    // What the link was asked to replace may be gone by now, or used after all.
    if (there !== null && (there.workshopId !== replaces || there.everUsed)) return 'taken'
    return 'open'
  }

  return {
    ask: (email, asker, nowMs) => {
      settle()
      return store.write(() => {
        const since = instantOf(nowMs - linkMs)
        if (asker !== null) {
          const [own = 0, all = 0] = [ofAsker.get(asker, since), ofAll.get(since)]
          if (own >= sandboxLimits.linksOfACaller || all >= sandboxLimits.links) return 'too_many'
        }
        if ((ofEmail.get(email, since) ?? 0) >= sandboxLimits.linksOfAnAddress) return 'enough_sent'
        const [at, untilMs] = [instantOf(nowMs), nowMs + linkMs]
        const there = sandboxes.find(email)
        if (there?.everUsed === true) {
          insert.run(randomUUID(), email, asker, at, null, null)
          letters.add(email, { kind: 'has_one' }, nowMs, untilMs)
          return 'has_one'
        }
        const token = randomBytes(tokenBytes).toString('base64url')
        insert.run(randomUUID(), email, asker, at, hashOf(token), there?.workshopId ?? null)
        letters.add(email, { kind: 'link', token, replaces: there !== null }, nowMs, untilMs)
        return 'link'
      })
    },
    state: (token, nowMs) => {
      settle()
      const row = byHash.get(hashOf(token))
      return row === undefined ? null : stateOf(row, nowMs)
    },
    use: (token, nowMs) => {
      settle()
      return store.write(() => {
        const row = byHash.get(hashOf(token))
        const state = row === undefined ? null : stateOf(row, nowMs)
        if (row === undefined || state !== 'open') return { state }
        setUsed.run(row.id)
        const before = sandboxes.find(row.email)
        if (before !== null) removeWorkshop(store, before.workshopId)
        const { workshop, key } = addSandbox(parts, `sandkasse-${randomBytes(slugBytes).toString('hex')}`)
        fillWorkshop(parts, workshop)
        sandboxes.add(workshop.id, row.email, nowMs)
        return { key }
      })
    },
    forget: (nowMs) => {
      store.write(() => forget.run(instantOf(nowMs - rememberedMs)))
    },
  }
}
