// The grants of each connected screen: a grant without a PIN is always open, one with a PIN for ten minutes after the PIN. Reads the
// PINs and writes the number of wrong ones.
import { backoffMs, type BackoffSteps } from '../../../shared/base/backoff.ts'
import { hourMs, minuteMs } from '../../../shared/base/durations.ts'
import {
  grants,
  lockedGrants,
  type Access,
  type Grant,
  type GrantsView,
  type LockedGrant,
  type UnlockAnswer,
} from '../../../shared/station-api/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { isDiskFault } from '../../platform/disk-fault.ts'
import type { Pins } from './pins.ts'

/** How long a grant stays open after the last call that needed it. */
export const openForMs = 10 * minuteMs
const freeTries = 5
/**
 * The pause after each wrong PIN, starting with the last free try. Our own figures: a person who mistypes waits half a minute, and a day allows
 * about a hundred tries.
 */
const pausesMs: BackoffSteps = [30_000, minuteMs, 2 * minuteMs, 4 * minuteMs, 8 * minuteMs, 15 * minuteMs]
/** The count of wrong PINs is reset after this time without one. The pauses alone allow more tries. */
const forgottenAfterMs = 12 * hourMs

export interface LocksOptions {
  pins: Pins
  clock: Clock
  /** Called if the PINs cannot be read: then no grant that may have a PIN is open. */
  onError: (error: unknown) => void
}

interface Screen {
  /** The monotonic ms until which each grant is open. */
  openUntilMs: Map<LockedGrant, number>
  /** The timer that closes the grants. */
  timer: AbortController
  notify: (view: GrantsView) => void
  disconnect: () => void
}

export class Locks {
  readonly #screens = new Set<Screen>()
  readonly #tries: PinTries
  readonly #options: LocksOptions
  /** Stored, because every call needs it. */
  #grantsWithPin: readonly LockedGrant[]

  constructor(options: LocksOptions) {
    this.#options = options
    this.#tries = pinTries(options.pins, options.clock)
    this.#grantsWithPin = readGrantsWithPin(options.pins, options.onError)
  }

