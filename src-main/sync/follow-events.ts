// Follows the service's events from the stored cursor. The events of a page and the cursor behind it are stored in one transaction.
import { failed, ok, type Result } from '../../shared/base/result.ts'
import type { Failure, ReadReducedSheet } from '../../shared/workshop-api/index.ts'
import type { CallOptions, Changes, Cursor, EventsPage, SyncCache, SyncClient, WorkshopEvent } from './ports.ts'

export type Followed =
  | { kind: 'followed'; urgent: boolean }
  /** Events were lost, or the service refuses them: everything must be read again. */
  | { kind: 'gap' }
  | { kind: 'failed'; failure: Failure }

/** Order events that change no list. */
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
/** Events of orders that leave the lists, which screens show at once. */
const leaving: readonly string[] = ['order.cancelled', 'order.declined', 'order.forwarded']
/** Statuses of a refusal that make the cursor useless. */
const cursorRefused: readonly number[] = [400, 404, 410]

export interface FollowOptions {
  onChanges: (changes: Changes) => void
  /** `restored`: the service was restored from a backup, so that versions prove nothing. Rejects if it is aborted; the cursor then stays. */
  invalidateCursor: (options: { restored: boolean; signal: AbortSignal }) => Promise<void>
}

export async function followEvents(
  client: SyncClient,
  cache: SyncCache,
  options: CallOptions,
  { onChanges, invalidateCursor }: FollowOptions,
): Promise<Followed> {
  let cursor = cache.cursor()
  let urgent = false
  for (;;) {
    if (cursor === null) return { kind: 'gap' }
    const page = await client.listEvents(cursor === 'oldest' ? {} : { after: cursor.after }, options)
    if (!page.ok)
      return isCursorRefused(page.error)
        ? gap(invalidateCursor, options, false)
        : { kind: 'failed', failure: page.error }
    const { items, malformed, nextCursor, latestId, gap: lost } = page.value
    if (lost)
      return gap(invalidateCursor, options, cursor !== 'oldest' && (latestId === null || cursor.after > latestId))
    const next = cursorAfter(page.value, cursor)
    // an event that cannot be read may be about any sheet
    const listsStale = malformed.length > 0 || items.some(movesLists)
    urgent ||= items.some(({ type }) => leaving.includes(type))
    if (items.length > 0 || malformed.length > 0)
      onChanges(
        cache.putEvents({
          sheets: items.flatMap(sheetsOf),
          orders: items.flatMap(ordersOf),
          areListsStale: listsStale,
          cursor: next,
        }),
      )
    if (nextCursor === null) return { kind: 'followed', urgent }
    if (next === cursor) return gap(invalidateCursor, options, false)
    cursor = next
  }
}

/** The cursor from which events are read from now on; null where the service refuses it. */
export async function currentCursor(client: SyncClient, options: CallOptions): Promise<Result<Cursor | null, Failure>> {
  const page = await client.listEvents({ after: 'latest' }, options)
  if (page.ok) return ok(page.value.latestId === null ? 'oldest' : { after: page.value.latestId })
  const isRefused = isCursorRefused(page.error) || isScopeMissing(page.error)
  return isRefused ? ok(null) : failed(page.error)
}

async function gap(
  invalidateCursor: FollowOptions['invalidateCursor'],
  options: CallOptions,
  restored: boolean,
): Promise<Followed> {
  await invalidateCursor({ restored, signal: options.signal })
  return { kind: 'gap' }
}

/** The cursor after a page: the last id on it that can be read. */
function cursorAfter({ ids, nextCursor }: EventsPage, before: Cursor): Cursor {
  const last = nextCursor ?? ids.findLast((id) => id !== null && isEventId(id)) ?? null
  return last !== null && isEventId(last) ? { after: last } : before
}

const isEventId = (text: string): boolean => /^evt_[0-9A-HJKMNP-TV-Z]{26}$/.test(text)
/** The orders of which an event states only that their sheets may have changed. */
const ordersOf = ({ type, data }: WorkshopEvent): string[] =>
  type === 'order.updated' && data.order !== undefined ? [data.order.numberDisplay] : []
const movesLists = (event: WorkshopEvent): boolean =>
  event.type.startsWith('order.') && !withoutEffect.includes(event.type) && ordersOf(event).length === 0
const sheetsOf = ({ data }: WorkshopEvent): ReadReducedSheet[] =>
  data.bendingSheet === undefined ? [] : [data.bendingSheet]
const isCursorRefused = (failure: Failure): boolean =>
  failure.kind === 'refused' && cursorRefused.includes(failure.status)
const isScopeMissing = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.code === 'scope_missing' && failure.error.scope === 'events:read'
