// GET /catalog/library, GET /catalog/products and GET /catalog/products/{id}. Hidden prices are null.
import * as z from 'zod'
import type { Product } from '../../shared/workshop-api/index.ts'
import { Failure, cursorCodec, pageBody } from '../operation/index.ts'
import type { Operations } from '../operation/index.ts'
import type { Catalogue, CatalogueSortKey } from './catalogue.ts'

const catalogueCursors = (list: string) => {
  const cursors = cursorCodec(list, z.tuple([z.string(), z.string()]))
  return {
    cursorAfter: ({ name, id }: { name: string; id: string }): string => cursors.write([name, id]),
    after: (cursor: string | undefined): CatalogueSortKey => (cursor === undefined ? ['', ''] : cursors.read(cursor)),
  }
}
const [libraryCursors, productCursors] = [catalogueCursors('library'), catalogueCursors('products')]

export function catalogueCalls({
  catalogue,
  shops,
}: {
  catalogue: Catalogue
  shops: { settingsOf: (workshopId: string) => { pricesHidden: boolean } }
}): Pick<Operations, 'listFittings' | 'listProducts' | 'readProduct'> {
  const productJson = (workshopId: string) => {
    const { pricesHidden } = shops.settingsOf(workshopId)
    return (product: Product): string => JSON.stringify(pricesHidden ? { ...product, unitPriceOre: null } : product)
  }
  return {
    listFittings: ({ accessScope, query: { cursor, limit } }) => {
      const { after, cursorAfter } = libraryCursors
      const rows = catalogue.fittings(accessScope.workshopId, after(cursor), limit + 1)
      return { body: pageBody({ rows, limit, bodyOf: (row) => Buffer.from(JSON.stringify(row)), cursorAfter }) }
    },
    listProducts: ({ accessScope, query: { cursor, limit } }) => {
      const { after, cursorAfter } = productCursors
      const toJson = productJson(accessScope.workshopId)
      const rows = catalogue.products(accessScope.workshopId, after(cursor), limit + 1)
      return { body: pageBody({ rows, limit, bodyOf: (row) => Buffer.from(toJson(row)), cursorAfter }) }
    },
    readProduct: ({ accessScope, params }) => {
      const product = catalogue.product(accessScope.workshopId, params.id)
      if (product === null) throw new Failure('not_found')
      return { body: productJson(accessScope.workshopId)(product) }
    },
  }
}
