// Follows the service's events from the stored cursor: what each page told and the cursor behind it are stored together.
import type { Failure } from '../../shared/workshop-api/index.ts'
import type {
  CallOptions,
  Changes,
  Cursor,
  EventsPage,
  SheetFacts,
  SyncCache,
  SyncClient,
  WorkshopEvent,
} from './ports.ts'

export type Followed =
  | { kind: 'followed'; urgent: boolean }
  /** Events were lost, or the service will not tell them: everything is to be read anew. */
  | { kind: 'gap' }
  | { kind: 'failed'; failure: Failure }

/** Order events after which no list differs. */
const withoutEffect: readonly string[] = [
  'order.requested',
  'order.delivered',
  'order.invoiced',
  'order.invoice_undone',
  'order.paid',
  'order.sms_failed',
  'order.prepaid',
  'order.refunded',
]
/** Orders that leave the lists: shown at once. */
const leaving: readonly string[] = ['order.cancelled', 'order.declined', 'order.forwarded']
/** Refusals that mean that the cursor is of no use (decision 4). */
const cursorRefused: readonly number[] = [400, 404, 410]

export async function followEvents(
  client: SyncClient,
  cache: SyncCache,
  how: CallOptions,
  onChanges: (changes: Changes) => void,
): Promise<Followed> {
  let cursor = cache.cursor()
  let urgent = false
  for (;;) {
    if (cursor === null) return { kind: 'gap' }
    const page = await client.listEvents(cursor === 'oldest' ? {} : { after: cursor.after }, how)
    if (!page.ok)
      return isCursorRefused(page.failure) ? gap(cache, how, false) : { kind: 'failed', failure: page.failure }
    const { items, malformed, nextCursor, latestId, gap: lost } = page.value
    if (lost) return gap(cache, how, cursor !== 'oldest' && (latestId === null || cursor.after > latestId))
    const next = behind(page.value, cursor)
    // an event that cannot be read may have been about anything
    const listsStale = malformed.length > 0 || items.some(movesLists)
    urgent ||= items.some(({ type }) => leaving.includes(type))
    if (items.length > 0 || malformed.length > 0)
      onChanges(
        cache.putEvents({ sheets: items.flatMap(sheetsOf), orders: items.flatMap(ordersOf), listsStale, cursor: next }),
      )
    if (nextCursor === null) return { kind: 'followed', urgent }
    if (next === cursor) return gap(cache, how, false)
    cursor = next
  }
}

/** Where events are to be read on from now; null where the service will not tell. */
export async function currentCursor(
  client: SyncClient,
  how: CallOptions,
): Promise<{ ok: true; cursor: Cursor | null } | { ok: false; failure: Failure }> {
  const page = await client.listEvents({ after: 'latest' }, how)
  if (page.ok) return { ok: true, cursor: page.value.latestId === null ? 'oldest' : { after: page.value.latestId } }
  const untold = isCursorRefused(page.failure) || isScopeMissing(page.failure)
  return untold ? { ok: true, cursor: null } : { ok: false, failure: page.failure }
}

async function gap(cache: SyncCache, how: CallOptions, restored: boolean): Promise<Followed> {
  await cache.loseCursor({ restored, signal: how.signal })
  return { kind: 'gap' }
}

/** The cursor behind a page: the last id of it that can be read. */
function behind({ ids, nextCursor }: EventsPage, before: Cursor): Cursor {
  const last = nextCursor ?? ids.findLast((id) => id !== null && isEventId(id)) ?? null
  return last !== null && isEventId(last) ? { after: last } : before
}

const isEventId = (text: string): boolean => /^evt_[0-9A-HJKMNP-TV-Z]{26}$/.test(text)
/** The order whose sheets may have changed, where an event says no more than that. */
const ordersOf = ({ type, data }: WorkshopEvent): string[] =>
  type === 'order.updated' && data.order !== undefined ? [data.order.numberDisplay] : []
const movesLists = (told: WorkshopEvent): boolean =>
  told.type.startsWith('order.') && !withoutEffect.includes(told.type) && ordersOf(told).length === 0
const sheetsOf = ({ data }: WorkshopEvent): SheetFacts[] => (data.bendingSheet === undefined ? [] : [data.bendingSheet])
const isCursorRefused = (failure: Failure): boolean =>
  failure.kind === 'refused' && cursorRefused.includes(failure.status)
const isScopeMissing = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.code === 'scope_missing' && failure.error.scope === 'events:read'
