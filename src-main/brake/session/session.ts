// The link to one brake for as long as the station runs: opens the connection, identifies the controller, polls it, sends programs,
// and connects again after each loss. One call at a time. Accesses the connection through the driver that it receives.
import { backoffMs } from '../../../shared/base/backoff.ts'
import { failed, ok, type Result } from '../../../shared/base/result.ts'
import type { Clock } from '../../platform/clock.ts'
import { BrakeError } from '../drivers/index.ts'
import type { Capabilities, Driver } from '../drivers/index.ts'
import type { BrakeProgram } from '../program/index.ts'
import { ConnectionError } from '../transport/index.ts'
import type { BrakeEvent, BrakeFault, LinkState } from './brake-event.ts'
import { describeOtherProgram, endsConnection, type ConnectedDriver, type ConnectionLife } from './connection-life.ts'
import { faultOf } from './fault.ts'
import { Job, type JobLedger, type StoredJob } from './job.ts'
import { ControllerPoll } from './poll.ts'
import { initialState, sendable, transition } from './transition.ts'

export interface SessionParts {
  /** Opens a new connection with a new driver; rejects with a ConnectionError. */
  readonly connect: (signal: AbortSignal) => Promise<ConnectedDriver>
  readonly clock: Clock
  readonly ledger: JobLedger
  /** Called after each change of the state. */
  readonly onChange: () => void
  /** Receives an error that neither a connection nor a driver explains, for the log. */
  readonly onError: (error: unknown) => void
}

export type SessionRefusal = 'not_ready' | 'program_unknown'

export interface Session {
  readonly state: () => LinkState
  /** The capabilities of the driver; null before the first connection was opened. */
  readonly capabilities: () => Capabilities | null
  readonly loaded: () => StoredJob | null
  /** Accepts the program when the machine is at rest and connected; the state then shows its progress. Throws when the ledger fails. */
  readonly send: (program: BrakeProgram, operatorId: string | null) => Result<undefined, SessionRefusal>
  readonly cancel: () => void
  /** A person confirms that the brake still has this job. The program is read back first. */
  readonly resume: (programId: string, operatorId: string | null) => Promise<Result<undefined, SessionRefusal>>
  /** A person ends the job. */
  readonly release: (programId: string) => Result<undefined, SessionRefusal>
  /** Connects now, without the rest of the pause. */
  readonly retry: () => void
  readonly close: () => Promise<void>
}

const pollMs = 250
/** A poll that is older than this is not shown any more. */
const staleMs = 2_000
/** A connection without an answer for this long is replaced by a new one. */
const silenceMs = 10_000
const reconnectPausesMs = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000] as const

interface Command {
  readonly run: (driver: Driver) => Promise<void>
  /** The connection ended before its turn came. */
  readonly drop: () => void
}

/** Connects at once and stays connected until `close`. */
export const openSession = (parts: SessionParts): Session => new BrakeSession(parts)

