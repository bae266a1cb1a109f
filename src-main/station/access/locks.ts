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
import type { Pins } from './pins.ts'

/** How long a grant stays open after the last call that needed it. */
export const openForMs = 10 * minuteMs
const freeTries = 5
/** The pause after each wrong PIN, starting with the last free try. */
const pausesMs: BackoffSteps = [30_000, minuteMs, 2 * minuteMs, 4 * minuteMs, 8 * minuteMs, 15 * minuteMs]
/** The count of wrong PINs is reset after this time without one. The pauses alone allow more tries. */
const forgottenAfterMs = 12 * hourMs

export interface Locks {
  admit: (notify: (view: GrantsView) => void, disconnect?: () => void) => Access
  /** Whether this is the PIN of `maintain`. A PIN of no grant counts as a wrong try; the PIN of another grant does not. */
  isTechnicianPin: (pin: string) => Promise<boolean>
  /** A PIN was set or removed: notifies every screen of its grants. */
  handlePinsChanged: () => void
  /** Closes every screen's connection. */
  close: () => void
}

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

export function createLocks({ pins, clock, onError }: LocksOptions): Locks {
  const screens = new Set<Screen>()
  const tries = pinTries(pins, clock)
  // stored, because every call needs it
  let grantsWithPin: readonly LockedGrant[] = readGrantsWithPin(pins, onError)

  const isOpen = (screen: Screen, grant: Grant): boolean =>
    grant === 'operate' || !grantsWithPin.includes(grant) || (screen.openUntilMs.get(grant) ?? 0) > clock.monotonic()
  const view = (screen: Screen): GrantsView => {
    const open = grants.filter((grant) => isOpen(screen, grant))
    return { open, unlocked: grantsWithPin.some((grant) => open.includes(grant)) }
  }
  const notifyWhenExpired = async (screen: Screen): Promise<void> => {
    screen.timer.abort()
    const { signal } = (screen.timer = new AbortController())
    await clock.wait(openForMs, signal)
    if (signal.aborted) return
    screen.notify(view(screen))
  }
  const open = (screen: Screen, upTo: LockedGrant): void => {
    const untilMs = clock.monotonic() + openForMs
    for (const grant of lockedGrants.slice(0, lockedGrants.indexOf(upTo) + 1)) screen.openUntilMs.set(grant, untilMs)
    void notifyWhenExpired(screen)
  }
  /** The command line may have changed the PINs. */
  const refreshPins = (): void => {
    const before = grantsWithPin
    grantsWithPin = readGrantsWithPin(pins, onError)
    if (grantsWithPin.join() === before.join()) return
    for (const screen of screens) screen.notify(view(screen))
  }

  return {
    admit: (notify, disconnect = () => undefined) => {
      const screen: Screen = { openUntilMs: new Map(), timer: new AbortController(), notify, disconnect }
      // `admit` returns the new screen's grants; its connection accepts no push before that
      refreshPins()
      screens.add(screen)
      return {
        current: () => view(screen),
        extend: (grant) => {
          if (grant === 'operate' || !grantsWithPin.includes(grant) || !isOpen(screen, grant)) return
          // extends the highest grant that was unlocked
          open(
            screen,
            lockedGrants.findLast((unlocked) => isOpen(screen, unlocked) && screen.openUntilMs.has(unlocked)) ?? grant,
          )
        },
        unlock: async (pin): Promise<UnlockAnswer> => {
          const tried = await tries.tryPin(pin)
          refreshPins()
          if ('outcome' in tried) return tried
          open(screen, tried.grant)
          notify(view(screen))
          return { outcome: 'opened', open: view(screen).open }
        },
        lock: () => {
          screen.timer.abort()
          screen.openUntilMs.clear()
          notify(view(screen))
        },
        close: () => {
          screen.timer.abort()
          screens.delete(screen)
        },
      }
    },
    isTechnicianPin: async (pin) => {
      const tried = await tries.tryPin(pin)
      return 'grant' in tried && tried.grant === 'maintain'
    },
    handlePinsChanged: refreshPins,
    close: () => {
      for (const { timer, disconnect } of screens) {
        timer.abort()
        disconnect()
      }
      screens.clear()
    },
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
function pinTries(pins: Pins, clock: Clock): { tryPin: (pin: string) => Promise<TryResult> } {
  let previousTry: Promise<unknown> = Promise.resolve()
  let pauseUntilMs: number | null = null
  const secondsLeft = (): number => Math.max(0, Math.ceil(((pauseUntilMs ?? 0) - clock.monotonic()) / 1_000))
  const tryOne = async (pin: string): Promise<TryResult> => {
    const recorded = pins.wrongTries()
    const wrongBefore = clock.now() - recorded.lastMs > forgottenAfterMs ? 0 : recorded.count
    // after a restart the pause of the last wrong PIN starts again
    pauseUntilMs ??= clock.monotonic() + pauseAfter(wrongBefore)
    if (secondsLeft() > 0) return { outcome: 'wait', waitSeconds: secondsLeft() }
    const wrong = wrongBefore + 1
    // counted before the check, so that ending the program does not give a free try
    pins.setWrong(wrong, clock.now())
    const grant = await pins.grantOfPin(pin)
    if (grant !== null) {
      // only the PIN of the highest grant resets the count
      if (grant === pins.grantsWithPin().at(-1)) pins.setWrong(0, 0)
      else pins.setWrong(wrongBefore, recorded.lastMs)
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
