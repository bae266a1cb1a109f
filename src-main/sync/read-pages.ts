// Reads lists page by page to their end. A list is whole or it is a failure: half a list is never handed on.
import type { Failure, Malformed, Outcome } from '../../shared/workshop-api/index.ts'
import type { CallOptions, Entry, ListPage, ReadList, SheetFacts, SyncClient } from './ports.ts'

type Read<T> = { ok: true; value: T } | { ok: false; failure: Failure }

/** No list of the service is longer than this many pages of 100. */
const mostPages = 500

/** All pages; the places of malformed items are counted through the whole list, from 0. */
export async function readPages<T>(
  ask: (cursor: string | undefined) => Promise<Outcome<ListPage<T>>>,
): Promise<Read<{ items: T[]; malformed: Malformed[] }>> {
  const items: T[] = []
  const malformed: Malformed[] = []
  let before = 0
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await ask(cursor)
    if (!page.ok) return page
    const { items: more, malformed: wrong, nextCursor } = page.value
    items.push(...more)
    malformed.push(...wrong.map(({ index, problems }) => ({ index: before + index, problems })))
    before += more.length + wrong.length
    if (nextCursor === null) return { ok: true, value: { items, malformed } }
    if (nextCursor === cursor) break
    cursor = nextCursor
  }
  return unexpected('nextCursor', 'the list has no end')
}

/** A day's list, every brake's. `at`: when it was asked for. */
export async function readList(
  client: SyncClient,
  date: string,
  at: string,
  how: CallOptions,
): Promise<Read<ReadList>> {
  let answered = date
  const list = await readPages<Entry>(async (cursor) => {
    const page = await client.readBendingList({ date, ...(cursor === undefined ? {} : { cursor }) }, how)
    if (page.ok) answered = page.value.date
    return page
  })
  if (!list.ok) return list
  if (answered !== date) return unexpected('date', `the list of ${date} was asked for, that of ${answered} came`)
  return { ok: true, value: { date, readAt: at, entries: list.value.items, malformed: list.value.malformed } }
}

/** The order's sheets, every one; null where they cannot be had, for whatever reason. */
export async function readOrder(client: SyncClient, number: string, how: CallOptions): Promise<SheetFacts[] | null> {
  const read = await readPages<SheetFacts>((cursor) =>
    client.listOrderBendingSheets({ number, ...(cursor === undefined ? {} : { cursor }) }, how),
  )
  return read.ok && read.value.malformed.length === 0 ? read.value.items : null
}

const unexpected = (path: string, message: string): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { kind: 'malformed', status: 200, problems: [{ path, message }], raw: null },
})
