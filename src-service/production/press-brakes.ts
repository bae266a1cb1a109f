// The workshop's press brakes and folding machines.
import * as z from 'zod'
import { pressBrake } from '../../shared/workshop-api/index.ts'
import type { PressBrake } from '../../shared/workshop-api/index.ts'
import { cursors } from '../http/paging/cursor.ts'
import type { Operation } from '../http/operation.ts'
import { pageBody } from '../http/paging/page.ts'
import type { Store } from '../store/store.ts'

export interface PressBrakes {
  has: (workshopId: string, id: string) => boolean
  add: (workshopId: string, added: PressBrake) => void
  list: Operation<'listPressBrakes'>
}

const places = cursors('press brakes', z.tuple([z.string(), z.string()]))

export function pressBrakes({ db }: Store): PressBrakes {
  const one = db.prepare<[string, string], { id: string }>(
    'SELECT id FROM press_brake WHERE workshop_id = ? AND id = ?',
  )
  const page = db.prepare<[string, string, string, number], { id: string; name: string; body: Buffer }>(
    'SELECT id, name, CAST(body AS BLOB) AS body FROM press_brake WHERE workshop_id = ? AND (name, id) > (?, ?) ORDER BY name, id LIMIT ?',
  )
  const insert = db.prepare('INSERT INTO press_brake (id, workshop_id, name, body) VALUES (?, ?, ?, ?)')
  return {
    has: (workshopId, id) => one.get(workshopId, id) !== undefined,
    add: (workshopId, added) => {
      insert.run(added.id, workshopId, added.name, JSON.stringify(pressBrake.parse(added)))
    },
    list: ({ key, query }) => {
      const [name, id] = query.cursor === undefined ? ['', ''] : places.read(query.cursor)
      const rows = page.all(key.workshop.id, name, id, query.limit + 1)
      return { body: pageBody({ rows, limit: query.limit, bodyOf: ({ body }) => body, cursorAfter }) }
    },
  }
}

function cursorAfter({ name, id }: { name: string; id: string }): string {
  return places.write([name, id])
}
