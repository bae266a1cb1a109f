// The open connections to paired stations: presence, what one sends that others lack, and what a peer did wrong. Reaches the network
// through its links.
import { minuteMs } from '../../../shared/base/durations.ts'
import { presenceNow, presenceExpiresMs, type BendingNow } from '../../../shared/peers/index.ts'
import type { DocumentChange } from '../document/index.ts'
import { stationIdOf } from '../identity/index.ts'
import type { PeerLink } from './peer-link.ts'

/** A peer that did something wrong this often is refused for a while. */
const maxFaults = 3
const refusedForMs = 10 * minuteMs

export interface PeerLinksOptions {
  fingerprint: string
  startId: string
  now: () => number
  monotonic: () => number
  bending: () => BendingNow | null
  log: (message: string, details: object) => void
}

export class PeerLinks {
  readonly #options: PeerLinksOptions
  readonly #links = new Set<PeerLink>()
  readonly #faults = new Map<string, { count: number; untilMs: number }>()

  constructor(options: PeerLinksOptions) {
    this.#options = options
  }

  [Symbol.iterator](): IterableIterator<PeerLink> {
    return this.#links.values()
  }

  of(fingerprint: string): PeerLink[] {
    return [...this.#links].filter((link) => link.fingerprint === fingerprint)
  }

  /** Adds a link. If one program has two links, the link that the station with the lower fingerprint dialled is kept. */
  add(link: PeerLink): boolean {
    const same = this.of(link.fingerprint).find(({ programId }) => programId === link.programId)
    if (same !== undefined) {
      const isOurs = this.#options.fingerprint < link.fingerprint
      if (link.isDialled !== isOurs) return false
      this.#links.delete(same)
      same.close()
    }
    this.#links.add(link)
    return true
  }

  remove(link: PeerLink): void {
    this.#links.delete(link)
  }

  /** Sends an update to the stations that its sender does not reach itself. */
  readonly pass = ({ document, update, origin }: DocumentChange): void => {
    const sender = origin === null ? null : stationIdOf(origin)
    for (const link of this.#links)
      if (link.programId !== origin && (sender === null || !link.links.has(sender))) link.sendUpdate(document, update)
  }

  sendPresence(): void {
    const { now, startId, bending } = this.#options
    const links = [...this.#links].map(({ fingerprint }) => stationIdOf(fingerprint))
    for (const link of this.#links) link.send({ kind: 'presence', startId, nowMs: now(), bending: bending(), links })
  }

  /** What the screens show of every presence, also of this station's, as a text that changes with it. */
  shownPresence(): string {
    const fingerprints = new Set([...this.#links].map(({ fingerprint }) => fingerprint))
    const others = [...fingerprints].map((fingerprint) => [fingerprint, this.#shown(this.bendingOf(fingerprint))])
    return JSON.stringify([this.#shown(this.#options.bending()), ...others])
  }

  /** Each message has another time that is left, and the screens show the minute in which the rest is done. */
  #shown(bending: BendingNow | null): unknown {
    if (bending === null) return null
    const { leftMs, ...shown } = bending
    return [shown, leftMs === undefined ? null : Math.round((this.#options.monotonic() + leftMs) / minuteMs)]
  }

  /** Ends links that have been silent for too long: the other side may have ended without closing its connection. */
  endSilent(): void {
    for (const link of this.#links) if (this.#options.monotonic() - link.receivedMs >= presenceExpiresMs) link.drop()
  }

  /** What the station bends now; null: nothing, or it is silent. The time that is left counts from now. */
  bendingOf(fingerprint: string): BendingNow | null {
    const [link] = this.of(fingerprint).toSorted((a, b) => b.receivedMs - a.receivedMs)
    if (link === undefined) return null
    const now = this.#options.monotonic()
    const bending = presenceNow(link, now)
    if (bending?.leftMs === undefined) return bending
    return { ...bending, leftMs: Math.max(0, Math.round(bending.leftMs - (now - link.presenceMs))) }
  }

  /** Ends the links of stations that are not trusted any more. */
  endUntrusted(isTrusted: (fingerprint: string) => boolean): void {
    for (const link of this.#links) if (!isTrusted(link.fingerprint)) link.closeUntrusted()
  }

  /** A peer did something wrong. It is named in the log, and refused for ten minutes after the third time. */
  recordFault(fingerprint: string, name: string, fault: string): void {
    const { monotonic, log } = this.#options
    const before = this.#faults.get(fingerprint) ?? { count: 0, untilMs: -Infinity }
    const count = before.count + 1
    const isRefused = count >= maxFaults
    this.#faults.set(fingerprint, isRefused ? { count: 0, untilMs: monotonic() + refusedForMs } : { ...before, count })
    log('a station was disconnected because of what it sent', { station: name, fingerprint, fault, isRefused })
  }

  isRefused(fingerprint: string): boolean {
    return (this.#faults.get(fingerprint)?.untilMs ?? -Infinity) > this.#options.monotonic()
  }

  closeAll(): void {
    for (const link of this.#links) link.close()
    this.#links.clear()
  }
}
