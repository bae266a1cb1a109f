// What becomes of sandboxes that nobody uses: they are told three days before, and then deleted (specification 5.10). None is deleted
// that was not told so long ago, however far the clock has gone since it was last looked at.
import { sandboxLimits, workshopDate } from '../../shared/workshop-api/index.ts'
import type { Parts } from '../parts.ts'
import type { SandboxLinks } from './links.ts'
import { removeWorkshop } from './remove-workshop.ts'
import { deletionDue, deletionIfTold, noticeDue } from './sandbox-book.ts'

const dayMs = 86_400_000
const noticeMs = sandboxLimits.noticeDays * dayMs
/** When nothing is due: no moment is within it yet. */
const unknown = { from: Infinity, until: Infinity }
const untilNoticeMs = sandboxLimits.idleDays * dayMs - noticeMs

export interface IdleSandboxes {
  /** Told the time of whatever comes, in ms since 1970, does what is due by then, before it is answered. */
  look: (nowMs: number) => void
  /** A letter has left: what is due may be due sooner. */
  again: () => void
}

/** `settle` writes down which keys have called. */
export function idleSandboxes(
  { store, sandboxes, letters, files }: Pick<Parts, 'store' | 'sandboxes' | 'letters' | 'files'>,
  links: SandboxLinks,
  settle: () => void,
): IdleSandboxes {
  let calm = unknown

  const look = (nowMs: number): void => {
    if (nowMs >= calm.from && nowMs < calm.until) return
    settle()
    const { removed, nextMs } = store.write(() => {
      sandboxes.setToClock(nowMs)
      sandboxes.takeUses(nowMs)
      links.forget(nowMs)
      const gone = sandboxes.list().filter((each) => (deletionDue(each) ?? Infinity) <= nowMs)
      for (const { workshopId } of gone) removeWorkshop(store, workshopId)
      for (const each of sandboxes.list()) {
        if (each.noticeId !== null || noticeDue(each) > nowMs) continue
        const goneMs = deletionIfTold(each, nowMs)
        sandboxes.told(
          each.workshopId,
          letters.add(each.email, { kind: 'notice', day: workshopDate(goneMs) }, nowMs, goneMs),
        )
      }
      // What is made from now on is due no sooner than this; what is used meanwhile is due later.
      const soonest = sandboxes.list().map((each) => {
        if (each.noticeId === null) return noticeDue(each)
        return deletionDue(each) ?? Infinity
      })
      return { removed: gone.length, nextMs: Math.min(nowMs + untilNoticeMs, ...soonest) }
    })
    if (removed > 0) files.sweep()
    calm = { from: nowMs, until: nextMs }
  }
  return {
    look,
    again: () => {
      calm = unknown
    },
  }
}
