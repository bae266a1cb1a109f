// The workshop's projects as they are stored. No event tells of them: none of the 28 is a project's. A project is test data
// where a test key made it, and everything in a sandbox is. Its customer stands in it by the name that the customer has now.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { project } from '../../shared/workshop-api/index.ts'
import type { Project } from '../../shared/workshop-api/index.ts'
import type { Reach } from '../keys/key-ring.ts'
import { instantOf } from '../store/clock.ts'
import type { Store } from '../store/store.ts'

export type ProjectFields = Pick<Project, 'name' | 'customer' | 'active'>

export interface ProjectBook {
  find: (reach: Reach, id: string) => Project | null
  /** Projects with a number above `after`, lowest first. */
  list: (reach: Reach, after: number, limit: number) => Project[]
  /** Gives the new project the next number. */
  add: (data: { workshopId: string; isTest: 0 | 1 }, fields: ProjectFields, nowMs: number) => Project
  /** Stores what is different, with the next version; without a difference it does nothing. */
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
type Whose = [workshop: string, isTest: number, customer: string | null, same: string | null]
const whose = ({ workshopId, isTest, customerId }: Reach): Whose => [workshopId, isTest, customerId, customerId]

export function projectBook(store: Store): ProjectBook {
  const { db } = store
  const one = db.prepare<[...Whose, string], ProjectRow>(`${from} AND p.id = ?`)
  const page = db.prepare<[...Whose, number, number], ProjectRow>(`${from} AND p.number > ? ORDER BY p.number LIMIT ?`)
  const highest = db.prepare<[string, number], { number: number | null }>(
    'SELECT max(number) AS number FROM project WHERE workshop_id = ? AND is_test = ?',
  )
  const insert = db.prepare(
    'INSERT INTO project (id, workshop_id, is_test, number, customer_id, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const update = db.prepare('UPDATE project SET customer_id = ?, body = ? WHERE id = ?')

  return {
    find: (reach, id) => {
      const row = one.get(...whose(reach), id)
      return row === undefined ? null : projectOf(row)
    },
    list: (reach, after, limit) => page.all(...whose(reach), after, limit).map(projectOf),
    add: ({ workshopId, isTest }, fields, nowMs) =>
      store.write(() => {
        const at = instantOf(nowMs)
        const number = (highest.get(workshopId, isTest)?.number ?? 0) + 1
        const added: Project = { id: randomUUID(), number, ...fields, createdAt: at, updatedAt: at, version: 1 }
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

/** The project without its customer, which is a column. */
function bodyOf(whole: Project): string {
  return JSON.stringify(whole, Object.keys(stored.shape))
}

function projectOf({ body, customer_id: id, customer_number: number, customer_name: name }: ProjectRow): Project {
  const { id: projectId, number: projectNumber, name: projectName, ...rest } = stored.parse(JSON.parse(body))
  const customer = id === null ? null : { id, number, name }
  return { id: projectId, number: projectNumber, name: projectName, customer, ...rest }
}
