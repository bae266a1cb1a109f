// GET /events: the log of 30 days, oldest first, after the last id that the consumer has handled (specification 6.2, service decision 4).
import { dayMs } from '../../shared/base/durations.ts'
import { eventDays, eventTypes } from '../../shared/workshop-api/index.ts'
import { invalid, pageBody } from '../operation/index.ts'
import type { Operation } from '../operation/index.ts'
import type { Connection } from '../store/index.ts'
import { parseTypes, visibleTypes } from './event-audience.ts'
import { lowestEventId } from './event-ids.ts'

export function listEvents(db: Connection): Operation<'listEvents'> {
  const selectLatest = db.prepare<[string, number], { id: string | null }>(
    'SELECT max(id) AS id FROM event WHERE workshop_id = ? AND livemode = ?',
  )
  // A customer key must not learn that events of other customers exist. All types count: an event that is hidden because its module is
  // off must not cause a gap.
  const selectLatestOfCustomer = db.prepare<[string, number, string], { id: string | null }>(
    'SELECT max(id) AS id FROM event WHERE workshop_id = ? AND livemode = ? AND customer_id = ?',
  )
  const select = db.prepare<
    [string, number, string, string, string, string | null, string | null, number],
    { id: string; body: Buffer }
  >(
    `SELECT id, CAST(body AS BLOB) AS body FROM event
     WHERE workshop_id = ? AND livemode = ? AND id > ? AND id >= ?
       AND type IN (SELECT value FROM json_each(?)) AND (? IS NULL OR customer_id = ?)
     ORDER BY id LIMIT ?`,
  )
  return ({ key, accessScope, nowMs, query }) => {
    const requestedTypes = query.types === undefined ? new Set(eventTypes) : parseTypes(query.types)
    if (requestedTypes === null) throw invalid(['types'])
    const types = visibleTypes(key.kind, key.workshop.modules).filter((type) => requestedTypes.has(type))

    const livemode = accessScope.isTest === 1 ? 0 : 1
    const newestEvent =
      accessScope.customerId === null
        ? selectLatest.get(accessScope.workshopId, livemode)
        : selectLatestOfCustomer.get(accessScope.workshopId, livemode, accessScope.customerId)
    const latestId = newestEvent?.id ?? null
    const oldestId = lowestEventId(nowMs - eventDays * dayMs)
    const after = query.cursor ?? query.after
    const afterId = after === 'latest' ? latestId : (after ?? null)
    // A consumer with the newest event has missed nothing, however old it is.
    const gap =
      after !== undefined &&
      afterId !== null &&
      afterId !== latestId &&
      (afterId < oldestId || latestId === null || afterId > latestId)
    const rows =
      after === 'latest'
        ? []
        : select.all(
            accessScope.workshopId,
            livemode,
            afterId ?? '',
            oldestId,
            JSON.stringify(types),
            accessScope.customerId,
            accessScope.customerId,
            query.limit + 1,
          )
    const page = { rows, limit: query.limit, bodyOf: bodyOfEvent, cursorAfter: idOfEvent }
    return { body: pageBody(page, '', `,"latestId":${JSON.stringify(latestId)},"gap":${gap}`) }
  }
}

const bodyOfEvent = ({ body }: { body: Buffer }): Buffer => body
const idOfEvent = ({ id }: { id: string }): string => id
