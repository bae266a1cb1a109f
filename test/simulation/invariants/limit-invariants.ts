// Checks every station against the service's limits: it makes at most as many calls of a class per minute of the service as its key
// allows, and as long as nobody else uses that key, the service never refuses it with 429.
import { limitsFor, perMinute, workshopDate } from '../../../shared/workshop-api/index.ts'
import { InvariantError } from './invariant-error.ts'
import type { Answer, Sent } from '../faults/fault-proxy.ts'
import type { SimStation } from '../sim-station.ts'

/** How long the station's count may differ from the service's after a clock was moved, or after a call that the station does not know of. */
const blurMs = 120_000
/** Wrong keys from one address within ten minutes after which the service may refuse every call. */
const wrongKeys = 20

export interface LimitInvariants {
  /** `extra`: the network made this call, not the station. */
  passedOn: (station: SimStation, sent: Sent, answer: Answer | null, extra: boolean) => void
  /** The service's clock was moved. */
  disturbed: () => void
}

export function createLimitInvariants(now: () => number): LimitInvariants {
  const usersOf = new Map<string, Set<string>>()
  const blurredUntil = new Map<string, number>()
  let allBlurredUntil = -Infinity
  let refusals: number[] = []
  const limits = limitsFor({ kind: 'workshop', sandbox: true })
  const ownCalls = new Map<string, { minute: number; calls: number }>()
  /** The station's own calls of this class in this minute, including this one. */
  const countOwn = (station: SimStation, key: string, method: string): number => {
    const name = `${station.name} ${key} ${method}`
    const minute = Math.floor(now() / 60_000)
    const before = ownCalls.get(name)
    const calls = before?.minute === minute ? before.calls + 1 : 1
    ownCalls.set(name, { minute, calls })
    return calls
  }
  return {
    disturbed: () => {
      allBlurredUntil = now() + blurMs
    },
    passedOn: (station, { method, path, headers }, answer, extra) => {
      const key = headers.authorization ?? ''
      const users = usersOf.get(key) ?? new Set()
      usersOf.set(key, users.add(station.name))
      if (extra) blurredUntil.set(key, now() + blurMs)
      if (answer?.status === 401)
        refusals = [...refusals.filter((refusedAtMs) => Math.abs(now() - refusedAtMs) < 600_000), now()]
      const isSure = now() > Math.max(allBlurredUntil, blurredUntil.get(key) ?? -Infinity)
      const isCounted = answer !== null && answer.status !== 401 && answer.status !== 429
      const ownCount = isCounted && !extra ? countOwn(station, key, method) : 0
      if (isSure && ownCount > perMinute(limits, method === 'POST' ? 'write' : 'read'))
        throw new InvariantError(
          `${station.name} made ${ownCount} calls in one minute, the last of them ${method} ${path}`,
        )
      if (answer?.status !== 429) return
      if (users.size > 1 || !isSure || refusals.length >= wrongKeys) return
      throw new InvariantError(
        `${station.name} passed a limit of the service: ${method} ${path} on ${workshopDate(now())}`,
      )
    },
  }
}
