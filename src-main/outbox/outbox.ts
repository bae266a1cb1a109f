// The precious store as one thing: the file and who holds it, marks, the ledger, and the drain that takes marks out. Touches the
// outbox's files in the folder it is given; the network only through the drain's ports.
import { monotonicFactory } from 'ulid'
import { systemClock, type Clock } from '../platform/clock.ts'
import { messageOf } from '../platform/message-of.ts'
import { randomPart } from '../platform/random-part.ts'
import { revisionOf } from '../platform/sqlite.ts'
import { openApprovalOverrides } from './approval-overrides.ts'
import { openCorrections, type Corrections } from './corrections.ts'
import { createCounting, type Counting } from './counting.ts'
import { createDecisions, type Decisions } from './decisions.ts'
import { openDeviations, type Deviations } from './deviations.ts'
import { createDrain, type Drain, type DrainOptions, type DrainPorts } from './drain.ts'
import { openHandOvers } from './hand-overs.ts'
import { createHandingOver, type HandingOver } from './handing-over.ts'
import { openJournal, type Journal } from './journal.ts'
import { isAnything, openLedger, type Ledger } from './ledger.ts'
import { markRows } from './mark-rows.ts'
import { keepLog } from './log-keeper.ts'
import { createMarks, type Marks } from './marks.ts'
import { forgetSetAside, openOutboxFile, readSetAside, type SetAside } from './outbox-file.ts'
import { openOperators, type Operators } from './operators.ts'
import type { PreparedStore } from './prepare-store.ts'
import type { QueueView } from './queue.ts'
import { holdFolder, wasHeld } from './station-lock.ts'
import { openOversight, type OversightBook } from './oversight.ts'
import { openPlans, type Plans } from './plan.ts'
import { openPlanLearning, type PlanLearning } from './plan-learning.ts'
import { openPrograms, type Programs } from './programs.ts'
import { createSteps } from './steps.ts'
import type { OutboxWatch } from './watch.ts'
import { createWorkBook, type WorkBook } from './work.ts'

export type OutboxChange = { kind: 'marks'; sheetIds: string[] } | { kind: 'queue'; queue: QueueView }

export interface OutboxOptions {
  /** Exists already. */
  folder: string
  clock: Clock
  /** A ULID of a moment (milliseconds since 1970), never the same twice. */
  newUlid?: (now: number) => string
  /** Told of what should not happen: a listener that threw, a step that the store would not take. */
  onFault?: (fault: unknown) => void
  watch?: OutboxWatch
  /** Paces the second copy, which is about the disk and not about the station's day. */
  journalClock?: Pick<Clock, 'now' | 'wait'>
  /** Left out: the store is looked through here and now. It is let go of where it cannot be opened. */
  prepared?: PreparedStore | undefined
}

export interface Outbox {
  marks: Marks
  decisions: Decisions
  operators: Operators
  work: Pick<WorkBook, 'workOf' | 'stopOfWork' | 'away'>
  deviations: Pick<Deviations, 'open' | 'ofSheet'>
  counting: Counting
  handingOver: HandingOver
  ledger: Ledger
  programs: Programs
  corrections: Corrections
  plans: Plans
  planLearning: PlanLearning
  oversight: OversightBook
  /** What was put aside as damaged and has not been acknowledged by a person. */
  setAside: () => SetAside | null
  acknowledgeSetAside: () => void
  /** Another text after every change of the store. */
  revision: () => string
  /** Why the last mark or drawing could not be stored, in the system's words; null: something was stored since. */
  problem: () => string | null
  /** The second copy of all this: a fault of it is a warning, and never stands in a mark's way. */
  journal: Pick<Journal, 'problem' | 'synced'>
  /** Made once; not started. */
  drain: (ports: DrainPorts, watch?: Pick<DrainOptions, 'onStep'>) => Drain
  /** Told after the commit. A listener that throws stops neither the step nor the other listeners. */
  subscribe: (listener: (change: OutboxChange) => void) => () => void
  /** Stops the drain, closes the file and lets go of the folder. */
  close: () => Promise<void>
}

// as long as a person may still come and say that a mark was wrong
const keptBeforeHistoryMs = 7 * 24 * 3_600_000

/**
 * Throws StoreInUseError where another station has the folder, NewerFileError for a newer program's file, and what SQLite says
 * where the disk will not have it. A damaged file is no error: see `setAside`.
 */
export function openOutbox({
  folder,
  clock,
  newUlid = monotonicFactory(randomPart),
  onFault = () => undefined,
  watch = {},
  journalClock = systemClock,
  prepared = hold(folder),
}: OutboxOptions): Outbox {
  try {
    return assemble({ folder, clock, newUlid, onFault, watch, journalClock, prepared })
  } catch (error) {
    prepared.release()
    throw error
  }
}

