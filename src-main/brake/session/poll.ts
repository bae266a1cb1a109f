// Polls the controller over one connection: its state, its counter and its alarms, and whether the loaded program is still ours.
// Accesses the connection through the driver that it receives.
import type { Clock } from '../../platform/clock.ts'
import type { Alarm, Capabilities, CounterReading, Driver } from '../drivers/index.ts'
import type { BrakeEvent, BrakeFault } from './brake-event.ts'
import { describeOtherProgram, endsConnection, type ConnectionLife } from './connection-life.ts'
import { faultOf } from './fault.ts'
import type { Job } from './job.ts'

/** Alarms, and the counter while no job is loaded, are read this often. */
const slowPollMs = 1_000
/** The program is read back when a cycle starts, and this often while none does. */
const verifyEveryMs = 15_000
const verifyPauseMs = 2_000

export interface PollParts {
  readonly driver: Driver
  readonly life: ConnectionLife
  readonly job: Job
  readonly clock: Clock
  /** The counter value of the last poll; null: not known. */
  readonly lastCounter: () => number | null
  readonly notify: (event: BrakeEvent) => void
}

export class ControllerPoll {
  readonly #driver: Driver
  readonly #can: Capabilities
  readonly #life: ConnectionLife
  readonly #job: Job
  readonly #clock: Clock
  readonly #lastCounter: () => number | null
  readonly #notify: (event: BrakeEvent) => void
  #slowAtMs = Number.NEGATIVE_INFINITY
  #verifiedAtMs = Number.NEGATIVE_INFINITY
  /** The program was read back since the machine started to move, or since the last piece. */
  #isVerifiedForPiece = false
  #wasRunning = false
  #alarms: readonly Alarm[] = []

  constructor({ driver, life, job, clock, lastCounter, notify }: PollParts) {
    this.#driver = driver
    this.#can = driver.capabilities
    this.#life = life
    this.#job = job
    this.#clock = clock
    this.#lastCounter = lastCounter
    this.#notify = notify
  }

  /** Reads once; returns whether the controller answered. Rejects when the connection is over. `nowMs`: by the monotonic clock. */
  async read(nowMs: number): Promise<boolean> {
    try {
      const counter = await this.#readState(nowMs - this.#slowAtMs >= slowPollMs, nowMs)
      if (counter.reading !== null && (await this.#mayCount(counter.reading)))
        await this.#job.addReading(counter.reading, this.#isOurs)
      await this.#verifyWhenDue(counter.running)
      return true
    } catch (error) {
      if (endsConnection(error)) throw error
      this.#notify({ kind: 'poll_failed', fault: faultOf(error, this.#clock.now()) })
      return false
    }
  }

  async #readState(
    isSlow: boolean,
    nowMs: number,
  ): Promise<{ reading: CounterReading | null; running: boolean | null }> {
    let fault: BrakeFault | null = null
    const onError = (error: unknown): void => {
      fault = faultOf(error, this.#clock.now())
    }
    const nothing = { safe: null, running: null, step: null }
    const { safe, running, step } = this.#can.status ? await this.#driver.status() : nothing
    const readsCounter = this.#can.counts !== null && (isSlow || this.#job.loaded() !== null)
    const reading = readsCounter ? await unlessConnectionEnds(this.#driver.counter(), onError) : null
    if (this.#can.alarms && isSlow) this.#alarms = (await unlessConnectionEnds(this.#driver.alarms(), onError)) ?? []
    if (isSlow) this.#slowAtMs = nowMs
    const counter = reading?.value ?? (readsCounter ? null : this.#lastCounter())
    const shownStep = step ?? (reading === null ? null : this.#job.stepAt(reading))
    const polled = { readAtMs: this.#clock.now(), running, safe, step: shownStep, counter }
    this.#notify({ kind: 'polled', polled, alarms: this.#alarms, fault })
    return { reading, running }
  }

  /** Reads the program back; ends the job where the controller has another one. */
  readonly #isOurs = async (): Promise<boolean> => {
    const loaded = this.#job.loaded()
    if (loaded === null || !this.#can.readBack) return loaded !== null
    this.#verifiedAtMs = this.#clock.monotonic()
    this.#life.busySinceMs = this.#verifiedAtMs
    try {
      const { same, differences } = await this.#driver.verify(loaded.program)
      if (!same) this.#job.endReplaced(describeOtherProgram(differences))
      return same
    } finally {
      this.#life.busySinceMs = null
    }
  }

  /** A piece of a cycle whose start was not seen is counted only after the program was read back. */
  async #mayCount(reading: CounterReading): Promise<boolean> {
    if (!this.#job.isCounting() || !this.#can.readBack || !this.#job.hasRisen(reading)) return true
    const isVerified = this.#isVerifiedForPiece || this.#clock.monotonic() - this.#verifiedAtMs < verifyPauseMs
    this.#isVerifiedForPiece = false
    return isVerified || (await this.#isOurs())
  }

  async #verifyWhenDue(running: boolean | null): Promise<void> {
    const elapsedMs = this.#clock.monotonic() - this.#verifiedAtMs
    const hasStarted = running === true && !this.#wasRunning && elapsedMs >= verifyPauseMs
    this.#wasRunning = running === true
    const isDue = hasStarted || (running !== true && elapsedMs >= verifyEveryMs)
    if (!this.#job.isCounting() || !this.#can.readBack || !isDue) return
    if (await this.#isOurs()) this.#isVerifiedForPiece = hasStarted
  }
}

/** One of several reads may fail: it goes to `onError`, and the others count. */
async function unlessConnectionEnds<T>(reading: Promise<T>, onError: (error: unknown) => void): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (endsConnection(error)) throw error
    onError(error)
    return null
  }
}
