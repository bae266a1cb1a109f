// Reads lists page by page to their end. The result is the whole list or a failure, never half a list.
import { failed, ok, type Failed, type Result } from '../../shared/base/result.ts'
import type { Failure, Malformed, Outcome, ReadReducedSheet } from '../../shared/workshop-api/index.ts'
import type { CallOptions, Entry, ListPage, PulledList, SyncClient } from './ports.ts'

type Read<T> = Result<T, Failure>

/** No list of the service is longer than this many pages of 100. */
const maxPages = 500

/** All pages. The index of a malformed item counts from 0 through the whole list. */
export async function readPages<T>(
  readPage: (cursor: string | undefined) => Promise<Outcome<ListPage<T>>>,
): Promise<Read<{ items: T[]; malformed: Malformed[] }>> {
  const items: T[] = []
  const malformed: Malformed[] = []
  let before = 0
  let cursor: string | undefined
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await readPage(cursor)
    if (!page.ok) return failed(page.error)
    const { items: more, malformed: unreadable, nextCursor } = page.value
    items.push(...more)
    malformed.push(...unreadable.map(({ index, problems }) => ({ index: before + index, problems })))
    before += more.length + unreadable.length
    if (nextCursor === null) return ok({ items, malformed })
    if (nextCursor === cursor) break
    cursor = nextCursor
  }
  return unexpected('nextCursor', 'the list has no end')
}

/** A day's list for all brakes. `requestedAt`: the time of the request. */
export async function readList(
  client: SyncClient,
  date: string,
  requestedAt: string,
  options: CallOptions,
): Promise<Read<PulledList>> {
  let listDate = date
  const list = await readPages<Entry>(async (cursor) => {
    const page = await client.readBendingList({ date, ...(cursor === undefined ? {} : { cursor }) }, options)
    if (page.ok) listDate = page.value.date
    return page
  })
  if (!list.ok) return list
  if (listDate !== date) return unexpected('date', `requested the list of ${date}, received that of ${listDate}`)
  return ok({ date, readAt: requestedAt, entries: list.value.items, malformed: list.value.malformed })
}

/** All sheets of the order; null where one of them cannot be read, for any reason. */
export async function readOrder(
  client: SyncClient,
  number: string,
  options: CallOptions,
): Promise<ReadReducedSheet[] | null> {
  const read = await readPages<ReadReducedSheet>((cursor) =>
    client.listOrderBendingSheets({ number, ...(cursor === undefined ? {} : { cursor }) }, options),
  )
  return read.ok && read.value.malformed.length === 0 ? read.value.items : null
}

const unexpected = (path: string, message: string): Failed<Failure> =>
  failed({ kind: 'malformed', status: 200, problems: [{ path, message }], raw: null })
