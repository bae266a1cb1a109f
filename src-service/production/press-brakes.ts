// The workshop's press brakes and folding machines.
import * as z from 'zod'
import { pressBrake } from '../../shared/workshop-api/index.ts'
import type { PressBrake } from '../../shared/workshop-api/index.ts'
import { cursorCodec, invalid, pageBody } from '../operation/index.ts'
import type { Operation } from '../operation/index.ts'
import type { Store } from '../store/index.ts'

export interface PressBrakes {
  has: (workshopId: string, id: string) => boolean
  /** Throws a 400 that names `pressBrakeId` if the workshop has no such machine. */
  require: (workshopId: string, id: string) => void
  add: (workshopId: string, brake: PressBrake) => void
  list: Operation<'listPressBrakes'>
}

const cursors = cursorCodec('press brakes', z.tuple([z.string(), z.string()]))

export function pressBrakes({ db }: Store): PressBrakes {
  const selectOne = db.prepare<[string, string], { id: string }>(
    'SELECT id FROM press_brake WHERE workshop_id = ? AND id = ?',
  )
  const selectPage = db.prepare<[string, string, string, number], { id: string; name: string; body: Buffer }>(
    'SELECT id, name, CAST(body AS BLOB) AS body FROM press_brake WHERE workshop_id = ? AND (name, id) > (?, ?) ORDER BY name, id LIMIT ?',
  )
  const insert = db.prepare('INSERT INTO press_brake (id, workshop_id, name, body) VALUES (?, ?, ?, ?)')
  const has = (workshopId: string, id: string): boolean => selectOne.get(workshopId, id) !== undefined
  return {
    has,
    require: (workshopId, id) => {
      if (!has(workshopId, id)) {
        throw invalid(['pressBrakeId'], 'Verkstedet har ingen kantpresse med denne id-en.')
      }
    },
    add: (workshopId, brake) => {
      insert.run(brake.id, workshopId, brake.name, JSON.stringify(pressBrake.parse(brake)))
    },
    list: ({ key, query }) => {
      const [name, id] = query.cursor === undefined ? ['', ''] : cursors.read(query.cursor)
      const rows = selectPage.all(key.workshop.id, name, id, query.limit + 1)
      return { body: pageBody({ rows, limit: query.limit, bodyOf: ({ body }) => body, cursorAfter }) }
    },
  }
}

function cursorAfter({ name, id }: { name: string; id: string }): string {
  return cursors.write([name, id])
}
