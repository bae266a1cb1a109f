// What becomes of sandboxes that nobody uses: they are told three days before, and then deleted (specification 5.10). None is deleted
// that was not told so long ago, however far the clock has gone since it was last looked at.
import { sandboxLimits, workshopDate } from '../../shared/workshop-api/index.ts'
import type { Parts } from '../parts.ts'
import type { SandboxLinks } from './links.ts'
import { removeWorkshop } from './remove-workshop.ts'
import { deletionDue, deletionIfTold, noticeDue } from './sandbox-book.ts'

const dayMs = 86_400_000
const noticeMs = sandboxLimits.noticeDays * dayMs
const untilNoticeMs = sandboxLimits.idleDays * dayMs - noticeMs

/**
 * Told the time of whatever comes, does what is due by then, before it is answered. `settle` writes down which keys have called.
 * Times in ms since 1970.
 */
export function idleSandboxes(
  { store, sandboxes, letters, files }: Pick<Parts, 'store' | 'sandboxes' | 'letters' | 'files'>,
  links: SandboxLinks,
  settle: () => void,
): (nowMs: number) => void {
  let calm = { from: Infinity, until: Infinity }

  return (nowMs) => {
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
      // What is made, or told, from now on is due no sooner than this; what is used meanwhile is due later.
      const soonest = sandboxes.list().map((each) => {
        if (each.noticeId === null) return noticeDue(each)
        return deletionDue(each) ?? nowMs + noticeMs
      })
      return { removed: gone.length, nextMs: Math.min(nowMs + untilNoticeMs, ...soonest) }
    })
    if (removed > 0) files.sweep()
    calm = { from: nowMs, until: nextMs }
  }
}
