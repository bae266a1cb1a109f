// Moves a mark's row from one state to the next, as the transition rules say. Each step is one commit. Touches only the outbox's file.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/sqlite.ts'
import type { Deviations, Jobs } from '../work/index.ts'
import type { MarkEvent, MarkEventKind } from './mark-event.ts'
import type { Mark, MarkRows } from '../marks/index.ts'
import { markAfterStep, type Step } from './mark-step.ts'
import { transition } from './transition.ts'
import type { OnBoundary } from '../test-hooks.ts'

export interface MarkStepsOptions {
  db: Database
  rows: MarkRows
  jobs: Jobs
  deviations: Deviations
  clock: Pick<Clock, 'now'>
  newId: () => string
  /** Called after the commit. */
  onChange: (sheetIds: string[]) => void
  onRule: (rule: string) => void
  onBoundary: OnBoundary
}

export interface AppliedStep {
  mark: Mark
  rule: string
  step: Step
}

/** What the caller adds to a step. */
export interface StepExtras {
  /** Changes of the row beyond the rule's. */
  also?: Partial<Mark>
  /** Writes that belong to the same commit. */
  inCommit?: () => void
}

export class MarkSteps {
  readonly #options: MarkStepsOptions
  readonly #write: { immediate: (from: Mark, to: Mark, inCommit: () => void) => void }

  constructor(options: MarkStepsOptions) {
    this.#options = options
    this.#write = options.db.transaction((from: Mark, to: Mark, inCommit: () => void): void => {
      options.rows.move(from, to)
      this.#closeJob(from, to)
      inCommit()
      options.onBoundary(`${to.state}_in_commit`)
    })
  }

  /** Null where no transition rule fits the event in the row's state. */
  apply(mark: Mark, event: MarkEvent, extras: StepExtras = {}): AppliedStep | null {
    const applied = this.#applyOne(mark, event, extras)
    // verified, or sent again by a person, while the drawing is reported wrong
    if (applied?.mark.state === 'queued' && this.#options.deviations.isOpen(mark.sheetId)) this.realign(mark.sheetId)
    return applied
  }

  /** Stops the sheet's marks, or releases them, as its newest deviation says. */
  realign(sheetId: string): void {
    const kind = this.#deviationEvent(sheetId)
    for (const mark of this.#options.rows.unsettledOfSheet(sheetId)) this.#applyOne(mark, { kind }, {})
  }

  /** Completes what a kill left between a deviation's commit and the commits of its marks. */
  realignAll(): void {
    const { deviations, rows } = this.#options
    const sheetIds = [...deviations.open(), ...rows.stoppedByDeviation()].map(({ sheetId }) => sheetId)
    for (const sheetId of new Set(sheetIds)) this.realign(sheetId)
  }

  #applyOne(mark: Mark, event: MarkEvent, { also = {}, inCommit = () => undefined }: StepExtras): AppliedStep | null {
    const { clock, newId, onChange, onRule, onBoundary } = this.#options
    const match = transition(mark, event)
    if (match === null) return null
    onRule(match.rule)
    const next = { ...markAfterStep(mark, match.step, { now: clock.now(), newKey: newId() }), ...also }
    this.#write.immediate(mark, next, inCommit)
    onBoundary(`${next.state}_committed`)
    onChange([mark.sheetId])
    return { ...match, mark: next }
  }

  /** A job ends with its delivered mark, and with a cancelled one whose counts are no longer needed. */
  #closeJob(from: Mark, to: Mark): void {
    const { jobs } = this.#options
    const isFinal = to.reason === 'bend_anew' || to.reason === 'bent_by_another' || from.reason === 'gone'
    const closes =
      to.state === 'delivered' || (to.state === 'cancelled' && (isFinal || jobs.countsOf(to.jobId).length === 0))
    if (closes) jobs.close(to.jobId)
  }

  #deviationEvent(sheetId: string): MarkEventKind & `drawing_${string}` {
    const state = this.#options.deviations.ofSheet(sheetId)[0]?.state
    return state === 'open' ? 'drawing_wrong' : state === 'superseded' ? 'drawing_replaced' : 'drawing_released'
  }
}
