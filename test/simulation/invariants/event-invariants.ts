// Checks the events that every station received: a page of events and the cursor after it are stored together or not at all. What an
// event says about a sheet is in the list once the station continues to read after that event.
import * as z from 'zod'
import { InvariantError } from './invariant-error.ts'
import type { Answer, Sent } from '../faults/fault-proxy.ts'
import type { SimStation } from '../sim-station.ts'

const page = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      data: z.object({ bendingSheet: z.object({ id: z.string(), version: z.int() }).optional() }),
    }),
  ),
})

interface News {
  event: string
  sheetId: string
  version: number
}

export interface EventInvariants {
  /** The service gave this answer. */
  given: (answer: Answer) => void
  answered: (station: SimStation, sent: Sent, answer: Answer) => void
  /** The service was restored to an earlier time: what it said before may no longer be true. */
  forget: () => void
  holds: (station: SimStation) => void
}

export function createEventInvariants(): EventInvariants {
  const newsOfStations = new Map<string, News[]>()
  let ofThisTime = new WeakSet<Answer>()
  /** Events that the station requests again are not stored, and may not come again: a module may have been switched off since. */
  const before = (station: SimStation, path: string): News[] => {
    const after = new URLSearchParams(path.split('?')[1]).get('after')
    return (newsOfStations.get(station.name) ?? []).filter(({ event }) => after === 'latest' || event <= (after ?? ''))
  }
  return {
    given: (answer) => void ofThisTime.add(answer),
    answered: (station, { path }, answer) => {
      const { status, headers, body } = answer
      // an answer that was on its way while the service was restored
      if (!ofThisTime.has(answer)) return
      if (!path.startsWith('/api/v1/events') || status !== 200 || headers['x-request-id'] === undefined) return
      const events = page.safeParse(jsonOf(body))
      if (!events.success) return
      const news = events.data.data.flatMap(({ id, data: { bendingSheet } }) =>
        bendingSheet === undefined ? [] : [{ event: id, sheetId: bendingSheet.id, version: bendingSheet.version }],
      )
      newsOfStations.set(station.name, [...before(station, path), ...news])
    },
    forget: () => {
      newsOfStations.clear()
      ofThisTime = new WeakSet()
    },
    holds: (station) => {
      const cache = station.cache()
      const cursor = cache.cursor()
      if (cursor === null) return
      const lines = new Map(cache.lines().map(({ id, version }) => [id, version]))
      for (const { event, sheetId, version } of newsOfStations.get(station.name) ?? [])
        if (event <= cursor && (lines.get(sheetId) ?? Infinity) < version)
          throw new InvariantError(`${station.name} reads on after an event of sheet ${sheetId} that it has not stored`)
    },
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}
