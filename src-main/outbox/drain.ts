// Takes the marks out: picks what is due, first in first out per sheet, sends it, and moves rows as the transition table says.
// Every step is committed before the next begins, so that a kill anywhere leaves rows from which a start recovers. Touches the
// outbox's rows and, through its ports, the service.
import { setImmediate } from 'node:timers/promises'
import type { me, Outcome, Reading } from '../../shared/workshop-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import { freeze, isOurs, payloadVersion, type SendTime } from './bent-request.ts'
import { toldByReading, toldByReport, type Happening } from './happening.ts'
import type { MarkRows } from './mark-rows.ts'
import { holdLeft, type Mark, type Sheet } from './mark.ts'
import type { Steps } from './steps.ts'
import {
  afterEffect,
  atStart,
  identified,
  mayTry,
  mustAskWho,
  networkBack,
  queueView,
  reached,
  storeFailed,
  storeMayWork,
  type Queue,
  type QueueView,
} from './queue.ts'
import type { OnBoundary } from './watch.ts'
import { whoAnswers } from './who-answers.ts'

/** What the drain needs of the network. No port may reject: an outcome says how it ended. */
export interface DrainPorts {
  /** Sends exactly these bytes. `ifMatchVersion`: sent as `If-Match: "v…"` where it is a number. */
  report: (report: {
    sheetId: string
    body: Uint8Array
    idempotencyKey: string
    ifMatchVersion: number | null
    signal: AbortSignal
  }) => Promise<Outcome<Sheet>>
  readSheet: (sheetId: string, signal: AbortSignal) => Promise<Outcome<Sheet>>
  readMe: (signal: AbortSignal) => Promise<Outcome<Reading<typeof me>>>
  /**
   * Settles once events were pulled, however that ended: what they say is known before a row is sent. Asked for at the start and
   * each time that the queue was not running; what takes too long is not waited for.
   */
  ready: (signal: AbortSignal) => Promise<unknown>
  /** Service's clock less this computer's, milliseconds; null: not known yet. */
  serviceOffsetMs: () => number | null
}

export interface DrainOptions {
  rows: MarkRows
  steps: Pick<Steps, 'happen'>
  clock: Clock
  bootId: string
  ports: DrainPorts
  onQueue: (queue: QueueView) => void
  /** Told of every step: for the log and for whoever counts the lines. */
  onStep?: (step: { operationId: string; sheetId: string; line: string }) => void
  onFault: (fault: unknown) => void
  onBoundary: OnBoundary
}

export interface Drain {
  start: () => void
  /** Looks again at what is due: rows changed. */
  wake: () => void
  /** The network is back, or may be: an offline queue tries at once. Never shortens a block or a limit. */
  kick: () => void
  /** A person set another key, or asks to try again whatever stood in the way. */
  resume: () => void
  queue: () => QueueView
  /** Ends what is under way (such a row is verified at the next start) and resolves when nothing runs any more. */
  stop: () => Promise<void>
}

// sheets never wait for each other, short of opening a connection for each
const lanes = 3
const idleMs = 3_600_000
const longestPullMs = 30_000
// more than so many sheets that are answered strangely are the network's trouble, and not theirs
const mostStrange = 200

