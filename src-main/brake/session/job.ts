// The program that is loaded, and the pieces that its counter makes of it: each reading becomes rows of the ledger, or a reason why not.
// Touches the ledger that it is handed.
import type { Driver } from '../drivers/driver.ts'
import type { BrakeProgram } from '../program/program.ts'
import { leastReading, readCounter, totalAt, type Counter, type CounterBase, type CounterDoubt } from './counter.ts'
import type { Fault, Happening } from './happening.ts'

export interface KeptJob {
  readonly programId: string
  readonly program: BrakeProgram
  /** Null: this controller counts nothing that can be read. */
  readonly base: CounterBase | null
  /** Pieces that were booked for it. */
  readonly counted: number
}

export type JobEventKind = 'verified' | 'failed' | 'reset' | 'resumed' | 'let_go' | 'lost'

export interface JobEvent {
  readonly programId: string
  readonly kind: JobEventKind
  readonly counter: number | null
  readonly counted: number
  readonly operatorId: string | null
  readonly detail: string | null
}

/** What is kept for good. Each call is on the disk when it returns, and throws where the disk would not have it. */
export interface JobLedger {
  /** What was sent last, read back and not let go since. */
  readonly loaded: () => KeptJob | null
  /** Before the first byte leaves; returns the program's id. */
  readonly sent: (program: BrakeProgram, operatorId: string | null) => string
  readonly note: (event: JobEvent) => void
  /** Books so many that the program's pieces are `total`. */
  readonly count: (
    programId: string,
    total: number,
  ) => { readonly ok: true } | { readonly ok: false; readonly message: string }
}

export interface JobParts {
  readonly ledger: JobLedger
  readonly now: () => number
  readonly tell: (happening: Happening) => void
}

export type Job = ReturnType<typeof createJob>

const words: Record<CounterDoubt, string> = {
  counter_jumped_back: 'the counter reads less than before',
  counter_jumped_ahead: 'the counter reads more than can have been made since',
}

