// The workshop's products and fittings in the store. Reads are cached until anything is written, because a call may contain fifty lines.
import { randomUUID } from 'node:crypto'
import { fitting, product } from '../../shared/workshop-api/index.ts'
import type { Fitting, Product } from '../../shared/workshop-api/index.ts'
import type { Store } from '../store/index.ts'

/** The name and the id of the last entry of a page; '' before the first. */
export type CatalogueSortKey = readonly [name: string, id: string]

export interface Catalogue {
  product: (workshopId: string, id: string) => Product | null
  /** The workshop's fitting of a family; null if it has none. */
  fitting: (workshopId: string, family: string | null) => Fitting | null
  /** Sorted by name. */
  products: (workshopId: string, after: CatalogueSortKey, limit: number) => Product[]
  fittings: (workshopId: string, after: CatalogueSortKey, limit: number) => Fitting[]
  addProduct: (workshopId: string, newProduct: Product) => void
  /** Replaces the fitting of the same family. */
  setFitting: (workshopId: string, fields: Omit<Fitting, 'id'>) => Fitting
  removeFitting: (id: string) => void
  /** Stores the product as its next version. */
  changeProduct: (changed: Product) => Product
}

export function catalogue(store: Store): Catalogue {
  const { db, reads } = store
  const selectProduct = reads.prepare<[string, string], { body: string }>(
    'SELECT body FROM product WHERE workshop_id = ? AND id = ?',
  )
  const selectFitting = reads.prepare<[string, string], { body: string }>(
    `SELECT body FROM fitting WHERE workshop_id = ? AND json_extract(body, '$.family') = ?`,
  )
  const selectPage = (table: 'product' | 'fitting') =>
    reads.prepare<[string, string, string, number], { body: string }>(
      `SELECT body FROM ${table} WHERE workshop_id = ? AND (json_extract(body, '$.name'), id) > (?, ?)
       ORDER BY json_extract(body, '$.name'), id LIMIT ?`,
    )
  const [selectProducts, selectFittings] = [selectPage('product'), selectPage('fitting')]
  const insert = db.prepare('INSERT INTO product (id, workshop_id, body) VALUES (?, ?, ?)')
  const update = db.prepare('UPDATE product SET body = ? WHERE id = ?')
  const selectFittingId = db.prepare<[string, string], { id: string }>(
    `SELECT id FROM fitting WHERE workshop_id = ? AND json_extract(body, '$.family') = ?`,
  )
  const upsertFitting = db.prepare(
    'INSERT INTO fitting (id, workshop_id, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
  )
  const deleteFitting = db.prepare('DELETE FROM fitting WHERE id = ?')
  const cachedProduct = cachedUntilWritten(store, (workshopId, id) =>
    parseOptional(selectProduct.get(workshopId, id), parseProduct),
  )
  const cachedFitting = cachedUntilWritten(store, (workshopId, family) =>
    parseOptional(selectFitting.get(workshopId, family), parseFitting),
  )
  return {
    product: cachedProduct,
    fitting: (workshopId, family) => (family === null ? null : cachedFitting(workshopId, family)),
    products: (workshopId, after, limit) => {
      store.writes()
      return selectProducts.all(workshopId, ...after, limit).map(parseProduct)
    },
    fittings: (workshopId, after, limit) => {
      store.writes()
      return selectFittings.all(workshopId, ...after, limit).map(parseFitting)
    },
    addProduct: (workshopId, newProduct) => {
      store.write(() => insert.run(newProduct.id, workshopId, JSON.stringify(product.parse(newProduct))))
    },
    setFitting: (workshopId, fields) =>
      store.write(() => {
        const id = selectFittingId.get(workshopId, fields.family)?.id ?? randomUUID()
        const stored = fitting.parse({ ...fields, id })
        upsertFitting.run(id, workshopId, JSON.stringify(stored))
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

const parseProduct = ({ body }: { body: string }): Product => product.parse(JSON.parse(body))
const parseFitting = ({ body }: { body: string }): Fitting => fitting.parse(JSON.parse(body))

function parseOptional<Row, Resource>(row: Row | undefined, parse: (row: Row) => Resource): Resource | null {
  return row === undefined ? null : parse(row)
}

/** Caches by workshop, then by name: a combined key would be built and hashed for each of fifty lines. */
function cachedUntilWritten<Resource>({ writes }: Store, find: (workshopId: string, name: string) => Resource | null) {
  const workshops = new Map<string, Map<string, Resource | null>>()
  let cachedAtWrites = Number.NaN
  return (workshopId: string, name: string): Resource | null => {
    const current = writes()
    if (current !== cachedAtWrites) workshops.clear()
    cachedAtWrites = current
    const cached = workshops.get(workshopId) ?? new Map<string, Resource | null>()
    const resource = cached.get(name)
    if (resource !== undefined) return resource
    const result = find(workshopId, name)
    if (cached.size >= maxCached) cached.clear()
    workshops.set(workshopId, cached.set(name, result))
    return result
  }
}

/** The maximum number of cached entries per workshop: calls can contain unknown names. */
const maxCached = 1_000
