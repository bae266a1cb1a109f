// The workshops in the store: the folder's own sandbox, live workshops, and the sandboxes from one-time links.
import * as z from 'zod'
import { moduleName } from '../../shared/workshop-api/index.ts'
import type { ModuleName } from '../../shared/workshop-api/index.ts'
import { Refusal } from './refusal.ts'
import type { Store } from './store.ts'

export interface Workshop {
  id: string
  slug: string
  name: string
  sandbox: boolean
  modules: readonly ModuleName[]
}

interface WorkshopRow {
  id: string
  slug: string
  name: string
  sandbox: number
  modules: string
}

export const storedModules = z.array(moduleName)

export interface Department {
  id: string
  name: string
}
export const storedDepartments = z.array(z.object({ id: z.uuid(), name: z.string() }))

/** The folder's own sandbox first, then those of links, then the live ones. */
export function listWorkshops({ db }: Store): Workshop[] {
  return db
    .prepare<[], WorkshopRow>(
      `SELECT w.id, w.slug, w.name, w.sandbox, w.modules FROM workshop w LEFT JOIN sandbox s ON s.workshop_id = w.id
       ORDER BY w.sandbox DESC, s.workshop_id IS NOT NULL, w.created_at`,
    )
    .all()
    .map((row) => ({ ...row, sandbox: row.sandbox === 1, modules: storedModules.parse(JSON.parse(row.modules)) }))
}

/** The workshop with a slug. Default: the folder's own sandbox, else the only workshop. */
export function findWorkshop(store: Store, slug?: string): Workshop {
  const all = listWorkshops(store)
  const workshop = slug === undefined ? all[0] : all.find((each) => each.slug === slug)
  if (workshop === undefined) throw new Refusal('not_found', `there is no workshop ${slug ?? 'in this folder'}`)
  return workshop
}

/** Writes without a transaction of its own. `instant`: the time of creation. */
export function addWorkshop(
  { db }: Store,
  workshop: Workshop & { departments: readonly Department[] },
  instant: string,
): void {
  db.prepare(
    'INSERT INTO workshop (id, slug, name, sandbox, modules, departments, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ).run(
    workshop.id,
    workshop.slug,
    workshop.name,
    workshop.sandbox ? 1 : 0,
    JSON.stringify(workshop.modules),
    JSON.stringify(workshop.departments),
    instant,
  )
}

export function setModules(store: Store, workshopId: string, modules: readonly ModuleName[]): void {
  store.write(() =>
    store.db.prepare('UPDATE workshop SET modules = ? WHERE id = ?').run(JSON.stringify(modules), workshopId),
  )
}

/** Empty for an unknown workshop. */
export function readDepartments({ db }: Store, workshopId: string): readonly Department[] {
  const row = db
    .prepare<[string], { departments: string }>('SELECT departments FROM workshop WHERE id = ?')
    .get(workshopId)
  return storedDepartments.parse(JSON.parse(row?.departments ?? '[]'))
}

export function setDepartments(store: Store, workshopId: string, departments: readonly Department[]): void {
  store.write(() =>
    store.db.prepare('UPDATE workshop SET departments = ? WHERE id = ?').run(JSON.stringify(departments), workshopId),
  )
}
