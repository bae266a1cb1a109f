// What each connected screen may do: open from the start where no PIN is set, else for ten minutes after its PIN. Touches the PINs.
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
export const openForMs = 10 * 60_000
const freeTries = 5
const firstPauseMs = 30_000
const longestPauseMs = 15 * 60_000
/** Wrong ones are forgotten after as long without another: whoever guesses gains less by waiting for it than by the pauses. */
const forgottenAfterMs = 12 * 3_600_000

export interface Locks {
  admit: (tell: (view: GrantsView) => void, leave?: () => void) => Access
  /** A PIN was set or taken away: every screen is told what it may do now. */
  pinsChanged: () => void
  /** Ends every screen's link. */
  close: () => void
}

export interface LocksOptions {
  pins: Pins
  clock: Clock
  /** PINs that cannot be read: nothing that may have one is open then. */
  onFault: (fault: unknown) => void
}

interface Screen {
  /** Until when, by the monotonic clock, each stays open. */
  until: Map<LockedGrant, number>
  /** Of the last opening; a newer one takes its place. */
  timer: AbortController
  tell: (view: GrantsView) => void
  leave: () => void
}

export function createLocks({ pins, clock, onFault }: LocksOptions): Locks {
  const screens = new Set<Screen>()
  const tries = pinTries(pins, clock)
  // kept: asked before every call
  let withPin: readonly LockedGrant[] = readSet(pins, onFault)

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
    screen.tell(view(screen))
  }
  const open = (screen: Screen, upTo: LockedGrant): void => {
    const until = clock.monotonic() + openForMs
    for (const grant of lockedGrants.slice(0, lockedGrants.indexOf(upTo) + 1)) screen.until.set(grant, until)
    void closeInTime(screen)
  }
  /** The command line may have changed them, too. */
  const reread = (): void => {
    const before = withPin
    withPin = readSet(pins, onFault)
    if (withPin.join() === before.join()) return
    for (const screen of screens) screen.tell(view(screen))
  }

  return {
    admit: (tell, leave = () => undefined) => {
      const screen: Screen = { until: new Map(), timer: new AbortController(), tell, leave }
      screens.add(screen)
      reread()
      return {
        now: () => view(screen),
        used: (grant) => {
          if (grant === 'operate' || !withPin.includes(grant) || !isOpen(screen, grant)) return
          // whoever came in as the technician stays the technician
          open(screen, lockedGrants.findLast((one) => isOpen(screen, one) && screen.until.has(one)) ?? grant)
        },
        unlock: async (pin): Promise<UnlockAnswer> => {
          const tried = await tries.find(pin)
          reread()
          if ('ended' in tried) return tried
          open(screen, tried.grant)
          tell(view(screen))
          return { ended: 'opened', open: view(screen).open }
        },
        lock: () => {
          screen.timer.abort()
          screen.until.clear()
          tell(view(screen))
        },
        close: () => {
          screen.timer.abort()
          screens.delete(screen)
        },
      }
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

/** What cannot be read has a PIN, as far as anybody can tell. */
function readSet(pins: Pins, onFault: (fault: unknown) => void): readonly LockedGrant[] {
  try {
    return pins.set()
  } catch (fault) {
    onFault(fault)
    return lockedGrants
  }
}

type Tried = { grant: LockedGrant } | Extract<UnlockAnswer, { ended: 'wrong' | 'wait' }>

/** One after the other for the whole station: another window is no way around the pause. */
function pinTries(pins: Pins, clock: Clock): { find: (pin: string) => Promise<Tried> } {
  let before: Promise<unknown> = Promise.resolve()
  let pauseUntil: number | null = null
  const secondsLeft = (): number => Math.max(0, Math.ceil(((pauseUntil ?? 0) - clock.monotonic()) / 1_000))
  const tryOne = async (pin: string): Promise<Tried> => {
    const before = pins.wrong()
    const known = clock.now() - before.at > forgottenAfterMs ? 0 : before.count
    // a new start of the program begins with the pause that the last wrong one earned
    pauseUntil ??= clock.monotonic() + pauseAfter(known)
    if (secondsLeft() > 0) return { ended: 'wait', waitSeconds: secondsLeft() }
    const wrong = known + 1
    // counted before it is looked at: ending the program in between is no free try
    pins.setWrong(wrong, clock.now())
    const grant = await pins.find(pin)
    if (grant !== null) {
      // a lesser PIN buys nobody new tries at a greater one
      if (grant === pins.set().at(-1)) pins.setWrong(0, 0)
      else pins.setWrong(known, before.at)
      return { grant }
    }
    pauseUntil = clock.monotonic() + pauseAfter(wrong)
    return { ended: 'wrong', triesLeft: Math.max(0, freeTries - wrong), waitSeconds: secondsLeft() }
  }
  return {
    find: (pin) => {
      const tried = before.then(() => tryOne(pin))
      before = tried.catch(() => {})
      return tried
    },
  }
}

const pauseAfter = (wrong: number): number =>
  wrong < freeTries ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (wrong - freeTries))
