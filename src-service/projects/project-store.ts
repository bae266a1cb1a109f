// The workshop's projects in the store. They have no events. A project is test data if a test key made it; in a sandbox all are. A project
// shows the current name of its customer.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { project } from '../../shared/workshop-api/index.ts'
import type { Project } from '../../shared/workshop-api/index.ts'
import { accessScopeParameters } from '../keys/index.ts'
import type { AccessScope, AccessScopeParameters } from '../keys/index.ts'
import { instantOf } from '../store/index.ts'
import type { Store } from '../store/index.ts'

type ProjectFields = Pick<Project, 'name' | 'customer' | 'active'>

export interface ProjectStore {
  find: (accessScope: AccessScope, id: string) => Project | null
  /** Projects with a number above `after`, lowest first. */
  list: (accessScope: AccessScope, after: number, limit: number) => Project[]
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

const storedProject = project.omit({ customer: true })
const visibleFrom = `SELECT p.body, c.id AS customer_id, c.number AS customer_number, c.name AS customer_name
  FROM project p LEFT JOIN customer c ON c.id = p.customer_id
  WHERE p.workshop_id = ? AND p.is_test = ? AND (? IS NULL OR p.customer_id = ?)`

export function projectStore(store: Store): ProjectStore {
  const { db } = store
  const selectOne = db.prepare<[...AccessScopeParameters, string], ProjectRow>(`${visibleFrom} AND p.id = ?`)
  const selectPage = db.prepare<[...AccessScopeParameters, number, number], ProjectRow>(
    `${visibleFrom} AND p.number > ? ORDER BY p.number LIMIT ?`,
  )
  const selectHighestNumber = db.prepare<[string, number], { number: number | null }>(
    'SELECT max(number) AS number FROM project WHERE workshop_id = ? AND is_test = ?',
  )
  const insert = db.prepare(
    'INSERT INTO project (id, workshop_id, is_test, number, customer_id, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const update = db.prepare('UPDATE project SET customer_id = ?, body = ? WHERE id = ?')

  return {
    find: (accessScope, id) => {
      const row = selectOne.get(...accessScopeParameters(accessScope), id)
      return row === undefined ? null : parseProject(row)
    },
    list: (accessScope, after, limit) =>
      selectPage.all(...accessScopeParameters(accessScope), after, limit).map(parseProject),
    add: ({ workshopId, isTest }, fields, nowMs) =>
      store.write(() => {
        const instant = instantOf(nowMs)
        const number = (selectHighestNumber.get(workshopId, isTest)?.number ?? 0) + 1
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
        const changed = project.parse({ ...current, ...fields })
        if (isDeepStrictEqual(changed, current)) return current
        const stored = { ...changed, updatedAt: instantOf(nowMs), version: current.version + 1 }
        update.run(stored.customer?.id ?? null, bodyOf(stored), stored.id)
        return stored
      }),
  }
}

/** The stored JSON: without the customer, which has its own column. */
function bodyOf(fullProject: Project): string {
  return JSON.stringify(fullProject, Object.keys(storedProject.shape))
}

function parseProject({ body, customer_id: id, customer_number: number, customer_name: name }: ProjectRow): Project {
  const { id: projectId, number: projectNumber, name: projectName, ...rest } = storedProject.parse(JSON.parse(body))
  const customer = id === null ? null : { id, number, name }
  return { id: projectId, number: projectNumber, name: projectName, customer, ...rest }
}
