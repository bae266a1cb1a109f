// The store of everything that must never be lost: opens its file, holds its folder, and creates its parts (marks, work, plans, journal).
// Accesses the ledger's files in the folder that it gets; the network only through the ports of the drain.
import { randomFillSync } from 'node:crypto'
import { monotonicFactory } from 'ulid'
import { dayMs } from '../../shared/base/durations.ts'
import { systemClock, type Clock } from '../platform/clock.ts'
import { diskMessage, isStorageFault } from '../platform/disk-fault.ts'
import { messageOf } from '../platform/message-of.ts'
import { revisionOf, type Database } from '../platform/sqlite.ts'
import { ChangeNotifier } from './change-notifier.ts'
import {
  Counting,
  HandingOver,
  Jobs,
  OversightBook,
  WorkBook,
  isAnything,
  openApprovalOverrides,
  openCorrections,
  openGaugeCorrections,
  openDeviations,
  openHandOvers,
  openOperators,
  openPrograms,
  openShareableRows,
} from './work/index.ts'
import type {
  Corrections,
  Deviations,
  GaugeCorrections,
  Job,
  Operators,
  Programs,
  ShareableRows,
} from './work/index.ts'
import { Plans, openBendOrders, openPlanLearning } from './plan/index.ts'
import type { BendOrders, PlanLearning } from './plan/index.ts'
import { Decisions, Drain, MarkSteps, Marks } from './outbox/index.ts'
import type { DrainOptions, DrainPorts } from './outbox/index.ts'
import { Journal } from './journal/index.ts'
import { MarkRows } from './marks/index.ts'
import {
  forgetSetAside,
  hadStore,
  holdFolder,
  nothingElsewhere,
  noteStore,
  openOutboxFile,
  readSetAside,
  startWalCheckpoints,
} from './store/index.ts'
import type { Elsewhere, PreparedStore, SetAside, WalCheckpoints } from './store/index.ts'
import type { LedgerTestHooks } from './test-hooks.ts'

export interface LedgerOptions {
  /** Must exist. */
  folder: string
  clock: Clock
  /** Returns a ULID of a time (ms since 1970), never the same twice. */
  newUlid?: (now: number) => string
  /** Receives unexpected errors: a listener that throws, or a step that could not be stored. */
  onError?: (error: unknown) => void
  testHooks?: LedgerTestHooks
  /** The clock of the journal, which follows the disk and not the station's day. */
  journalClock?: Pick<Clock, 'now' | 'wait'>
  /** Omitted: the store is checked here and now. Its folder is released where the store cannot be opened. */
  prepared?: PreparedStore | undefined
  /** What other stations did, as far as it stops or permits work here. Default: there are none. */
  elsewhere?: Elsewhere
}

// as long as a person may report that a mark was wrong
const historyAfterMs = 7 * dayMs

/**
 * Throws StoreInUseError where another station holds the folder, NewerFileError for a newer program's file, and SQLite's error where
 * the disk refuses the file. A damaged file is not an error: see `setAside`.
 */
export function openLedger(options: LedgerOptions): Ledger {
  const {
    folder,
    clock,
    newUlid = monotonicFactory(createRandomPart()),
    onError = () => undefined,
    testHooks = {},
    journalClock = systemClock,
    prepared = hold(folder),
    elsewhere = nothingElsewhere,
  } = options
  const all = { folder, clock, newUlid, onError, testHooks, journalClock, prepared, elsewhere }
  let opened: OpenedStore | null = null
  try {
    opened = openStoreFile(all)
    testHooks.onBoundary?.('outbox_open')
    return new Ledger({ ...all, ...opened })
  } catch (error) {
    opened?.db.close()
    prepared.release()
    throw error
  }
}

function hold(folder: string): PreparedStore {
  const usedBefore = hadStore(folder)
  return { usedBefore, result: null, fault: null, release: holdFolder(folder).release }
}

type AllOptions = Required<LedgerOptions> & { prepared: PreparedStore }
type OpenedOptions = AllOptions & OpenedStore

