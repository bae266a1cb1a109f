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
/** After each wrong PIN from the last free try on. */
const pausesMs: BackoffSteps = [30_000, minuteMs, 2 * minuteMs, 4 * minuteMs, 8 * minuteMs, 15 * minuteMs]
/** Wrong PINs count until none was entered for this long: waiting for it gives fewer tries than the pauses. */
const forgottenAfterMs = 12 * hourMs

export interface Locks {
  admit: (notify: (view: GrantsView) => void, leave?: () => void) => Access
  /** Whether this is the PIN of `maintain`; a wrong one counts as a wrong try. */
  isTechnicianPin: (pin: string) => Promise<boolean>
  /** A PIN was set or removed: notifies every screen of its grants. */
  pinsChanged: () => void
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
  until: Map<LockedGrant, number>
  /** The timer that closes the grants. */
  timer: AbortController
  notify: (view: GrantsView) => void
  leave: () => void
}

export function createLocks({ pins, clock, onError }: LocksOptions): Locks {
  const screens = new Set<Screen>()
  const tries = pinTries(pins, clock)
  // stored, because every call needs it
  let withPin: readonly LockedGrant[] = readSet(pins, onError)

  const isOpen = (screen: Screen, grant: Grant): boolean =>
    grant === 'operate' || !withPin.includes(grant) || (screen.until.get(grant) ?? 0) > clock.monotonic()
  const view = (screen: Screen): GrantsView => {
    const open = grants.filter((grant) => isOpen(screen, grant))
    return { open, unlocked: withPin.some((grant) => open.includes(grant)) }
  }
  const closeInTime = async (screen: Screen): Promise<void> => {
    screen.timer.abort()
    const { signal } = (screen.timer = new AbortController())
    await clock.wait(openForMs, signal)
    if (signal.aborted) return
    screen.notify(view(screen))
  }
  const open = (screen: Screen, upTo: LockedGrant): void => {
    const until = clock.monotonic() + openForMs
    for (const grant of lockedGrants.slice(0, lockedGrants.indexOf(upTo) + 1)) screen.until.set(grant, until)
    void closeInTime(screen)
  }
  /** The command line may have changed the PINs. */
  const reread = (): void => {
    const before = withPin
    withPin = readSet(pins, onError)
    if (withPin.join() === before.join()) return
    for (const screen of screens) screen.notify(view(screen))
  }

  return {
    admit: (notify, leave = () => undefined) => {
      const screen: Screen = { until: new Map(), timer: new AbortController(), notify, leave }
      // the new screen is told by the answer, and its connection cannot take a push before that
      reread()
      screens.add(screen)
      return {
        current: () => view(screen),
        extend: (grant) => {
          if (grant === 'operate' || !withPin.includes(grant) || !isOpen(screen, grant)) return
          // extends the highest grant that was unlocked
          open(screen, lockedGrants.findLast((one) => isOpen(screen, one) && screen.until.has(one)) ?? grant)
        },
        unlock: async (pin): Promise<UnlockAnswer> => {
          const tried = await tries.find(pin)
          reread()
          if ('outcome' in tried) return tried
          open(screen, tried.grant)
          notify(view(screen))
          return { outcome: 'opened', open: view(screen).open }
        },
        lock: () => {
          screen.timer.abort()
          screen.until.clear()
          notify(view(screen))
        },
        close: () => {
          screen.timer.abort()
          screens.delete(screen)
        },
      }
    },
    isTechnicianPin: async (pin) => {
      const tried = await tries.find(pin)
      return 'grant' in tried && tried.grant === 'maintain'
    },
    pinsChanged: reread,
    close: () => {
      for (const { timer, leave } of screens) {
        timer.abort()
        leave()
      }
      screens.clear()
    },
  }
}

/** If the PINs cannot be read, every grant counts as one with a PIN. */
function readSet(pins: Pins, onError: (error: unknown) => void): readonly LockedGrant[] {
  try {
    return pins.set()
  } catch (error) {
    onError(error)
    return lockedGrants
  }
}

type Tried = { grant: LockedGrant } | Extract<UnlockAnswer, { outcome: 'wrong' | 'wait' }>

/** Tries run one after the other for the whole station, so another window does not avoid the pause. */
function pinTries(pins: Pins, clock: Clock): { find: (pin: string) => Promise<Tried> } {
  let before: Promise<unknown> = Promise.resolve()
  let pauseUntil: number | null = null
  const secondsLeft = (): number => Math.max(0, Math.ceil(((pauseUntil ?? 0) - clock.monotonic()) / 1_000))
  const tryOne = async (pin: string): Promise<Tried> => {
    const before = pins.wrong()
    const known = clock.now() - before.at > forgottenAfterMs ? 0 : before.count
    // after a restart the pause of the last wrong PIN starts again
    pauseUntil ??= clock.monotonic() + pauseAfter(known)
    if (secondsLeft() > 0) return { outcome: 'wait', waitSeconds: secondsLeft() }
    const wrong = known + 1
    // counted before the check, so that ending the program does not give a free try
    pins.setWrong(wrong, clock.now())
    const grant = await pins.find(pin)
    if (grant !== null) {
      // a PIN of a lower grant gives no new tries for a higher one
      if (grant === pins.set().at(-1)) pins.setWrong(0, 0)
      else pins.setWrong(known, before.at)
      return { grant }
    }
    pauseUntil = clock.monotonic() + pauseAfter(wrong)
    return { outcome: 'wrong', triesLeft: Math.max(0, freeTries - wrong), waitSeconds: secondsLeft() }
  }
  return {
    find: (pin) => {
      const tried = before.then(() => tryOne(pin))
      before = tried.catch(() => {})
      return tried
    },
  }
}

const pauseAfter = (wrong: number): number => backoffMs(pausesMs, wrong - freeTries + 1)
