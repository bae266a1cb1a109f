// The program that is loaded, and its pieces: each counter reading becomes rows of the ledger, or a reason why it does not.
// Writes the ledger that it receives.
import type { Result } from '../../../shared/base/result.ts'
import type { CounterReading } from '../drivers/index.ts'
import type { BrakeProgram } from '../program/index.ts'
import type { BrakeEvent, BrakeFault } from './brake-event.ts'
import { minReading, readCounter, totalAt, type Counter, type CounterBase, type CounterDoubt } from './counter.ts'

export interface StoredJob {
  readonly programId: string
  readonly program: BrakeProgram
  /** Null: this controller has no counter that can be read. */
  readonly base: CounterBase | null
  /** Pieces that were booked for it. */
  readonly counted: number
}

export type JobEventKind = 'verified' | 'failed' | 'reset' | 'resumed' | 'released' | 'lost'

export interface JobEvent {
  readonly programId: string
  readonly kind: JobEventKind
  readonly counter: number | null
  readonly counted: number
  readonly operatorId: string | null
  readonly detail: string | null
}

/** The durable part of a job. Each call is on the disk when it returns, and throws when the disk fails. */
export interface JobLedger {
  /** The program that was sent last, read back, and not released since. */
  readonly loaded: () => StoredJob | null
  /** Called before the first byte is sent; returns the program's id. */
  readonly sent: (program: BrakeProgram, operatorId: string | null) => string
  readonly note: (event: JobEvent) => void
  /** Books pieces until the program has `total`. The error is a sentence for a person. */
  readonly count: (programId: string, total: number) => Result<undefined, string>
}

export interface JobParts {
  readonly ledger: JobLedger
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly notify: (event: BrakeEvent) => void
}

const doubtTexts: Record<CounterDoubt, string> = {
  counter_jumped_back: 'the counter reads less than before',
  counter_jumped_ahead: 'the counter reads more than can have been made since',
}

export class Job {
  readonly #ledger: JobLedger
  readonly #now: () => number
  readonly #notify: (event: BrakeEvent) => void
  #stored: StoredJob | null
  /** Null: nothing is counted now. */
  #counter: Counter | null = null
  /** Why the ledger refuses pieces of the sheet; null: it accepts them. */
  #refusal: string | null = null
  #isDoubted = false

  constructor({ ledger, now, notify }: JobParts) {
    this.#ledger = ledger
    this.#now = now
    this.#notify = notify
    this.#stored = ledger.loaded()
  }

  loaded(): StoredJob | null {
    return this.#stored
  }

  isCounting(): boolean {
    return this.#counter !== null
  }

  /** Whether the reading is above the last one that was accepted. */
  hasRisen({ value }: CounterReading): boolean {
    return this.#counter !== null && value > this.#counter.last
  }

  /** Stores the new job before the first byte is sent. Throws when the ledger fails; the job before then continues. */
  begin(program: BrakeProgram, operatorId: string | null): string {
    const programId = this.#ledger.sent(program, operatorId)
    this.#clear()
    return programId
  }

  /** The controller has the program as it was sent. Pieces count from this reading on. */
  startCounting(programId: string, program: BrakeProgram, reading: CounterReading | null): void {
    const base = reading === null ? null : { counter: reading.value, counted: 0 }
    this.#stored = { programId, program, base, counted: 0 }
    this.#note('verified', { counter: base?.counter ?? null })
    if (base !== null) this.#setBase(base, base.counter)
    this.#notify({ kind: 'verified', programId })
  }

  noteFailedUpload(programId: string, detail: string): void {
    this.#ledger.note({ programId, kind: 'failed', counter: null, counted: 0, operatorId: null, detail })
  }

