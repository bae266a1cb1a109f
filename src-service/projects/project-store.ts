// The workshop's projects in the store. They have no events. A project is test data if a test key made it; in a sandbox all are. A project
// shows the current name of its customer.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { project } from '../../shared/workshop-api/index.ts'
import type { Project } from '../../shared/workshop-api/index.ts'
import { reachParameters } from '../keys/key-ring.ts'
import type { Reach, ReachParameters } from '../keys/key-ring.ts'
import { instantOf } from '../store/clock.ts'
import type { Store } from '../store/store.ts'

type ProjectFields = Pick<Project, 'name' | 'customer' | 'active'>

export interface ProjectStore {
  find: (reach: Reach, id: string) => Project | null
  /** Projects with a number above `after`, lowest first. */
  list: (reach: Reach, after: number, limit: number) => Project[]
  /** Gives the new project the next number. */
  add: (data: { workshopId: string; isTest: 0 | 1 }, fields: ProjectFields, nowMs: number) => Project
  /** Stores the changes as the next version. Does nothing if nothing changes. */
  change: (
    current: Project,
    fields: { [Field in keyof ProjectFields]?: ProjectFields[Field] | undefined },
    nowMs: number,
  ) => Project
}

interface ProjectRow {
  body: string
  customer_id: string | null
  customer_number: number
  customer_name: string
}

const stored = project.omit({ customer: true })
const from = `SELECT p.body, c.id AS customer_id, c.number AS customer_number, c.name AS customer_name
  FROM project p LEFT JOIN customer c ON c.id = p.customer_id
  WHERE p.workshop_id = ? AND p.is_test = ? AND (? IS NULL OR p.customer_id = ?)`

export function projectStore(store: Store): ProjectStore {
  const { db } = store
  const one = db.prepare<[...ReachParameters, string], ProjectRow>(`${from} AND p.id = ?`)
  const page = db.prepare<[...ReachParameters, number, number], ProjectRow>(
    `${from} AND p.number > ? ORDER BY p.number LIMIT ?`,
  )
  const highest = db.prepare<[string, number], { number: number | null }>(
    'SELECT max(number) AS number FROM project WHERE workshop_id = ? AND is_test = ?',
  )
  const insert = db.prepare(
    'INSERT INTO project (id, workshop_id, is_test, number, customer_id, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const update = db.prepare('UPDATE project SET customer_id = ?, body = ? WHERE id = ?')

  return {
    find: (reach, id) => {
      const row = one.get(...reachParameters(reach), id)
      return row === undefined ? null : projectOf(row)
    },
    list: (reach, after, limit) => page.all(...reachParameters(reach), after, limit).map(projectOf),
    add: ({ workshopId, isTest }, fields, nowMs) =>
      store.write(() => {
        const instant = instantOf(nowMs)
        const number = (highest.get(workshopId, isTest)?.number ?? 0) + 1
        const added: Project = {
          id: randomUUID(),
          number,
          ...fields,
          createdAt: instant,
          updatedAt: instant,
          version: 1,
        }
        insert.run(added.id, workshopId, isTest, number, added.customer?.id ?? null, bodyOf(added))
        return added
      }),
    change: (current, fields, nowMs) =>
      store.write(() => {
        const wanted = project.parse({ ...current, ...fields })
        if (isDeepStrictEqual(wanted, current)) return current
        const changed = { ...wanted, updatedAt: instantOf(nowMs), version: current.version + 1 }
        update.run(changed.customer?.id ?? null, bodyOf(changed), changed.id)
        return changed
      }),
  }
}

/** The stored JSON: without the customer, which has its own column. */
function bodyOf(whole: Project): string {
  return JSON.stringify(whole, Object.keys(stored.shape))
}

function projectOf({ body, customer_id: id, customer_number: number, customer_name: name }: ProjectRow): Project {
  const { id: projectId, number: projectNumber, name: projectName, ...rest } = stored.parse(JSON.parse(body))
  const customer = id === null ? null : { id, number, name }
  return { id: projectId, number: projectNumber, name: projectName, customer, ...rest }
}