export class Ledger {
  readonly marks: Marks
  readonly decisions: Decisions
  readonly operators: Operators
  readonly work: Pick<WorkBook, 'workOf' | 'stopOfWork' | 'sheetsHandedOver'>
  readonly deviations: Pick<Deviations, 'open' | 'ofSheet'>
  readonly counting: Counting
  readonly handingOver: HandingOver
  readonly jobs: Jobs
  readonly programs: Programs
  readonly corrections: Corrections
  readonly gaugeCorrections: GaugeCorrections
  readonly plans: Plans
  readonly bendOrders: BendOrders
  readonly planLearning: PlanLearning
  readonly oversight: OversightBook
  /** What other stations see of this one's work. */
  readonly shareable: ShareableRows
  /** Returns a text that changes with every change of the store. */
  readonly revision: () => string
  /** The second copy of the store. Its errors are warnings and never delay a mark. */
  readonly journal: Pick<Journal, 'problem' | 'synced'>

  readonly #options: OpenedOptions
  readonly #db: Database
  readonly #bootId: string
  readonly #rows: MarkRows
  readonly #steps: MarkSteps
  readonly #notifier: ChangeNotifier
  readonly #wal: WalCheckpoints
  readonly #journal: Journal
  #drain: Drain | null = null

  constructor(options: OpenedOptions) {
    this.#options = options
    const { clock, onError, elsewhere } = options
    const { db } = options
    const newId = (): string => options.newUlid(clock.now())
    this.#db = db
    this.#bootId = newId()
    this.#notifier = new ChangeNotifier({ afterMarks: () => this.#drain?.wake(), onError })
    this.#rows = new MarkRows(db)
    const { now, monotonic } = clock
    const { onRule = () => undefined, onBoundary = () => undefined } = options.testHooks
    const ids = { now, newId }
    const rows = this.#rows
    const jobs = new Jobs(db, { now, monotonic, bootId: this.#bootId, newId })
    const deviations = openDeviations(db, ids)
    const overrides = openApprovalOverrides(db, ids)
    const programs = openPrograms(db, ids)
    const plans = new Plans(db, {
      ...ids,
      isCounted: (sheetId, hash) => countedJobs(jobs, sheetId).some((job) => job.drawingHash === hash),
      // with its program in the controller, the first piece may be on the table
      isInWork: (sheetId) => countedJobs(jobs, sheetId).length > 0 || programs.loaded()?.sheetId === sheetId,
      elsewhere,
    })
    const handOvers = openHandOvers(db, ids)
    this.#wal = startWalCheckpoints({ db, clock, onError })
    const onChange = (sheetIds: string[]): void => this.#changed(sheetIds)
    const operators = openOperators(db, { ...ids, elsewhere, onChange: () => this.#changed([]) })
    const steps = new MarkSteps({ db, rows, jobs, deviations, clock, newId, onChange, onRule, onBoundary })
    const work = new WorkBook({ rows, jobs, deviations, overrides, handOvers, splitOf: plans.splitOf, elsewhere })
    this.#steps = steps
    this.marks = new Marks({
      db,
      rows,
      jobs,
      operators,
      work,
      steps,
      clock,
      bootId: this.#bootId,
      newId,
      onChange,
      onBoundary,
      onStored: () => this.#stored(),
      onNotStored: ({ fault }) => this.#notStored(fault),
    })
    this.decisions = new Decisions({ db, rows, steps, jobs, deviations, now, newId })
    this.operators = operators
    this.work = work
    this.deviations = deviations
    const onWork = (sheetId: string): void => this.#workChanged(sheetId)
    const common = { db, jobs, work, operators, onChange: onWork, onBoundary }
    this.counting = new Counting({ ...common, deviations, overrides, programs, elsewhere })
    this.handingOver = new HandingOver({ ...common, handOvers })
    this.jobs = jobs
    this.programs = programs
    const correcting = { ...ids, elsewhere, onChange: () => this.#changed([]) }
    this.corrections = openCorrections(db, correcting)
    this.gaugeCorrections = openGaugeCorrections(db, correcting)
    this.plans = plans
    this.bendOrders = openBendOrders(db, { ...ids, onChange: (sheetId) => this.#changed([sheetId]) })
    this.planLearning = openPlanLearning(db)
    this.oversight = new OversightBook(db, plans)
    this.shareable = openShareableRows(db)
    this.revision = revisionOf(db)
    this.#writeAtOpening()
    if (options.diskFault !== null) this.#notStored(options.diskFault)
    this.#journal = this.#openJournal(handOvers.stationId)
    this.journal = this.#journal
  }

  /** What was put aside as damaged and has not been acknowledged by a person. */
  setAside(): SetAside | null {
    return readSetAside(this.#db)
  }

  acknowledgeSetAside(): void {
    forgetSetAside(this.#db)
  }

  /** Why the last mark or drawing could not be stored, in the system's words; null: something was stored since. */
  problem(): string | null {
    return this.#notifier.problem
  }

  /** Creates the drain, once. The caller starts it. */
  drain(ports: DrainPorts, { onStep }: Pick<DrainOptions, 'onStep'> = {}): Drain {
    if (this.#drain !== null) throw new Error('the ledger already has a drain')
    const { clock, onError, testHooks } = this.#options
    this.#drain = new Drain({
      rows: this.#rows,
      steps: this.#steps,
      clock,
      bootId: this.#bootId,
      ports,
      onQueue: (queue) => this.#notifier.emit({ kind: 'queue', queue }),
      onError,
      onBoundary: testHooks.onBoundary ?? (() => undefined),
      tidy: () => this.#moveToHistory(),
      ...(onStep === undefined ? {} : { onStep }),
    })
    return this.#drain
  }

  /** Listeners are called after the commit. A listener that throws stops neither the step nor the other listeners. */
  get subscribe(): ChangeNotifier['subscribe'] {
    return this.#notifier.subscribe
  }

  /** Stops the drain, closes the file and releases the folder. */
  readonly close = async (): Promise<void> => {
    await this.#drain?.stop()
    await this.#journal.close()
    this.#notifier.stop()
    this.#wal.stop()
    this.#db.close()
    this.#options.prepared.release()
  }

  #openJournal(store: string): Journal {
    const { folder, journalClock, prepared, onError } = this.#options
    return new Journal({
      db: this.#db,
      folder,
      store,
      plan: prepared.result?.journal ?? null,
      clock: journalClock,
      onProblem: () => this.#notifier.emit({ kind: 'marks', sheetIds: [] }),
      onError,
    })
  }

  /** What an opening writes can wait, so a disk that refuses it does not prevent reading. */
  #writeAtOpening(): void {
    const { onError } = this.#options
    try {
      noteStore(this.#options.folder)
      this.#moveToHistory()
      this.#steps.realignAll()
    } catch (error) {
      if (!isStorageFault(error)) throw error
      onError(error)
      this.#notStored(error)
    }
  }

  #moveToHistory(): void {
    const before = this.#options.clock.now() - historyAfterMs
    this.#db.transaction(() => this.#rows.moveToHistory(before)).immediate()
  }

  #notStored(fault: unknown): void {
    this.#notifier.setProblem(diskMessage(fault, this.#options.folder))
  }

  #stored(): void {
    this.#wal.committed()
    this.#notifier.setProblem(null)
  }

  #changed(sheetIds: readonly string[]): void {
    this.#stored()
    this.#notifier.marksChanged(sheetIds)
  }

  #workChanged(sheetId: string): void {
    this.#steps.realign(sheetId)
    this.#changed([sheetId])
  }
}

interface OpenedStore {
  db: Database
  /** Why the disk refuses what an opening writes; null: it does not. */
  diskFault: unknown
}

function openStoreFile({ folder, clock, onError, testHooks, prepared }: AllOptions): OpenedStore {
  const { onBoundary = () => undefined } = testHooks
  const { usedBefore, result, fault } = prepared
  let diskFault: unknown = null
  const onDiskFault = (refused: unknown): void => void (diskFault = refused)
  const db = openOutboxFile({ folder, now: clock.now(), usedBefore, isSound: result !== null, onBoundary, onDiskFault })
  if (fault !== null) onError(new Error(`the store could not be checked in a worker thread: ${messageOf(fault)}`))
  return { db, diskFault }
}

/** The jobs of the sheet that are not closed and have counted pieces. */
const countedJobs = (jobs: Jobs, sheetId: string): Job[] =>
  jobs.openOrPausedJobs(sheetId).filter(({ id }) => jobs.countsOf(id).some(isAnything))

/**
 * Makes a function that returns a number from 0 to below 1, in steps of 1/256, which chooses a digit of an id. It uses each random byte
 * once. It reads 4096 bytes from the system at a time, because each read takes as long as storing a row.
 */
function createRandomPart(): () => number {
  const bytes = new Uint8Array(4_096)
  let used = bytes.length
  return () => {
    if (used === bytes.length) {
      randomFillSync(bytes)
      used = 0
    }
    const byte = bytes[used] ?? 0
    used += 1
    return byte / 256
  }
}
