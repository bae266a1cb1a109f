// Writes events into the log, inside the transaction of what they tell of, and in the order of their commits.
import * as z from 'zod'
import { moduleName } from '../../shared/workshop-api/index.ts'
import type { EventData, EventType, WorkshopEvent } from '../../shared/workshop-api/index.ts'
import { instantOf } from '../store/clock.ts'
import type { Store } from '../store/store.ts'
import { sentWith } from './event-audience.ts'
import { nextEventId } from './event-ids.ts'
import { messageOf } from './event-message.ts'

export interface NewEvent {
  type: EventType
  workshopId: string
  livemode: boolean
  /** Whose it is, for customer keys; null where it concerns no customer. */
  customerId: string | null
  /** The object as it is now. */
  data: EventData
}

export interface EventLog {
  /** Adds an event, unless the workshop lacks the module it comes from. Throws outside a transaction: an event that could be lost or come early would tell of nothing. */
  add: (added: NewEvent, nowMs: number) => void
}

const storedModules = z.array(moduleName)

export function eventLog({ db }: Store): EventLog {
  // Ids rise, so that the highest is the last one added.
  const last = db.prepare<[], { id: string }>('SELECT id FROM event ORDER BY rowid DESC LIMIT 1')
  const modulesOf = db.prepare<[string], { modules: string }>('SELECT modules FROM workshop WHERE id = ?')
  const insert = db.prepare(
    'INSERT INTO event (id, workshop_id, livemode, type, customer_id, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  return {
    add: ({ type, workshopId, livemode, customerId, data }, nowMs) => {
      if (!db.inTransaction) throw new Error('an event is written in the transaction of what it tells of')
      const modules = storedModules.parse(JSON.parse(modulesOf.get(workshopId)?.modules ?? '[]'))
      if (!sentWith(modules, type)) return
      const id = nextEventId(last.get()?.id ?? null, nowMs)
      const body: WorkshopEvent = { id, type, apiVersion: 'v1', createdAt: instantOf(nowMs), livemode, data }
      insert.run(id, workshopId, livemode ? 1 : 0, type, customerId, messageOf(body))
    },
  }
}
