// Sandboxes without use: their owner gets a notice three days before, and then they are deleted (specification 5.10). No sandbox is
// deleted sooner than three days after its notice was sent, however far the clock has moved.
import { dayMs } from '../../shared/base/durations.ts'
import { sandboxLimits, workshopDate } from '../../shared/workshop-api/index.ts'
import type { AttachmentFiles } from '../attachments/index.ts'
import type { MailQueue } from '../mail/index.ts'
import type { Store } from '../store/index.ts'
import { removeWorkshop } from './remove-workshop.ts'
import type { SandboxLinks } from './sandbox-links.ts'
import { deletionDue, deletionIfNotifiedNow, noticeDue } from './sandbox-store.ts'
import type { SandboxStore } from './sandbox-store.ts'

const noticeMs = sandboxLimits.noticeDays * dayMs
const untilNoticeMs = sandboxLimits.idleDays * dayMs - noticeMs
/** Contains no time: the next call of `process` does the work. */
const never = { fromMs: Infinity, untilMs: Infinity }

interface IdleParts {
  store: Store
  sandboxes: SandboxStore
  mailQueue: MailQueue
  files: AttachmentFiles
}

export class IdleSandboxes {
  readonly #parts: IdleParts
  readonly #links: SandboxLinks
  readonly #flushCounts: () => void
  /** The period in which nothing is due. */
  #idlePeriod = never

  /** `flushCounts` writes the keys' last calls to the store. */
  constructor(parts: IdleParts, links: SandboxLinks, flushCounts: () => void) {
    this.#parts = parts
    this.#links = links
    this.#flushCounts = flushCounts
  }

  /** Does what is due by `nowMs`, in milliseconds since 1970. Called before each call is answered. */
  process(nowMs: number): void {
    if (nowMs >= this.#idlePeriod.fromMs && nowMs < this.#idlePeriod.untilMs) return
    this.#flushCounts()
    const { store, sandboxes, files } = this.#parts
    const { deletedCount, nextMs } = store.write(() => {
      sandboxes.limitTimesTo(nowMs)
      sandboxes.recordUses(nowMs)
      this.#links.deleteOld(nowMs)
      const expired = sandboxes.list().filter((sandbox) => (deletionDue(sandbox) ?? Infinity) <= nowMs)
      for (const { workshopId } of expired) removeWorkshop(store, workshopId)
      this.#queueNotices(nowMs)
      // A sandbox that is made from now on is due no sooner than `untilNoticeMs`. A use only makes a sandbox due later.
      const dueTimes = sandboxes
        .list()
        .map((sandbox) => (sandbox.noticeId === null ? noticeDue(sandbox) : (deletionDue(sandbox) ?? Infinity)))
      return { deletedCount: expired.length, nextMs: Math.min(nowMs + untilNoticeMs, ...dueTimes) }
    })
    if (deletedCount > 0) files.deleteOrphans()
    this.#idlePeriod = { fromMs: nowMs, untilMs: nextMs }
  }

  /** Makes the next call of `process` do the work: a notice was sent, so a deletion may be due sooner. */
  scheduleNow(): void {
    this.#idlePeriod = never
  }

  #queueNotices(nowMs: number): void {
    const { sandboxes, mailQueue } = this.#parts
    for (const sandbox of sandboxes.list()) {
      if (sandbox.noticeId !== null || noticeDue(sandbox) > nowMs) continue
      const deletionMs = deletionIfNotifiedNow(sandbox, nowMs)
      const content = { kind: 'notice', day: workshopDate(deletionMs) } as const
      sandboxes.setNotice(sandbox.workshopId, mailQueue.add(sandbox.email, content, nowMs, deletionMs))
    }
  }
}