export function createJob({ ledger, now, tell }: JobParts) {
  let kept: KeptJob | null = ledger.loaded()
  /** Null: nothing is counted now. */
  let counter: Counter | null = null
  let refusal: string | null = null
  let doubted = false

  const fault = (code: Fault['code'], message: string, address: number | null = null): Fault => ({
    code,
    message,
    address,
    at: now(),
  })
  const strokesPerPiece = ({ counts, strokesPerPiece: strokes }: Reading): number =>
    counts === 'pieces' ? 1 : (strokes ?? kept?.program.steps.length ?? 1)
  const note = (kind: JobEventKind, more: Partial<JobEvent> = {}): void => {
    if (kept === null) return
    const { programId, counted } = kept
    ledger.note({ programId, kind, counter: null, counted, operatorId: null, detail: null, ...more })
  }
  const rebased = (base: CounterBase, last: number): void => {
    if (kept === null) return
    kept = { ...kept, base }
    counter = { base, last, doubted: null }
  }
  const ended = (): void => {
    kept = null
    counter = null
    refusal = null
    doubted = false
  }
  const understood = (): void => {
    if (doubted || refusal !== null) tell({ kind: 'counting_again' })
    doubted = false
    refusal = null
  }
  const book = (total: number): void => {
    if (kept === null || total <= kept.counted) return
    const booked = ledger.count(kept.programId, total)
    if (booked.ok) {
      understood()
      kept = { ...kept, counted: total }
      tell({ kind: 'counted', counted: total })
    } else if (booked.message !== refusal) {
      // the reading stands: it is booked as soon as the sheet takes pieces again
      refusal = booked.message
      tell({ kind: 'not_counted', fault: fault('not_counted', booked.message), waits: false })
    }
  }

  return {
    loaded: (): KeptJob | null => kept,
    isCounting: (): boolean => counter !== null,
    /** Whether it reads more than what was believed last. */
    rises: ({ value }: Reading): boolean => counter !== null && value > counter.last,
    /** Remembered before the first byte leaves; where that cannot be, what is loaded counts on. */
    begin: (program: BrakeProgram, operatorId: string | null): string => {
      const programId = ledger.sent(program, operatorId)
      ended()
      return programId
    },
    /** Read back as it was sent; counted from what the counter reads now. */
    verified: (programId: string, program: BrakeProgram, reading: Reading | null): void => {
      const base = reading === null ? null : { counter: reading.value, counted: 0 }
      kept = { programId, program, base, counted: 0 }
      note('verified', { counter: base?.counter ?? null })
      if (base !== null) rebased(base, base.counter)
      tell({ kind: 'verified', programId })
    },
    failed: (programId: string, detail: string): void =>
      ledger.note({ programId, kind: 'failed', counter: null, counted: 0, operatorId: null, detail }),

    /** `isOurs` reads the program back: a counter that was set back belongs to this job only while it is still loaded. */
    read: async (reading: Reading, isOurs: () => Promise<boolean>): Promise<void> => {
      if (kept === null) return
      const strokes = strokesPerPiece(reading)
      if (counter === null) return tell({ kind: 'missed', uncounted: missed(kept, reading.value, strokes) })
      const read = readCounter(counter, reading.value, strokes, reading.greatest)
      switch (read.kind) {
        case 'total':
          counter = read.counter
          if (doubted && refusal === null) understood()
          return book(read.total)
        case 'doubt':
          ;({ counter } = read)
          doubted = true
          return tell({ kind: 'not_counted', fault: doubt(read.code, reading), waits: false })
        case 'lost':
          counter = null
          return tell({ kind: 'not_counted', fault: doubt(read.code, reading), waits: true })
        case 'reset':
          if (!(await isOurs())) return
          // held meanwhile: a person says how it goes on
          if (counter === null) return
          // what was made before it and not booked yet is still this job's
          note('reset', { counter: read.counter.base.counter, counted: read.counter.base.counted })
          rebased(read.counter.base, read.counter.last)
          return understood()
      }
    },
    /** Nothing is counted until a person has said so: the line was away. */
    hold: (): void => {
      counter = null
      doubted = false
    },
    /** A person says that it is still this job, after it was read back. What was made meanwhile is booked where it can be told. */
    resume: (reading: Reading | null, operatorId: string | null): void => {
      if (kept === null) return
      const { base, counted } = kept
      const strokes = reading === null ? 1 : strokesPerPiece(reading)
      const goesOn = reading === null || (base !== null && reading.value >= leastReading(base, counted, strokes))
      note('resumed', { operatorId, counter: goesOn ? null : reading.value })
      tell({ kind: 'resumed' })
      doubted = false
      refusal = null
      if (reading === null) return
      rebased(goesOn && base !== null ? base : { counter: reading.value, counted }, reading.value)
      if (counter !== null) book(totalAt(counter.base, reading.value, strokes))
    },
    /** Another program is at the controller. */
    lost: (detail: string): void => {
      note('lost', { detail })
      ended()
      tell({ kind: 'program_lost', fault: fault('mismatch', detail) })
    },
    letGo: (): void => {
      note('let_go')
      ended()
      tell({ kind: 'let_go' })
    },
  }

  function doubt(code: CounterDoubt, { value, address, jumpedBackFrom }: Reading): Fault {
    const before = jumpedBackFrom === null ? '' : `, ${jumpedBackFrom} before`
    return fault(code, `${words[code]}: ${value}${before}`, address)
  }
}

type Reading = Awaited<ReturnType<Driver['counter']>>

/** What was made while a person is waited for; null where the counter does not tell. */
function missed({ base, counted }: KeptJob, value: number, strokes: number): number | null {
  if (base === null) return null
  const more = totalAt(base, value, strokes) - counted
  return more > 0 ? more : null
}
