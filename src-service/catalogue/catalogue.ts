// The workshop's products and fittings in the store. Reads are cached until anything is written, because a call may contain fifty lines.
import { randomUUID } from 'node:crypto'
import { fitting, product } from '../../shared/workshop-api/index.ts'
import type { Fitting, Product } from '../../shared/workshop-api/index.ts'
import type { Store } from '../store/store.ts'

/** The name and the id of the last entry of a page; '' before the first. */
export type Place = readonly [name: string, id: string]

export interface Catalogue {
  product: (workshopId: string, id: string) => Product | null
  /** The workshop's fitting of a family; null if it has none. */
  fitting: (workshopId: string, family: string | null) => Fitting | null
  /** Sorted by name. */
  products: (workshopId: string, after: Place, limit: number) => Product[]
  fittings: (workshopId: string, after: Place, limit: number) => Fitting[]
  addProduct: (workshopId: string, added: Product) => void
  /** Replaces the fitting of the same family. */
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
  const products = cachedUntilWritten(store, (workshopId, id) => optional(one.get(workshopId, id), productOf))
  const fittings = cachedUntilWritten(store, (workshopId, family) =>
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

/** By workshop, then by name: a combined key would be built and hashed for each of fifty lines. */
function cachedUntilWritten<Thing>({ writes }: Store, find: (workshopId: string, name: string) => Thing | null) {
  const workshops = new Map<string, Map<string, Thing | null>>()
  let cachedAtWrites = Number.NaN
  return (workshopId: string, name: string): Thing | null => {
    const current = writes()
    if (current !== cachedAtWrites) workshops.clear()
    cachedAtWrites = current
    const cached = workshops.get(workshopId) ?? new Map<string, Thing | null>()
    const known = cached.get(name)
    if (known !== undefined) return known
    const thing = find(workshopId, name)
    if (cached.size >= maxCached) cached.clear()
    workshops.set(workshopId, cached.set(name, thing))
    return thing
  }
}

/** The maximum number of cached entries per workshop: calls can contain unknown names. */
const maxCached = 1_000
