// Messages that the station sends to screens without a request. Many changes in one tick of the event loop produce one status message,
// because a status counts all marks and days. Pure, apart from `setImmediate`.
import { Emitter, type Unsubscribe } from '../../../shared/base/emitter.ts'
import type { Push, StatusView } from '../../../shared/station-api/index.ts'
import type { Changes } from '../../cache/index.ts'

export interface PushesOptions {
  /** Called at most once for each tick of the event loop in which the status was scheduled. */
  status: () => StatusView
  today: () => string
  /** Called after each status message. */
  onStatusSent: () => void
  /** Receives what a listener throws, and what `status` or `onStatusSent` throws at the end of a tick. */
  onError: (error: unknown) => void
}

export class Pushes {
  readonly #options: PushesOptions
  readonly #pushes: Emitter<Push>
  #scheduled: NodeJS.Immediate | null = null
  #isStopped = false

  constructor(options: PushesOptions) {
    this.#options = options
    this.#pushes = new Emitter(options.onError)
  }

  readonly subscribe = (listener: (push: Push) => void): Unsubscribe => this.#pushes.subscribe(listener)

  send(push: Push): void {
    this.#pushes.emit(push)
  }

  /** Sends the days and sheets that changed, and schedules the status. */
  sendChanges(changes: Changes): void {
    this.send({ name: 'changed', data: withToday(changes, this.#options.today()) })
    this.scheduleStatus()
  }

  /** The status may have changed: sends it at the end of this tick. */
  scheduleStatus(): void {
    if (!this.#isStopped) this.#scheduled ??= setImmediate(() => this.#sendScheduled())
  }

  /** Sends the status at once, for a change that a person made: the screen has it before the response to its call. */
  sendStatus(): void {
    this.send({ name: 'status', data: this.#options.status() })
    this.#options.onStatusSent()
  }

  /** A scheduled status is not sent any more. */
  stop(): void {
    this.#isStopped = true
    if (this.#scheduled !== null) clearImmediate(this.#scheduled)
  }

  #sendScheduled(): void {
    this.#scheduled = null
    try {
      this.sendStatus()
    } catch (error) {
      this.#options.onError(error)
    }
  }
}

/** Today's list also shows sheets that left every list, so a change of any sheet may change it. */
const withToday = ({ dates, sheetIds }: Changes, today: string): Changes => ({
  dates: sheetIds.length === 0 ? dates : [...new Set([...dates, today])],
  sheetIds,
})
