// Takes a mark's row from one state to the next, as the table says, each step one commit. Touches the outbox's file alone.
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/sqlite.ts'
import type { Deviations } from './deviations.ts'
import type { Happening, HappeningKind } from './happening.ts'
import type { Ledger } from './ledger.ts'
import type { MarkRows } from './mark-rows.ts'
import type { Mark } from './mark.ts'
import { after, type Step } from './step.ts'
import { transition } from './transition.ts'
import type { OnBoundary } from './watch.ts'

export interface StepsOptions {
  db: Database
  rows: MarkRows
  ledger: Ledger
  deviations: Deviations
  clock: Pick<Clock, 'now'>
  newId: () => string
  /** Told after the commit. */
  onChange: (sheetIds: string[]) => void
  onLine: (line: string) => void
  onBoundary: OnBoundary
}

export interface Stepped {
  mark: Mark
  line: string
  step: Step
}

export type Steps = ReturnType<typeof createSteps>

export function createSteps(options: StepsOptions) {
  const { db, rows, ledger, deviations, clock, newId, onChange, onLine, onBoundary } = options

  const settleJob = (from: Mark, to: Mark): void => {
    const over = to.reason === 'bend_anew' || to.reason === 'bent_by_another' || from.reason === 'gone'
    const closes =
      to.state === 'delivered' || (to.state === 'cancelled' && (over || ledger.countsOf(to.jobId).length === 0))
    if (closes) ledger.close(to.jobId)
  }
  const write = db.transaction((from: Mark, to: Mark, inCommit: () => void): void => {
    rows.move(from, to)
    settleJob(from, to)
    inCommit()
    onBoundary(`${to.state}_in_commit`)
  })

  /** What a step changes in the request beyond the table goes through `also`; what must be stored with it through `inCommit`. */
  interface Extra {
    also?: Partial<Mark>
    inCommit?: () => void
  }
  const stepped = (
    mark: Mark,
    happening: Happening,
    { also = {}, inCommit = () => undefined }: Extra,
  ): Stepped | null => {
    const found = transition(mark, happening)
    if (found === null) return null
    onLine(found.line)
    const next = { ...after(mark, found.step, { now: clock.now(), newKey: newId() }), ...also }
    write.immediate(mark, next, inCommit)
    onBoundary(`${next.state}_committed`)
    onChange([mark.sheetId])
    return { ...found, mark: next }
  }

  /** By how the sheet's newest deviation stands. */
  const told = (sheetId: string): HappeningKind & `drawing_${string}` => {
    const state = deviations.ofSheet(sheetId)[0]?.state
    return state === 'open' ? 'drawing_wrong' : state === 'superseded' ? 'drawing_replaced' : 'drawing_released'
  }
  const realign = (sheetId: string): void => {
    const kind = told(sheetId)
    for (const mark of rows.unsettledOfSheet(sheetId)) stepped(mark, { kind }, {})
  }

  return {
    /** Null where the table has no line for it in the row's state. */
    happen: (mark: Mark, happening: Happening, extra: Extra = {}): Stepped | null => {
      const next = stepped(mark, happening, extra)
      // verified, or sent again by a person, while the drawing is reported wrong
      if (next?.mark.state === 'queued' && deviations.isOpen(mark.sheetId)) realign(mark.sheetId)
      return next
    },
    /** Stops the sheet's marks, or lets them go, as its deviations say. */
    realign,
    /** After a kill between a deviation's commit and that of the marks. */
    realignAll: (): void => {
      const sheets = [...deviations.open(), ...rows.stopped()].map(({ sheetId }) => sheetId)
      for (const sheetId of new Set(sheets)) realign(sheetId)
    },
  }
}