class BrakeSession implements Session {
  readonly #parts: SessionParts
  readonly #clock: Clock
  readonly #job: Job
  readonly #closing = new AbortController()
  readonly #commands: Command[] = []
  readonly #running: Promise<void>
  #state: LinkState
  #capabilities: Capabilities | null = null
  #driver: Driver | null = null
  #pause = new AbortController()
  #upload = new AbortController()
  /** Connections in a row that failed before the controller was identified. */
  #failures = 0

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#clock = parts.clock
    this.#job = new Job({ ledger: parts.ledger, now: parts.clock.now, notify: this.#notify })
    this.#state = initialState(this.#job.loaded())
    this.#running = this.#run()
  }

  readonly state = (): LinkState => this.#state
  readonly capabilities = (): Capabilities | null => this.#capabilities
  readonly loaded = (): StoredJob | null => this.#job.loaded()

  readonly send: Session['send'] = (program, operatorId) => {
    if (!sendable.includes(this.#state.state) || this.#commands.length > 0) return failed('not_ready')
    const programId = this.#job.begin(program, operatorId)
    this.#upload = new AbortController()
    const signal = AbortSignal.any([this.#upload.signal, this.#closing.signal])
    this.#commands.push({
      drop: () => this.#job.noteFailedUpload(programId, 'the connection ended before the program was sent'),
      run: (driver) => this.#sendProgram(driver, programId, program, signal),
    })
    this.#notify({ kind: 'upload_started', programId })
    this.#endPause()
    return ok(undefined)
  }

  readonly cancel = (): void => this.#upload.abort()

  readonly resume: Session['resume'] = (programId, operatorId) =>
    new Promise((resolve, reject) => {
      if (this.#state.loaded?.programId !== programId) return resolve(failed('program_unknown'))
      if (!isAnswering(this.#state)) return resolve(failed('not_ready'))
      const refuse = (): void => resolve(failed('not_ready'))
      const run = async (driver: Driver): Promise<void> => {
        try {
          resolve(await this.#resumeJob(driver, operatorId))
        } catch (error) {
          if (error instanceof BrakeError) refuse()
          else reject(error instanceof Error ? error : new Error(String(error)))
          if (endsConnection(error)) throw error
        }
      }
      this.#commands.push({ run, drop: refuse })
      this.#endPause()
    })

  readonly release: Session['release'] = (programId) => {
    if (this.#job.loaded()?.programId !== programId) return failed('program_unknown')
    this.#job.release()
    return ok(undefined)
  }

  readonly retry = (): void => {
    this.#failures = 0
    if (this.#state.state === 'disconnected') this.#endPause()
  }

  readonly close = async (): Promise<void> => {
    this.#closing.abort()
    this.#endPause()
    void this.#driver?.close()
    await this.#running
  }

  readonly #notify = (event: BrakeEvent): void => {
    const before = this.#state
    this.#state = transition(before, event)
    if (this.#state !== before) this.#parts.onChange()
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  /** Waits until the time is over or a command comes. */
  #wait(ms: number): Promise<void> {
    return this.#clock.wait(ms, this.#pause.signal)
  }

  #endPause(): void {
    this.#pause.abort()
    this.#pause = new AbortController()
  }

  #fault(error: unknown): BrakeFault {
    return faultOf(error, this.#clock.now())
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      await this.#serveConnection().catch((error: unknown) => {
        if (!(error instanceof ConnectionError || error instanceof BrakeError)) this.#parts.onError(error)
        if (this.#isClosed) return
        this.#job.hold()
        this.#notify({ kind: 'connection_lost', fault: this.#fault(error) })
      })
      if (this.#isClosed) return
      await this.#wait(backoffMs(reconnectPausesMs, this.#failures + 1))
      this.#failures += 1
    }
  }

  /** One connection from its opening to its end. Rejects with the reason of its end. */
  async #serveConnection(): Promise<never> {
    const { driver, ended } = await this.#parts.connect(this.#closing.signal)
    const over = new AbortController()
    const life: ConnectionLife = {
      answeredAtMs: this.#clock.monotonic(),
      busySinceMs: null,
      over: over.signal,
      end: null,
    }
    void ended.then((end) => {
      life.end = end
      over.abort()
      return this.#endPause()
    })
    this.#driver = driver
    this.#capabilities = driver.capabilities
    this.#notify({ kind: 'connection_opened' })
    try {
      const { controller, answeredAs } = await driver.probe()
      this.#notify({ kind: 'identified', identity: `${controller}, ${answeredAs}` })
      this.#failures = 0
      life.answeredAtMs = this.#clock.monotonic()
      void this.#expireOldPolls(life)
      await this.#pollAndRunCommands(driver, life)
      throw new BrakeError('no_answer', `the controller did not answer for ${silenceMs / 1000} s`)
    } catch (error) {
      if (life.end !== null) throw new ConnectionError(life.end)
      throw error
    } finally {
      over.abort()
      await driver.close()
      for (const { drop } of this.#commands.splice(0)) drop()
    }
  }

  /** Clears what is too old, also while a call hangs. */
  async #expireOldPolls(life: ConnectionLife): Promise<void> {
    while (!life.over.aborted) {
      await this.#clock.wait(pollMs, life.over)
      const nowMs = this.#clock.monotonic()
      if (life.over.aborted || this.#state.state === 'uploading' || nowMs - life.answeredAtMs < staleMs) continue
      if (life.busySinceMs !== null && nowMs - life.busySinceMs < silenceMs) this.#notify({ kind: 'expired' })
      else {
        this.#job.hold()
        this.#notify({ kind: 'silent' })
      }
    }
  }

  /** Returns after `silenceMs` without an answer. */
  async #pollAndRunCommands(driver: Driver, life: ConnectionLife): Promise<void> {
    const poll = new ControllerPoll({
      driver,
      life,
      job: this.#job,
      clock: this.#clock,
      lastCounter: () => this.#state.polled?.counter ?? null,
      notify: this.#notify,
    })
    while (!life.over.aborted && !this.#isClosed) {
      const startMs = this.#clock.monotonic()
      const command = this.#commands.shift()
      if (command === undefined) {
        if (await poll.read(startMs)) life.answeredAtMs = this.#clock.monotonic()
        else if (this.#clock.monotonic() - life.answeredAtMs >= silenceMs) return
        if (this.#commands.length === 0) await this.#wait(Math.max(0, startMs + pollMs - this.#clock.monotonic()))
      } else {
        life.busySinceMs = this.#clock.monotonic()
        await command.run(driver)
        life.busySinceMs = null
        life.answeredAtMs = this.#clock.monotonic()
      }
    }
  }

  async #sendProgram(driver: Driver, programId: string, program: BrakeProgram, signal: AbortSignal): Promise<void> {
    try {
      await driver.upload(program, signal)
      this.#notify({ kind: 'reading_back' })
      if (!driver.capabilities.readBack) throw new NotReadBack()
      const { same, differences } = await driver.verify(program)
      if (!same) throw new BrakeError('mismatch', describeOtherProgram(differences), differences[0]?.address)
      const reading = driver.capabilities.counts === null ? null : await driver.counter()
      this.#job.startCounting(programId, program, reading)
    } catch (error) {
      const fault = this.#fault(error)
      this.#job.noteFailedUpload(programId, `${fault.code}: ${fault.message}`)
      this.#notify({ kind: 'upload_failed', fault })
      if (endsConnection(error)) throw error
    }
  }

  async #resumeJob(driver: Driver, operatorId: string | null): Promise<Result<undefined, SessionRefusal>> {
    const loaded = this.#job.loaded()
    if (loaded === null) return failed('program_unknown')
    const { readBack, counts } = driver.capabilities
    const { same, differences } = readBack ? await driver.verify(loaded.program) : { same: true, differences: [] }
    if (!same) {
      this.#job.endReplaced(describeOtherProgram(differences))
      return failed('program_unknown')
    }
    const reading = counts === null ? null : await driver.counter()
    // the controller fell silent meanwhile, or the connection ended
    if (!isAnswering(this.#state)) return failed('not_ready')
    this.#job.resume(reading, operatorId)
    return ok(undefined)
  }
}

/** The program was sent, but the controller sends nothing back: its content is not known. */
class NotReadBack extends Error {
  readonly code = 'not_read_back'
  constructor() {
    super('the controller does not send its program back')
    this.name = 'NotReadBack'
  }
}

const isAnswering = ({ state }: LinkState): boolean =>
  sendable.includes(state) || state === 'running' || state === 'alarm'