  /** `isOurs` reads the program back: a counter that was reset belongs to this job only while its program is still loaded. */
  async addReading(reading: CounterReading, isOurs: () => Promise<boolean>): Promise<void> {
    const stored = this.#stored
    if (stored === null) return
    const strokes = this.#strokesPerPiece(reading)
    if (this.#counter === null)
      return this.#notify({ kind: 'made_while_waiting', uncounted: uncountedPieces(stored, reading.value, strokes) })
    const step = readCounter(this.#counter, reading.value, strokes, reading.greatest)
    switch (step.kind) {
      case 'total':
        this.#counter = step.counter
        if (this.#isDoubted && this.#refusal === null) this.#clearDoubt()
        return this.#book(step.total)
      case 'doubt':
        this.#counter = step.counter
        this.#isDoubted = true
        return this.#notify({ kind: 'not_counted', fault: this.#doubtFault(step.code, reading), waits: false })
      case 'lost':
        this.#counter = null
        return this.#notify({ kind: 'not_counted', fault: this.#doubtFault(step.code, reading), waits: true })
      case 'reset': {
        if (!(await isOurs())) return
        // hold() was called meanwhile: a person decides how the job continues
        if (!this.isCounting()) return
        const { base, last } = step.counter
        // pieces that were made before the reset and are not booked yet still belong to this job
        this.#note('reset', { counter: base.counter, counted: base.counted })
        this.#setBase(base, last)
        return this.#clearDoubt()
      }
    }
  }

  /** The step that comes next, from 1, where the counter counts every stroke of the program; null: it does not say. */
  stepAt(reading: CounterReading): number | null {
    if (this.#counter === null || this.#stored === null || reading.counts === 'pieces') return null
    const strokes = this.#strokesPerPiece(reading)
    const strokesMade = reading.value - this.#counter.base.counter
    return strokes === strokesOf(this.#stored.program) && strokesMade >= 0 ? (strokesMade % strokes) + 1 : null
  }

  /** Stops counting until a person confirms the job: the connection was lost. */
  hold(): void {
    this.#counter = null
    this.#isDoubted = false
  }

  /** A person confirms the job, after it was read back. Pieces made meanwhile are booked where the counter shows them. */
  resume(reading: CounterReading | null, operatorId: string | null): void {
    if (this.#stored === null) return
    const { base, counted } = this.#stored
    const strokes = reading === null ? 1 : this.#strokesPerPiece(reading)
    const continues = reading === null || (base !== null && reading.value >= minReading(base, counted, strokes))
    this.#note('resumed', { operatorId, counter: continues ? null : reading.value })
    this.#notify({ kind: 'resumed' })
    this.#isDoubted = false
    this.#refusal = null
    if (reading === null) return
    const newBase = continues && base !== null ? base : { counter: reading.value, counted }
    this.#setBase(newBase, reading.value)
    this.#book(totalAt(newBase, reading.value, strokes))
  }

  /** The controller has another program. */
  endReplaced(detail: string): void {
    this.#note('lost', { detail })
    this.#clear()
    this.#notify({ kind: 'program_replaced', fault: this.#fault('mismatch', detail) })
  }

  /** A person ends the job. */
  release(): void {
    this.#note('released')
    this.#clear()
    this.#notify({ kind: 'released' })
  }

  #book(total: number): void {
    const stored = this.#stored
    if (stored === null || total <= stored.counted) return
    const booked = this.#ledger.count(stored.programId, total)
    if (booked.ok) {
      this.#clearDoubt()
      this.#stored = { ...stored, counted: total }
      this.#notify({ kind: 'counted', counted: total })
    } else if (booked.error !== this.#refusal) {
      // the reading stays valid: it is booked as soon as the sheet takes pieces again
      this.#refusal = booked.error
      this.#notify({ kind: 'not_counted', fault: this.#fault('not_counted', booked.error), waits: false })
    }
  }

  #clearDoubt(): void {
    if (this.#isDoubted || this.#refusal !== null) this.#notify({ kind: 'counting_again' })
    this.#isDoubted = false
    this.#refusal = null
  }

  #setBase(base: CounterBase, last: number): void {
    if (this.#stored === null) return
    this.#stored = { ...this.#stored, base }
    this.#counter = { base, last, doubted: null }
  }

  #clear(): void {
    this.#stored = null
    this.#counter = null
    this.#refusal = null
    this.#isDoubted = false
  }

  #note(kind: JobEventKind, more: Partial<JobEvent> = {}): void {
    if (this.#stored === null) return
    const { programId, counted } = this.#stored
    this.#ledger.note({ programId, kind, counter: null, counted, operatorId: null, detail: null, ...more })
  }

  #strokesPerPiece({ counts, strokesPerPiece }: CounterReading): number {
    return counts === 'pieces' ? 1 : (strokesPerPiece ?? strokesOf(this.#stored?.program))
  }

  #fault(code: BrakeFault['code'], message: string, address: number | null = null): BrakeFault {
    return { code, message, address, atMs: this.#now() }
  }

  #doubtFault(code: CounterDoubt, { value, address, jumpedBackFrom }: CounterReading): BrakeFault {
    const before = jumpedBackFrom === null ? '' : `, ${jumpedBackFrom} before`
    return this.#fault(code, `${doubtTexts[code]}: ${value}${before}`, address)
  }
}

/** Pieces made while a person is waited for; null where the counter does not show any. */
function uncountedPieces({ base, counted }: StoredJob, value: number, strokes: number): number | null {
  if (base === null) return null
  const more = totalAt(base, value, strokes) - counted
  return more > 0 ? more : null
}

/** The strokes of one piece: a bump has several. */
const strokesOf = (program: BrakeProgram | undefined): number =>
  program?.steps.reduce((sum, { strokes }) => sum + strokes, 0) ?? 1
