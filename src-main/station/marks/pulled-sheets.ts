// Gives the marks what sync read about their sheets: a few sheets per tick of the event loop, so that a day on which every sheet is
// marked does not block the station. Reads the cache, writes through the ledger.
import type { Cache, Changes } from '../../cache/index.ts'
import type { Ledger } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'

export interface PulledSheetsOptions {
  cache: Pick<Cache, 'listOf' | 'entryOf' | 'sheetOf'>
  ledger: { marks: Pick<Ledger['marks'], 'canPullAffect' | 'applyPull'> }
  /** A sheet that the store refuses is tried again with the next change. */
  onError: (error: unknown) => void
}

/** Each reads its sheet and may be a commit of its own. */
const sheetsPerTick = 4

export class PulledSheets {
  readonly #options: PulledSheetsOptions
  readonly #sheetIds = new Set<string>()
  readonly #dates = new Set<string>()
  #nextTick: NodeJS.Immediate | null = null
  #isStopped = false
  #settled = Promise.withResolvers<void>()

  constructor(options: PulledSheetsOptions) {
    this.#options = options
    this.#settled.resolve()
  }

  /** A list that was read names no sheets: then all sheets of its days are added. Named sheets begin in this tick, days in the next. */
  add({ dates, sheetIds }: Changes): void {
    for (const id of sheetIds) this.#sheetIds.add(id)
    if (sheetIds.length === 0) for (const date of dates) this.#dates.add(date)
    if (this.#nextTick !== null || this.#isStopped) return
    this.#settled = Promise.withResolvers<void>()
    if (sheetIds.length > 0) this.#runTick()
    else this.#nextTick = setImmediate(() => this.#runTick())
  }

  /** Settles when the marks have everything that was added, or the store refused it. */
  settled(): Promise<void> {
    return this.#settled.promise
  }

  stop(): void {
    this.#isStopped = true
    if (this.#nextTick !== null) clearImmediate(this.#nextTick)
    this.#nextTick = null
    this.#sheetIds.clear()
    this.#dates.clear()
    this.#settled.resolve()
  }

  #runTick(): void {
    this.#nextTick = null
    try {
      this.#expandDayOrNotify()
      if (this.#sheetIds.size + this.#dates.size > 0) this.#nextTick = setImmediate(() => this.#runTick())
    } catch (error) {
      this.#options.onError(error)
    }
    if (this.#nextTick === null) this.#settled.resolve()
  }

  #expandDayOrNotify(): void {
    const [date] = this.#dates
    if (this.#sheetIds.size > 0 || date === undefined) return this.#notifySomeMarks()
    this.#dates.delete(date)
    for (const { entry } of this.#options.cache.listOf(date).entries) this.#sheetIds.add(entry.sheetId)
  }

  #notifySomeMarks(): void {
    let notified = 0
    for (const sheetId of this.#sheetIds) {
      if (notified === sheetsPerTick) return
      this.#sheetIds.delete(sheetId)
      if (!this.#options.ledger.marks.canPullAffect(sheetId)) continue
      notified += 1
      try {
        this.#notifyMarks(sheetId)
      } catch (error) {
        this.#sheetIds.add(sheetId)
        throw error
      }
    }
  }

  #notifyMarks(sheetId: string): void {
    const { cache, ledger } = this.#options
    const entry = cache.entryOf(sheetId)
    if (entry === null) return
    ledger.marks.applyPull({
      sheetId,
      reworkCount: entry.reworkCount,
      approval: entry.approval,
      bent: entry.bent !== null,
      drawingHash: () => {
        const { sheet } = cache.sheetOf(sheetId)
        // null where the list knows a later drawing than the stored one
        return sheet === null || sheet.drawingVersion !== entry.drawingVersion ? null : drawingHash(sheet)
      },
    })
  }
}