export function createDrain(options: DrainOptions): Drain {
  const { rows, steps, clock, bootId, ports, onQueue, onStep, onFault, onBoundary } = options
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  // sheets whose last answer was not the service's: after all others, so that what stands before one alone holds nobody up
  const strange = new Set<string>()
  let queue: Queue = atStart
  let workshop: string | null = null
  let pulled = false
  let preparing: Promise<void> | null = null
  let loop: Promise<void> | null = null
  let woken = false
  let sleeper: AbortController | null = null

  const at = (): SendTime => ({
    now: clock.now(),
    monotonic: clock.monotonic(),
    bootId,
    serviceOffsetMs: ports.serviceOffsetMs(),
  })
  const become = (next: Queue): void => {
    const changed = JSON.stringify(queueView(next)) !== JSON.stringify(queueView(queue))
    queue = next
    if (next.state !== 'running') pulled = false
    if (changed) onQueue(queueView(next))
  }
  const wake = (): void => {
    woken = true
    sleeper?.abort()
  }

  const noteStrange = (sheetId: string, happening: Happening): void => {
    if (happening.kind !== 'not_the_service' && !saidByTheService(happening)) return
    strange.delete(sheetId)
    if (strange.size === mostStrange) strange.clear()
    if (happening.kind === 'not_the_service') strange.add(sheetId)
  }

  const happen = (mark: Mark, happening: Happening): void => {
    noteStrange(mark.sheetId, happening)
    const moved = steps.happen(mark, happening)
    if (moved === null) throw new Error(`no line for a mark that is ${mark.state} when it is ${happening.kind}`)
    const { step } = moved
    onStep?.({ operationId: mark.operationId, sheetId: mark.sheetId, line: moved.line })
    if (step.queue === undefined) become({ ...queue, gone: 0 })
    if (saidByTheService(happening)) become(reached(queue, clock.monotonic()))
    if (step.queue !== undefined) become(afterEffect(queue, step.queue, at()))
    if (mustAskWho(queue)) workshop = null
  }

  const send = async (mark: Mark): Promise<void> => {
    const request = mark.request === null ? freeze(mark, at()) : { bytes: mark.request, bentAt: mark.bentAt }
    const now = clock.now()
    const also = {
      request: request.bytes,
      bentAt: request.bentAt ?? mark.bentAt,
      payloadVersion: mark.payloadVersion ?? payloadVersion,
      firstSentAt: mark.firstSentAt ?? now,
      lastSentAt: now,
    }
    const sending = steps.happen(mark, { kind: 'taken' }, { also })?.mark
    if (sending === undefined) throw new Error(`a mark that is ${mark.state} cannot be sent`)
    const { sheetId, idempotencyKey, ifMatchVersion } = sending
    const body = request.bytes
    const { signal } = stopping
    onBoundary('before_first_byte')
    const outcome = await ports.report({ sheetId, body, idempotencyKey, ifMatchVersion, signal })
    onBoundary('report_over')
    happen(sending, toldByReport(sheetId, outcome, circumstances(sending, mark.firstSentAt === null)))
  }

  const verify = async (mark: Mark): Promise<void> => {
    const outcome = await ports.readSheet(mark.sheetId, stopping.signal)
    onBoundary('reading_over')
    // a pull may have moved the row meanwhile
    const still = rows.byId(mark.operationId)
    if (still?.state === 'unknown') happen(still, toldByReading(mark.sheetId, outcome, circumstances(still)))
  }

  const circumstances = (mark: Mark, firstTry = false) => ({
    firstTry,
    othersPass: mark.failingSince !== null && rows.passedSince(mark.failingSince, mark.seq),
    isOurs: (sheet: Sheet) => isOurs(mark, sheet.bent, ports.serviceOffsetMs()),
  })

  const askWho = async (): Promise<void> => {
    const answer = whoAnswers(await ports.readMe(stopping.signal))
    if (stopping.signal.aborted) return
    if ('effect' in answer) return become(afterEffect({ ...queue, gone: 0 }, answer.effect, at()))
    workshop = answer.fingerprint
    become(identified(queue))
  }

  const pullFirst = async (): Promise<void> => {
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, stopping.signal])
    void ports
      .ready(signal)
      .catch(onFault)
      .finally(() => over.abort())
    await clock.wait(longestPullMs, signal)
    over.abort()
    pulled = true
  }
  const prepare = async (): Promise<void> => {
    if (!pulled) await pullFirst()
    if (workshop === null && !stopping.signal.aborted) await askWho()
  }

  const launch = (sheetId: string, work: Promise<void>): void => {
    const ended = work.catch(fault).finally(() => {
      underWay.delete(sheetId)
      wake()
    })
    underWay.set(sheetId, ended)
  }
  const fault = (error: unknown): void => {
    onFault(error)
    workshop = null
    become(storeFailed(queue, error instanceof Error ? error.message : String(error), clock.monotonic()))
  }

  const releaseHeld = (): void => {
    for (const mark of rows.inHand('held')) if (holdLeft(mark, at()) === 0) happen(mark, { kind: 'hold_over' })
  }
  // of a run that was killed, or of a step that the store would not take
  const recover = (): void => {
    for (const mark of rows.inHand('sending')) if (!underWay.has(mark.sheetId)) happen(mark, { kind: 'started' })
  }

  const nextDue = (): Mark[] => {
    const most = lanes + underWay.size + strange.size
    const due = rows.nextInLine(clock.now(), most).filter(({ sheetId }) => !underWay.has(sheetId))
    const last = [...strange].flatMap((id) => due.filter(({ sheetId }) => sheetId === id))
    return [...due.filter(({ sheetId }) => !strange.has(sheetId)), ...last]
  }

  const sendDue = (): void => {
    const free = (queue.state === 'offline' ? 1 : lanes) - underWay.size
    if (free <= 0) return
    const due = nextDue()
    if (due.length === 0) return
    if (!pulled || workshop === null) {
      preparing = prepare()
        .catch(fault)
        .finally(() => {
          preparing = null
          wake()
        })
      return
    }
    for (const mark of due.slice(0, free)) {
      if (mark.fingerprint !== workshop) return happen(mark, { kind: 'other_workshop' })
      launch(mark.sheetId, mark.state === 'unknown' ? verify(mark) : send(mark))
    }
  }

  const turn = (): void => {
    if (storeMayWork(queue, clock.monotonic())) become(atStart)
    recover()
    releaseHeld()
    if (preparing === null && mayTry(queue, clock.monotonic())) sendDue()
  }

  const untilNext = (): number => {
    const { now } = at()
    const holds = rows.inHand('held').map((mark) => holdLeft(mark, at()))
    const due = rows.nextDueAt(now)
    const retry = queue.retryAt === null ? idleMs : queue.retryAt - clock.monotonic()
    return Math.max(0, Math.min(idleMs, ...holds, due === null ? idleMs : due - now, retry > 0 ? retry : idleMs))
  }
  const nextMs = (): number => {
    try {
      turn()
      return untilNext()
    } catch (error) {
      fault(error)
      return Math.max(1_000, (queue.retryAt ?? 0) - clock.monotonic())
    }
  }

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      woken = false
      const ms = nextMs()
      if (woken) {
        // a long queue is no reason to let a tap wait
        await setImmediate()
        continue
      }
      sleeper = new AbortController()
      await clock.wait(ms, sleeper.signal)
      sleeper = null
    }
  }

  return {
    start: () => {
      loop ??= run()
    },
    wake,
    kick: () => {
      become(networkBack(queue))
      wake()
    },
    resume: () => {
      workshop = null
      become(atStart)
      wake()
    },
    queue: () => queueView(queue),
    stop: async () => {
      stopping.abort()
      wake()
      await Promise.all([loop, preparing, ...underWay.values()])
    },
  }
}

const saidByTheService = ({ kind }: Happening): boolean =>
  !['hold_over', 'started', 'other_workshop', 'not_sent', 'uncertain', 'not_the_service'].includes(kind)
