// A station that can be closed and opened again while the program that serves it continues: after a change of workshop, of the brake's
// connection, or of the store. Screens lose their link for a moment and reconnect. Accesses what a station accesses.
import { backoffMs, type BackoffSteps } from '../../../shared/base/backoff.ts'
import { CallError, type Station } from '../../../shared/station-api/index.ts'
import type { Restart } from '../set-up/index.ts'
import type { OpenedStation, Restoring } from './station-options.ts'

export interface RestartableOptions {
  /** `restoring`: the result of restoring a backup before this opening; null: none was restored. */
  open: (restart: Restart, restoring: Restoring | null) => Promise<OpenedStation>
  /** Closing, restoring or opening failed. Opening is tried again until it succeeds. */
  onError: (error: unknown) => void
  /** Resolves when the response to the call that asked for the restart has been sent. */
  pause: () => Promise<void>
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

const retrySteps: BackoffSteps = [1_000, 2_000, 5_000, 15_000, 30_000]

/** Rejects with the error of the first opening. */
export async function openRestartableStation(options: RestartableOptions): Promise<OpenedStation> {
  const restartable = new RestartableStation(options)
  await restartable.open()
  return restartable
}

class RestartableStation implements OpenedStation {
  readonly station: Station
  readonly #options: RestartableOptions
  readonly #closing = new AbortController()
  #restarts: Promise<void> = Promise.resolve()
  #current: OpenedStation | null = null
  #isOpen = false

  constructor(options: RestartableOptions) {
    this.#options = options
    const current = (): Station => this.#requireCurrent().station
    this.station = {
      // a getter, because each restart creates new handlers
      get handlers() {
        return current().handlers
      },
      snapshot: () => {
        if (!this.#isOpen) throw new CallError('link_lost', 'the station is restarting')
        return current().snapshot()
      },
      subscribe: (listener) => current().subscribe(listener),
      admit: (onGrants, disconnect) => {
        const { admit } = current()
        if (admit === undefined) throw new Error('the station has no locks')
        return admit(onGrants, disconnect)
      },
    }
  }

  async open(): Promise<void> {
    this.#current = await this.#options.open(this.#restart, null)
    this.#isOpen = true
  }

  readonly close = async (): Promise<void> => {
    this.#closing.abort()
    await this.#restarts
    if (this.#isOpen) await this.#requireCurrent().close()
  }

  readonly #restart: Restart = (between) => {
    this.#restarts = this.#restarts.then(() => this.#closeAndOpen(between))
  }

  async #closeAndOpen(between: Parameters<Restart>[0]): Promise<void> {
    const { open, onError, pause, wait } = this.#options
    const { signal } = this.#closing
    await pause()
    if (signal.aborted) return
    this.#isOpen = false
    await this.#hasSucceeded(this.#requireCurrent().close)
    const restoring = between === undefined ? null : restore(between)
    if (restoring?.is === 'failed') onError(restoring.error)
    for (let failures = 1; !signal.aborted; failures += 1) {
      // oxlint-disable-next-line no-await-in-loop
      this.#isOpen = await this.#hasSucceeded(async () => {
        this.#current = await open(this.#restart, restoring)
      })
      if (this.#isOpen) return
      // oxlint-disable-next-line no-await-in-loop
      await wait(backoffMs(retrySteps, failures), signal)
    }
  }

  async #hasSucceeded(act: () => Promise<void>): Promise<boolean> {
    try {
      await act()
      return true
    } catch (error) {
      this.#options.onError(error)
      return false
    }
  }

  #requireCurrent(): OpenedStation {
    if (this.#current === null) throw new Error('the station is not open')
    return this.#current
  }
}

function restore(between: NonNullable<Parameters<Restart>[0]>): Restoring {
  try {
    return { is: 'done', restored: between() }
  } catch (error) {
    return { is: 'failed', error }
  }
}
