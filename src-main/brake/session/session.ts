// The link to one brake, as long as the station runs: opens the line, asks who is there, reads on and on, sends what it is told to,
// and begins anew after each loss with a fresh line. One call at a time. Touches the line through the driver that it is handed.
import type { Clock } from '../../platform/clock.ts'
import { BrakeError, type Alarm, type Capabilities, type CounterReading, type Driver } from '../drivers/driver.ts'
import type { BrakeProgram } from '../program/program.ts'
import { LineError, type LineEnd } from '../transport/transport.ts'
import { faultOf } from './fault.ts'
import type { Fault, Happening, LinkState } from './happening.ts'
import { createJob, type JobLedger, type KeptJob } from './job.ts'
import { atStart, sendable, transition } from './transition.ts'

export interface Connection {
  readonly driver: Driver
  /** Of its line: resolves once. */
  readonly ended: Promise<LineEnd>
}

export interface SessionParts {
  /** A fresh line and a fresh driver; rejects with a LineError. */
  readonly connect: (signal: AbortSignal) => Promise<Connection>
  readonly clock: Clock
  readonly ledger: JobLedger
  /** Called after each change of what is known. */
  readonly onChange: () => void
  /** For the log: what went wrong, each time anew. */
  readonly onFault: (fault: unknown) => void
}

export type SessionRefusal = 'not_ready' | 'program_unknown'
export type Acted = { readonly ok: true } | { readonly ok: false; readonly code: SessionRefusal }

export interface Session {
  readonly state: () => LinkState
  /** Of the driver; null before the first line was opened. */
  readonly capabilities: () => Capabilities | null
  readonly loaded: () => KeptJob | null
  /** Takes it where nothing runs and the line stands; the state tells how it goes on. Throws where the ledger would not take it. */
  readonly send: (program: BrakeProgram, operatorId: string | null) => Acted
  readonly cancel: () => void
  /** The brake still has this job, says a person. It is read back first. */
  readonly resume: (programId: string, operatorId: string | null) => Promise<Acted>
  readonly letGo: (programId: string) => Acted
  /** Opens the line now. */
  readonly retry: () => void
  readonly close: () => Promise<void>
}

export const pollMs = 250
const slowPollMs = 1_000
/** What was heard longer ago is not known any more. */
export const staleMs = 2_000
/** A line on which nobody was heard for so long is given up for a fresh one. */
export const silenceMs = 10_000
const pausesMs = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000] as const
/** Whether what is loaded is still ours is looked up when a cycle begins, and this often while none does. */
const lookAgainMs = 15_000
const leastBetweenLooksMs = 2_000

interface Command {
  readonly run: (driver: Driver) => Promise<void>
  /** The line ended before its turn came. */
  readonly drop: () => void
}