  /** The access of a new screen, whose connection accepts no push before this returns. */
  admit(notify: (view: GrantsView) => void, disconnect: () => void = () => undefined): Access {
    const screen: Screen = { openUntilMs: new Map(), timer: new AbortController(), notify, disconnect }
    this.#refreshPins()
    this.#screens.add(screen)
    return {
      current: () => this.#view(screen),
      extend: (grant) => this.#extend(screen, grant),
      unlock: (pin) => this.#unlock(screen, pin),
      lock: () => {
        screen.timer.abort()
        screen.openUntilMs.clear()
        notify(this.#view(screen))
      },
      close: () => {
        screen.timer.abort()
        this.#screens.delete(screen)
      },
    }
  }

  /** Whether this is the PIN of `maintain`. A PIN of no grant counts as a wrong try; the PIN of another grant does not. */
  async isTechnicianPin(pin: string): Promise<boolean> {
    const tried = await this.#tries.tryPin(pin)
    return 'grant' in tried && tried.grant === 'maintain'
  }

  /** A PIN was set or removed: notifies every screen of its grants. */
  handlePinsChanged(): void {
    this.#refreshPins()
  }

  /** Closes every screen's connection. */
  close(): void {
    for (const { timer, disconnect } of this.#screens) {
      timer.abort()
      disconnect()
    }
    this.#screens.clear()
  }

  #isOpen(screen: Screen, grant: Grant): boolean {
    if (grant === 'operate' || !this.#grantsWithPin.includes(grant)) return true
    return (screen.openUntilMs.get(grant) ?? 0) > this.#options.clock.monotonic()
  }

  #view(screen: Screen): GrantsView {
    const open = grants.filter((grant) => this.#isOpen(screen, grant))
    return { open, unlocked: this.#grantsWithPin.some((grant) => open.includes(grant)) }
  }

  /** Extends the highest grant that was unlocked. */
  #extend(screen: Screen, grant: Grant): void {
    if (grant === 'operate' || !this.#grantsWithPin.includes(grant) || !this.#isOpen(screen, grant)) return
    const highest = lockedGrants.findLast((each) => this.#isOpen(screen, each) && screen.openUntilMs.has(each))
    this.#open(screen, highest ?? grant)
  }

  async #unlock(screen: Screen, pin: string): Promise<UnlockAnswer> {
    const tried = await this.#tries.tryPin(pin)
    this.#refreshPins()
    if ('outcome' in tried) return tried
    this.#open(screen, tried.grant)
    screen.notify(this.#view(screen))
    return { outcome: 'opened', open: this.#view(screen).open }
  }

  #open(screen: Screen, upTo: LockedGrant): void {
    const untilMs = this.#options.clock.monotonic() + openForMs
    for (const grant of lockedGrants.slice(0, lockedGrants.indexOf(upTo) + 1)) screen.openUntilMs.set(grant, untilMs)
    void this.#notifyWhenExpired(screen)
  }

  async #notifyWhenExpired(screen: Screen): Promise<void> {
    screen.timer.abort()
    const { signal } = (screen.timer = new AbortController())
    await this.#options.clock.wait(openForMs, signal)
    if (signal.aborted) return
    screen.notify(this.#view(screen))
  }

  /** The command line may have changed the PINs. */
  #refreshPins(): void {
    const before = this.#grantsWithPin
    this.#grantsWithPin = readGrantsWithPin(this.#options.pins, this.#options.onError)
    if (this.#grantsWithPin.join() === before.join()) return
    for (const screen of this.#screens) screen.notify(this.#view(screen))
  }
}

/** If the PINs cannot be read, every grant counts as one with a PIN. */
function readGrantsWithPin(pins: Pins, onError: (error: unknown) => void): readonly LockedGrant[] {
  try {
    return pins.grantsWithPin()
  } catch (error) {
    onError(error)
    return lockedGrants
  }
}

type TryResult = { grant: LockedGrant } | Extract<UnlockAnswer, { outcome: 'wrong' | 'wait' }>

/** Tries run one after the other for the whole station, so another window does not avoid the pause. */
interface PinTries {
  tryPin: (pin: string) => Promise<TryResult>
}

function pinTries(pins: Pins, clock: Clock): PinTries {
  let previousTry: Promise<unknown> = Promise.resolve()
  let pauseUntilMs: number | null = null
  /** What a full disk did not store. The set-up opens on it, because the log and the backups are there. */
  let notStored: ReturnType<Pins['wrongTries']> | null = null
  const record = (count: number, lastMs: number): void => {
    try {
      pins.setWrong(count, lastMs)
      notStored = null
    } catch (error) {
      if (!isDiskFault(error)) throw error
      notStored = { count, lastMs }
    }
  }
  const secondsLeft = (): number => Math.max(0, Math.ceil(((pauseUntilMs ?? 0) - clock.monotonic()) / 1_000))
  const tryOne = async (pin: string): Promise<TryResult> => {
    const recorded = notStored ?? pins.wrongTries()
    const wrongBefore = clock.now() - recorded.lastMs > forgottenAfterMs ? 0 : recorded.count
    // after a restart the pause of the last wrong PIN starts again
    pauseUntilMs ??= clock.monotonic() + pauseAfter(wrongBefore)
    if (secondsLeft() > 0) return { outcome: 'wait', waitSeconds: secondsLeft() }
    const wrong = wrongBefore + 1
    // counted before the check, so that ending the program does not give a free try
    record(wrong, clock.now())
    const grant = await pins.grantOfPin(pin)
    if (grant !== null) {
      // only the PIN of the highest grant resets the count
      if (grant === pins.grantsWithPin().at(-1)) record(0, 0)
      else record(wrongBefore, recorded.lastMs)
      return { grant }
    }
    pauseUntilMs = clock.monotonic() + pauseAfter(wrong)
    return { outcome: 'wrong', triesLeft: Math.max(0, freeTries - wrong), waitSeconds: secondsLeft() }
  }
  return {
    tryPin: (pin) => {
      const tried = previousTry.then(() => tryOne(pin))
      previousTry = tried.catch(() => {})
      return tried
    },
  }
}

const pauseAfter = (wrong: number): number => backoffMs(pausesMs, wrong - freeTries + 1)