function hold(folder: string): PreparedStore {
  const usedBefore = wasHeld(folder)
  return { usedBefore, found: null, fault: null, release: holdFolder(folder).release }
}

function assemble(options: Required<OutboxOptions> & { prepared: PreparedStore }): Outbox {
  const { folder, clock, newUlid, onFault } = options
  const { usedBefore, found, fault, release } = options.prepared
  const { onLine = () => undefined, onBoundary = () => undefined } = options.watch
  const db = openOutboxFile({ folder, now: clock.now(), usedBefore, isSound: found !== null, onBoundary })
  if (fault !== null) onFault(new Error(`no thread beside looked through the store: ${messageOf(fault)}`))
  onBoundary('outbox_open')
  const newId = (): string => newUlid(clock.now())
  const bootId = newId()
  const listeners = new Set<(change: OutboxChange) => void>()
  const tell = (change: OutboxChange): void => {
    for (const listener of listeners) {
      try {
        listener(change)
      } catch (fault) {
        onFault(fault)
      }
    }
  }
  const rows = markRows(db)
  db.transaction(() => rows.toHistory(clock.now() - keptBeforeHistoryMs)).immediate()
  const { now, monotonic } = clock
  const ledger = openLedger(db, { now, monotonic, bootId, newId })
  const operators = openOperators(db, { newId })
  const deviations = openDeviations(db, { now, newId })
  const overrides = openApprovalOverrides(db, { now, newId })
  const programs = openPrograms(db, { now, newId })
  const plans = openPlans(db, {
    now,
    newId,
    isCounted: (sheetId, drawingHash) =>
      ledger
        .jobsAtWork(sheetId)
        .some((job) => job.drawingHash === drawingHash && ledger.countsOf(job.id).some(isAnything)),
  })
  const handOvers = openHandOvers(db, { now, newId })
  let drain: Drain | null = null
  const log = keepLog({ db, clock, onFault })
  const untold = new Set<string>()
  let telling: NodeJS.Immediate | null = null
  const tellMarks = (): void => {
    telling = null
    const sheetIds = [...untold]
    untold.clear()
    tell({ kind: 'marks', sheetIds })
    drain?.wake()
  }
  let problem: string | null = null
  const becomeProblem = (next: string | null): void => {
    if (next === problem) return
    problem = next
    telling ??= setImmediate(tellMarks)
  }
  const onStored = (): void => {
    log.committed()
    becomeProblem(null)
  }
  const onChange = (sheetIds: string[]): void => {
    onStored()
    for (const sheetId of sheetIds) untold.add(sheetId)
    // whoever made the change has its answer first: an operator waits for the disk, and for nothing else
    telling ??= setImmediate(tellMarks)
  }
  const steps = createSteps({ db, rows, ledger, deviations, clock, newId, onChange, onLine, onBoundary })
  const work = createWorkBook({ rows, ledger, deviations, overrides, handOvers, splitOf: plans.splitOf })
  const marks = createMarks({
    db,
    rows,
    ledger,
    operators,
    work,
    steps,
    clock,
    bootId,
    newId,
    onChange,
    onStored,
    onNotStored: ({ message }) => becomeProblem(message),
    onBoundary,
  })
  const onWork = (sheetId: string): void => {
    steps.realign(sheetId)
    onChange([sheetId])
  }
  steps.realignAll()
  const journal = openJournal({
    db,
    folder,
    store: handOvers.stationId,
    plan: found?.journal ?? null,
    clock: options.journalClock,
    onProblem: () => tell({ kind: 'marks', sheetIds: [] }),
    onFault,
  })

  return {
    marks,
    decisions: createDecisions({ db, rows, steps, ledger, deviations, now, newId }),
    operators,
    work,
    deviations,
    counting: createCounting({
      db,
      ledger,
      work,
      operators,
      deviations,
      overrides,
      programs,
      onChange: onWork,
      onBoundary,
    }),
    handingOver: createHandingOver({ db, ledger, work, operators, handOvers, onChange: onWork, onBoundary }),
    ledger,
    programs,
    oversight: openOversight(db, plans),
    corrections: openCorrections(db, { now, newId }),
    plans,
    planLearning: openPlanLearning(db),
    setAside: () => readSetAside(db),
    acknowledgeSetAside: () => forgetSetAside(db),
    revision: revisionOf(db),
    problem: () => problem,
    journal,
    drain: (ports, watch = {}) => {
      if (drain !== null) throw new Error('an outbox has one drain')
      drain = createDrain({
        rows,
        steps,
        clock,
        bootId,
        ports,
        onQueue: (queue) => tell({ kind: 'queue', queue }),
        onFault,
        onBoundary,
        ...watch,
      })
      return drain
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => {
      await drain?.stop()
      await journal.close()
      if (telling !== null) clearImmediate(telling)
      log.stop()
      db.close()
      release()
    },
  }
}
