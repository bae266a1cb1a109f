// Holds every station to the news it was told: a page of events and the cursor behind it are kept together or not at all. What an
// event told of a sheet stands in the list, once the station reads on behind that event.
import * as z from 'zod'
import { Broken } from './broken.ts'
import type { Answer, Sent } from './fault-proxy.ts'
import type { SimStation } from './sim-station.ts'

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

export interface NewsWatch {
  /** The service gave this answer. */
  given: (answer: Answer) => void
  answered: (station: SimStation, sent: Sent, answer: Answer) => void
  /** The service went back in time: what it told before may be true no more. */
  forget: () => void
  holds: (station: SimStation) => void
}

export function createNewsWatch(): NewsWatch {
  const told = new Map<string, News[]>()
  let ofThisTime = new WeakSet<Answer>()
  /** What it asks for again it has not kept, and is perhaps not told again: a module may have been switched off since. */
  const before = (station: SimStation, path: string): News[] => {
    const after = new URLSearchParams(path.split('?')[1]).get('after')
    return (told.get(station.name) ?? []).filter(({ event }) => after === 'latest' || event <= (after ?? ''))
  }
  return {
    given: (answer) => void ofThisTime.add(answer),
    answered: (station, { path }, answer) => {
      const { status, headers, body } = answer
      // one that was on its way while the service went back
      if (!ofThisTime.has(answer)) return
      if (!path.startsWith('/api/v1/events') || status !== 200 || headers['x-request-id'] === undefined) return
      const events = page.safeParse(jsonOf(body))
      if (!events.success) return
      const news = events.data.data.flatMap(({ id, data: { bendingSheet } }) =>
        bendingSheet === undefined ? [] : [{ event: id, sheetId: bendingSheet.id, version: bendingSheet.version }],
      )
      told.set(station.name, [...before(station, path), ...news])
    },
    forget: () => {
      told.clear()
      ofThisTime = new WeakSet()
    },
    holds: (station) => {
      const cache = station.lookAtCache()
      const cursor = cache.cursor()
      if (cursor === null) return
      const lines = new Map(cache.lines().map(({ id, version }) => [id, version]))
      for (const { event, sheetId, version } of told.get(station.name) ?? [])
        if (event <= cursor && (lines.get(sheetId) ?? Infinity) < version)
          throw new Broken(`${station.name} reads on behind an event of sheet ${sheetId} that it does not have`)
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
