// What the rows of the list show beside their entries. The requests of one tick go to the station in one call.
import { memoized } from '../../shared/base/memoized.ts'
import { useQuery } from '@tanstack/react-query'
import type { CallError, RowDetails } from '../../shared/station-api/index.ts'
import { answerKeys } from './answer-keys.ts'
import { callStation } from './queries.ts'
import type { ScreenLink } from './screen-link.ts'
import { useStationLink } from './station-context.tsx'

/** The limit of the call. */
const maxRows = 100

interface Waiting {
  readonly sheetId: string
  readonly resolve: (details: RowDetails['details']) => void
  readonly reject: (error: unknown) => void
}

class RowDetailsBatch {
  readonly #link: ScreenLink
  #waiting: Waiting[] = []

  constructor(link: ScreenLink) {
    this.#link = link
  }

  read(sheetId: string): Promise<RowDetails['details']> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setTimeout(() => this.#send(this.#waiting.splice(0)))
      this.#waiting.push({ sheetId, resolve, reject })
    })
  }

  #send(requests: Waiting[]): void {
    for (let first = 0; first < requests.length; first += maxRows)
      void this.#sendPart(requests.slice(first, first + maxRows))
  }

  async #sendPart(requests: readonly Waiting[]): Promise<void> {
    try {
      const { rows } = await callStation(this.#link, 'list.details', {
        sheetIds: requests.map(({ sheetId }) => sheetId),
      })
      for (const [index, { resolve }] of requests.entries()) resolve(rows[index]?.details ?? null)
    } catch (error) {
      for (const { reject } of requests) reject(error)
    }
  }
}

const batches = new WeakMap<ScreenLink, RowDetailsBatch>()

const batchOf = (link: ScreenLink): RowDetailsBatch => memoized(batches, link, () => new RowDetailsBatch(link))

/** Not read before `enabled`. Null data: the station does not have the sheet. */
export function useRowDetails(sheetId: string, enabled: boolean) {
  const link = useStationLink()
  return useQuery<RowDetails['details'], CallError>({
    queryKey: answerKeys.rowDetails(sheetId),
    queryFn: () => batchOf(link).read(sheetId),
    enabled,
  })
}