export function openSession({ connect, clock, ledger, onChange, onFault }: SessionParts): Session {
  const closing = new AbortController()
  let state: LinkState
  const tell = (happening: Happening): void => {
    const before = state
    state = transition(state, happening)
    if (state !== before) onChange()
  }
  const job = createJob({ ledger, now: clock.now, tell })
  const atFirst = job.loaded()
  state = atStart(atFirst)

  let capabilities: Capabilities | null = null
  let connectedTo: Driver | null = null
  const commands: Command[] = []
  let wake = new AbortController()
  let upload = new AbortController()
  let tries = 0

  const woken = (): void => {
    wake.abort()
    wake = new AbortController()
  }
  const pause = (ms: number): Promise<void> => clock.wait(ms, wake.signal)
  const isClosed = (): boolean => closing.signal.aborted
  const fault = (error: unknown): Fault => faultOf(error, clock.now())
  const lose = (lost: Fault): void => {
    job.hold()
    tell({ kind: 'line_lost', fault: lost })
  }

  async function run(): Promise<void> {
    while (!isClosed()) {
      await connected().catch((error: unknown) => {
        if (!(error instanceof LineError || error instanceof BrakeError)) onFault(error)
        if (!isClosed()) lose(fault(error))
      })
      if (isClosed()) return
      await pause(pausesMs[Math.min(tries, pausesMs.length - 1)] ?? slowPollMs)
      tries += 1
    }
  }

  /** One line, from its opening to its end. Rejects with why it is over. */
  async function connected(): Promise<never> {
    const { driver, ended } = await connect(closing.signal)
    const over = new AbortController()
    const life: Life = { heardAt: clock.monotonic(), asking: null, over: over.signal, end: null }
    void ended.then((end) => {
      life.end = end
      over.abort()
      return woken()
    })
    connectedTo = driver
    ;({ capabilities } = driver)
    tell({ kind: 'line_opened' })
    try {
      const { controller, answeredAs } = await driver.probe()
      tell({ kind: 'identified', identity: `${controller}, ${answeredAs}` })
      tries = 0
      life.heardAt = clock.monotonic()
      void noticeSilence(life)
      await reading(driver, life)
      throw new BrakeError('no_answer', `nothing was heard for ${silenceMs / 1000} s`)
    } catch (error) {
      if (life.end !== null) throw new LineError(life.end)
      throw error
    } finally {
      over.abort()
      await driver.close()
      for (const { drop } of commands.splice(0)) drop()
    }
  }

  /** Blanks what is too old, also while a call hangs. */
  async function noticeSilence(life: Life): Promise<void> {
    while (!life.over.aborted) {
      await clock.wait(pollMs, life.over)
      const now = clock.monotonic()
      if (life.over.aborted || state.state === 'uploading' || now - life.heardAt < staleMs) continue
      if (life.asking !== null && now - life.asking < silenceMs) tell({ kind: 'too_old' })
      else {
        job.hold()
        tell({ kind: 'silent' })
      }
    }
  }

  async function reading(driver: Driver, life: Life): Promise<void> {
    const poll = createPoll(driver, life)
    while (!life.over.aborted && !isClosed()) {
      const begunAt = clock.monotonic()
      const command = commands.shift()
      if (command === undefined) {
        if (await poll(begunAt)) life.heardAt = clock.monotonic()
        else if (clock.monotonic() - life.heardAt >= silenceMs) return
        if (commands.length === 0) await pause(Math.max(0, begunAt + pollMs - clock.monotonic()))
      } else {
        life.asking = clock.monotonic()
        await command.run(driver)
        life.asking = null
        life.heardAt = clock.monotonic()
      }
    }
  }

  /** Reads what the controller says now; whether it said anything. Rejects where the line is over. */
  function createPoll(driver: Driver, life: Life): (at: number) => Promise<boolean> {
    let slowAt = Number.NEGATIVE_INFINITY
    let lookedAt = Number.NEGATIVE_INFINITY
    /** Looked up since the machine began to move, or the last piece. */
    let isLookedUp = false
    let ranBefore = false
    let alarms: readonly Alarm[] = []
    const { capabilities: can } = driver

    const isOurs = async (): Promise<boolean> => {
      const loaded = job.loaded()
      if (loaded === null || !can.readBack) return loaded !== null
      lookedAt = clock.monotonic()
      life.asking = lookedAt
      try {
        const { same, differences } = await driver.verify(loaded.program)
        if (!same) job.lost(otherProgram(differences))
        return same
      } finally {
        life.asking = null
      }
    }
    /** A cycle that was not seen to begin: whose piece it is has to be looked up before it is counted. */
    const isToBeRead = async (counter: CounterReading): Promise<boolean> => {
      if (!job.isCounting() || !can.readBack || !job.rises(counter)) return true
      const known = isLookedUp || clock.monotonic() - lookedAt < leastBetweenLooksMs
      isLookedUp = false
      return known || (await isOurs())
    }
    const lookAgain = async (running: boolean | null): Promise<void> => {
      const since = clock.monotonic() - lookedAt
      const begins = running === true && !ranBefore && since >= leastBetweenLooksMs
      ranBefore = running === true
      if (!job.isCounting() || !can.readBack || !(begins || (running !== true && since >= lookAgainMs))) return
      if (await isOurs()) isLookedUp = begins
    }

    return async (at) => {
      const slow = at - slowAt >= slowPollMs
      try {
        const { safe, running } = can.status ? await driver.status() : { safe: null, running: null }
        let odd: Fault | null = null
        const counts = can.counts !== null && (slow || job.loaded() !== null)
        const counter = counts ? await unlessOver(driver.counter(), (error) => (odd = fault(error))) : null
        if (can.alarms && slow) alarms = (await unlessOver(driver.alarms(), (error) => (odd = fault(error)))) ?? []
        if (slow) slowAt = at
        const read = counter?.value ?? (counts ? null : (state.now?.counter ?? null))
        tell({ kind: 'heard', heard: { at: clock.now(), running, safe, counter: read }, alarms, fault: odd })
        if (counter !== null && (await isToBeRead(counter))) await job.read(counter, isOurs)
        await lookAgain(running)
        return true
      } catch (error) {
        if (isLineOver(error)) throw error
        tell({ kind: 'unheard', fault: fault(error) })
        return false
      }
    }
  }

  const sendCommand = (programId: string, program: BrakeProgram, signal: AbortSignal): Command => ({
    drop: () => job.failed(programId, 'the line ended before it was sent'),
    run: async (driver) => {
      try {
        await driver.upload(program, signal)
        tell({ kind: 'reading_back' })
        if (!driver.capabilities.readBack) throw new NotReadBack()
        const { same, differences } = await driver.verify(program)
        if (!same) throw new BrakeError('mismatch', otherProgram(differences), differences[0]?.address)
        const reading = driver.capabilities.counts === null ? null : await driver.counter()
        job.verified(programId, program, reading)
      } catch (error) {
        const why = fault(error)
        job.failed(programId, `${why.code}: ${why.message}`)
        tell({ kind: 'sending_failed', fault: why })
        if (isLineOver(error)) throw error
      }
    },
  })

  const running = run()
  return {
    state: () => state,
    capabilities: () => capabilities,
    loaded: job.loaded,
    send: (program, operatorId) => {
      if (!sendable.includes(state.state) || commands.length > 0) return { ok: false, code: 'not_ready' }
      const programId = job.begin(program, operatorId)
      upload = new AbortController()
      commands.push(sendCommand(programId, program, AbortSignal.any([upload.signal, closing.signal])))
      tell({ kind: 'sending_begun', programId })
      woken()
      return { ok: true }
    },
    cancel: () => upload.abort(),
    resume: (programId, operatorId) =>
      new Promise<Acted>((resolve, reject) => {
        if (state.loaded?.programId !== programId) return resolve({ ok: false, code: 'program_unknown' })
        if (!answers(state)) return resolve({ ok: false, code: 'not_ready' })
        const notNow = (): void => resolve({ ok: false, code: 'not_ready' })
        const run = async (driver: Driver): Promise<void> => {
          try {
            resolve(await resumed(driver, operatorId))
          } catch (error) {
            if (error instanceof BrakeError) notNow()
            else reject(error instanceof Error ? error : new Error(String(error)))
            if (isLineOver(error)) throw error
          }
        }
        commands.push({ run, drop: notNow })
        woken()
      }),
    letGo: (programId) => {
      if (job.loaded()?.programId !== programId) return { ok: false, code: 'program_unknown' }
      job.letGo()
      return { ok: true }
    },
    retry: () => {
      tries = 0
      if (state.state === 'disconnected') woken()
    },
    close: async () => {
      closing.abort()
      woken()
      void connectedTo?.close()
      await running
    },
  }

  async function resumed(driver: Driver, operatorId: string | null): Promise<Acted> {
    const loaded = job.loaded()
    if (loaded === null) return { ok: false, code: 'program_unknown' }
    const { readBack, counts } = driver.capabilities
    const { same, differences } = readBack ? await driver.verify(loaded.program) : { same: true, differences: [] }
    if (!same) {
      job.lost(otherProgram(differences))
      return { ok: false, code: 'program_unknown' }
    }
    const reading = counts === null ? null : await driver.counter()
    // fell silent meanwhile, or the line went
    if (!answers(state)) return { ok: false, code: 'not_ready' }
    job.resume(reading, operatorId)
    return { ok: true }
  }
}

interface Life {
  heardAt: number
  /** Since when a program is read back, which takes seconds on a slow line: no silence. */
  asking: number | null
  readonly over: AbortSignal
  end: LineEnd | null
}

/** Sent, but the controller sends nothing back: nobody knows what it has. */
class NotReadBack extends Error {
  readonly code = 'not_read_back'
  constructor() {
    super('the controller does not send its program back')
    this.name = 'NotReadBack'
  }
}

const answers = ({ state }: LinkState): boolean => sendable.includes(state) || state === 'running' || state === 'alarm'

const isLineOver = (error: unknown): boolean =>
  error instanceof LineError || (error instanceof BrakeError && error.code === 'line_ended')

const otherProgram = (differences: readonly { field: string; sent: string; read: string }[]): string => {
  const [first] = differences
  return first === undefined
    ? 'the controller holds another program'
    : `the controller holds another program: ${first.field} was sent as ${first.sent} and reads ${first.read}`
}

/** One reading of several may fail: said, and the others count. */
async function unlessOver<T>(reading: Promise<T>, onFault: (error: unknown) => void): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (isLineOver(error)) throw error
    onFault(error)
    return null
  }
}
