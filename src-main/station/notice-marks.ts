// Tells the outbox what the store knows of sheets that something is under way for, after they were read anew: a few at a time, so that
// a day on which every sheet is marked never holds the station's loop up. Reads the cache, writes through the outbox.
import type { Cache, Changes } from '../cache/cache.ts'
import type { Outbox } from '../outbox/index.ts'
import { drawingHash } from '../platform/drawing-hash.ts'

export interface MarkNotices {
  /** A list read anew names no sheets: then those of its days are told of. Sheets begin at once, days as the loop comes round. */
  notice: (changes: Changes) => void
  /** Settles once all that was handed over is told, or the store would not take it. */
  settled: () => Promise<void>
  stop: () => void
}

export interface MarkNoticesOptions {
  cache: Pick<Cache, 'listOf' | 'entryOf' | 'sheetOf'>
  outbox: { marks: Pick<Outbox['marks'], 'concerns' | 'notice'> }
  /** Told what the store said; what it would not take is told once more with the next change. */
  onFault: (fault: unknown) => void
}

// each reads its sheet and may be a commit of its own
const atOnce = 4

export function createMarkNotices({ cache, outbox, onFault }: MarkNoticesOptions): MarkNotices {
  const untold = new Set<string>()
  const days = new Set<string>()
  let next: NodeJS.Immediate | null = null
  let stopped = false
  let done = Promise.withResolvers<void>()
  done.resolve()

  const tell = (sheetId: string): void => {
    const entry = cache.entryOf(sheetId)
    if (entry === null) return
    outbox.marks.notice({
      sheetId,
      reworkCount: entry.reworkCount,
      approval: entry.approval,
      bent: entry.bent !== null,
      drawingHash: () => {
        const { sheet } = cache.sheetOf(sheetId)
        // the list knows of a later drawing than the one that is here
        return sheet === null || sheet.drawingVersion !== entry.drawingVersion ? null : drawingHash(sheet)
      },
    })
  }
  const tellSome = (): void => {
    let told = 0
    for (const sheetId of untold) {
      if (told === atOnce) return
      untold.delete(sheetId)
      if (!outbox.marks.concerns(sheetId)) continue
      told += 1
      try {
        tell(sheetId)
      } catch (fault) {
        untold.add(sheetId)
        throw fault
      }
    }
  }
  /** A turn looks up the sheets of one day, or tells of some of them. */
  const takeTurn = (): void => {
    const [day] = days
    if (untold.size > 0 || day === undefined) return tellSome()
    days.delete(day)
    for (const { entry } of cache.listOf(day).entries) untold.add(entry.sheetId)
  }
  const goOn = (): void => {
    next = null
    try {
      takeTurn()
      if (untold.size + days.size > 0) next = setImmediate(goOn)
    } catch (fault) {
      onFault(fault)
    }
    if (next === null) done.resolve()
  }

  return {
    notice: ({ dates, sheetIds }) => {
      for (const id of sheetIds) untold.add(id)
      if (sheetIds.length === 0) for (const date of dates) days.add(date)
      if (next !== null || stopped) return
      done = Promise.withResolvers<void>()
      if (sheetIds.length > 0) goOn()
      else next = setImmediate(goOn)
    },
    settled: () => done.promise,
    stop: () => {
      stopped = true
      if (next !== null) clearImmediate(next)
      next = null
      untold.clear()
      days.clear()
      done.resolve()
    },
  }
}
