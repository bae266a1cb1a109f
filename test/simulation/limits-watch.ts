// Holds every station to the service's limits: as long as nobody else uses its key, the service never has to refuse it with 429.
import { workshopDate } from '../../shared/workshop-api/index.ts'
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
      if (answer?.status !== 429) return
      const alone = users.size === 1 && now() > (blurredUntil.get(key) ?? -Infinity)
      if (!alone || now() <= allBlurredUntil || refusals.length >= wrongKeys) return
      throw new Broken(`${station.name} passed a limit of the service: ${method} ${path} on ${workshopDate(now())}`)
    },
  }
}
