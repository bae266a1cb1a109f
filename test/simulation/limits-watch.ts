// Holds every station to the service's limits: it makes no more calls of a class in a minute of the service than its key may, and as
// long as nobody else uses that key, the service never has to refuse it with 429.
import { limitsFor, perMinute, workshopDate } from '../../shared/workshop-api/index.ts'
import { Broken } from './broken.ts'
import type { Answer, Sent } from './fault-proxy.ts'
import type { SimStation } from './sim-station.ts'

/** How long after a clock was moved, or a call came that the station did not know of, its count may differ from the service's. */
const blurMs = 120_000
/** Wrong keys of one address within ten minutes after which the service may shut everybody out. */
const wrongKeys = 20

export interface LimitsWatch {
  /** `extra`: the network made this call, not the station. */
  passedOn: (station: SimStation, sent: Sent, answer: Answer | null, extra: boolean) => void
  /** The service's clock was moved. */
  disturbed: () => void
}

export function createLimitsWatch(now: () => number): LimitsWatch {
  const usersOf = new Map<string, Set<string>>()
  const blurredUntil = new Map<string, number>()
  let allBlurredUntil = -Infinity
  let refusals: number[] = []
  const limits = limitsFor({ kind: 'workshop', sandbox: true })
  const ownCalls = new Map<string, { minute: number; calls: number }>()
  /** The station's own calls of this class in this minute, this one included. */
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
      if (answer?.status === 401) refusals = [...refusals.filter((at) => Math.abs(now() - at) < 600_000), now()]
      const isSure = now() > Math.max(allBlurredUntil, blurredUntil.get(key) ?? -Infinity)
      const counted = answer !== null && answer.status !== 401 && answer.status !== 429
      const own = counted && !extra ? countOwn(station, key, method) : 0
      if (isSure && own > perMinute(limits, method === 'POST' ? 'write' : 'read'))
        throw new Broken(`${station.name} made ${own} calls in one minute, the last of them ${method} ${path}`)
      if (answer?.status !== 429) return
      if (users.size > 1 || !isSure || refusals.length >= wrongKeys) return
      throw new Broken(`${station.name} passed a limit of the service: ${method} ${path} on ${workshopDate(now())}`)
    },
  }
}
