// The workshop's products and fittings as they are stored. What was read is kept until anything is written: a call may ask for fifty.
import { randomUUID } from 'node:crypto'
import { fitting, product } from '../../shared/workshop-api/index.ts'
import type { Fitting, Product } from '../../shared/workshop-api/index.ts'
import type { Store } from '../store/store.ts'

/** The name and the id of the last entry of a page: '' before the first. */
export type Place = readonly [name: string, id: string]

export interface Catalogue {
  product: (workshopId: string, id: string) => Product | null
  /** The workshop's own of a family; null where it makes none. */
  fitting: (workshopId: string, family: string | null) => Fitting | null
  /** By name. */
  products: (workshopId: string, after: Place, limit: number) => Product[]
  fittings: (workshopId: string, after: Place, limit: number) => Fitting[]
  addProduct: (workshopId: string, added: Product) => void
  /** In place of the workshop's own of its family, where there is one. */
  setFitting: (workshopId: string, wanted: Omit<Fitting, 'id'>) => Fitting
  removeFitting: (id: string) => void
  /** Stores the product as its next version. */
  changeProduct: (changed: Product) => Product
}

export function catalogue(store: Store): Catalogue {
  const { db, reads } = store
  const one = reads.prepare<[string, string], { body: string }>(
    'SELECT body FROM product WHERE workshop_id = ? AND id = ?',
  )
  const ofFamily = reads.prepare<[string, string], { body: string }>(
    `SELECT body FROM fitting WHERE workshop_id = ? AND json_extract(body, '$.family') = ?`,
  )
  const page = (table: 'product' | 'fitting') =>
    reads.prepare<[string, string, string, number], { body: string }>(
      `SELECT body FROM ${table} WHERE workshop_id = ? AND (json_extract(body, '$.name'), id) > (?, ?)
       ORDER BY json_extract(body, '$.name'), id LIMIT ?`,
    )
  const [productPage, fittingPage] = [page('product'), page('fitting')]
  const insert = db.prepare('INSERT INTO product (id, workshop_id, body) VALUES (?, ?, ?)')
  const update = db.prepare('UPDATE product SET body = ? WHERE id = ?')
  const idOfFamily = db.prepare<[string, string], { id: string }>(
    `SELECT id FROM fitting WHERE workshop_id = ? AND json_extract(body, '$.family') = ?`,
  )
  const putFitting = db.prepare(
    'INSERT INTO fitting (id, workshop_id, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
  )
  const deleteFitting = db.prepare('DELETE FROM fitting WHERE id = ?')
  const products = keptUntilWritten(store, (workshopId, id) => optional(one.get(workshopId, id), productOf))
  const fittings = keptUntilWritten(store, (workshopId, family) =>
    optional(ofFamily.get(workshopId, family), fittingOf),
  )
  return {
    product: products,
    fitting: (workshopId, family) => (family === null ? null : fittings(workshopId, family)),
    products: (workshopId, after, limit) => {
      store.writes()
      return productPage.all(workshopId, ...after, limit).map(productOf)
    },
    fittings: (workshopId, after, limit) => {
      store.writes()
      return fittingPage.all(workshopId, ...after, limit).map(fittingOf)
    },
    addProduct: (workshopId, added) => {
      store.write(() => insert.run(added.id, workshopId, JSON.stringify(product.parse(added))))
    },
    setFitting: (workshopId, wanted) =>
      store.write(() => {
        const id = idOfFamily.get(workshopId, wanted.family)?.id ?? randomUUID()
        const stored = fitting.parse({ ...wanted, id })
        putFitting.run(id, workshopId, JSON.stringify(stored))
        return stored
      }),
    removeFitting: (id) => {
      store.write(() => deleteFitting.run(id))
    },
    changeProduct: (changed) => {
      const stored = product.parse({ ...changed, version: changed.version + 1 })
      store.write(() => update.run(JSON.stringify(stored), stored.id))
      return stored
    },
  }
}

const productOf = ({ body }: { body: string }): Product => product.parse(JSON.parse(body))
const fittingOf = ({ body }: { body: string }): Fitting => fitting.parse(JSON.parse(body))

function optional<Row, Thing>(row: Row | undefined, thingOf: (row: Row) => Thing): Thing | null {
  return row === undefined ? null : thingOf(row)
}

/** By workshop, then by name: a text made of both would be made anew, and hashed, for each of fifty lines. */
function keptUntilWritten<Thing>({ writes }: Store, find: (workshopId: string, name: string) => Thing | null) {
  const workshops = new Map<string, Map<string, Thing | null>>()
  let foundAt = Number.NaN
  return (workshopId: string, name: string): Thing | null => {
    const at = writes()
    if (at !== foundAt) workshops.clear()
    foundAt = at
    const found = workshops.get(workshopId) ?? new Map<string, Thing | null>()
    const known = found.get(name)
    if (known !== undefined) return known
    const thing = find(workshopId, name)
    if (found.size >= mostKept) found.clear()
    workshops.set(workshopId, found.set(name, thing))
    return thing
  }
}

/** How many of a workshop are remembered at most: names that nobody knows are asked for too. */
const mostKept = 1_000
