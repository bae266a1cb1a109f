// Writes events to the log, in the transaction of the change that they report, and in the order of the commits.
import * as z from 'zod'
import { moduleName } from '../../shared/workshop-api/index.ts'
import type { EventData, EventType, WorkshopEvent } from '../../shared/workshop-api/index.ts'
import { instantOf } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { isInModules } from './event-audience.ts'
import { nextEventId } from './event-ids.ts'
import { messageOf } from './event-message.ts'

interface NewEvent {
  type: EventType
  workshopId: string
  livemode: boolean
  /** The customer whose keys see the event; null if it concerns no customer. */
  customerId: string | null
  /** The object after the change. */
  data: EventData
}

export interface EventLog {
  /** Adds an event, unless the workshop does not have its module. Throws outside a transaction: the event and its change must be committed together. */
  add: (event: NewEvent, nowMs: number) => void
}

const storedModules = z.array(moduleName)

export function eventLog({ db }: Store): EventLog {
  // Ids increase, so the last row has the highest one.
  const selectLast = db.prepare<[], { id: string }>('SELECT id FROM event ORDER BY rowid DESC LIMIT 1')
  const selectModules = db.prepare<[string], { modules: string }>('SELECT modules FROM workshop WHERE id = ?')
  const insert = db.prepare(
    'INSERT INTO event (id, workshop_id, livemode, type, customer_id, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  return {
    add: ({ type, workshopId, livemode, customerId, data }, nowMs) => {
      if (!db.inTransaction) throw new Error('an event must be written in the transaction of its change')
      const modules = storedModules.parse(JSON.parse(selectModules.get(workshopId)?.modules ?? '[]'))
      if (!isInModules(modules, type)) return
      const id = nextEventId(selectLast.get()?.id ?? null, nowMs)
      const body: WorkshopEvent = { id, type, apiVersion: 'v1', createdAt: instantOf(nowMs), livemode, data }
      insert.run(id, workshopId, livemode ? 1 : 0, type, customerId, messageOf(body))
    },
  }
}
