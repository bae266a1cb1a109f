// GET /catalog/library, GET /catalog/products and GET /catalog/products/{id}. Hidden prices are null.
import * as z from 'zod'
import type { Product } from '../../shared/workshop-api/index.ts'
import { cursorCodec } from '../http/paging/cursor.ts'
import { Failure } from '../http/failure.ts'
import type { Operations } from '../http/operation.ts'
import { pageBody } from '../http/paging/page.ts'
import type { Parts } from '../parts.ts'
import type { CatalogueSortKey } from './catalogue.ts'

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
}: Pick<Parts, 'catalogue' | 'shops'>): Pick<Operations, 'listFittings' | 'listProducts' | 'readProduct'> {
  const productJson = (workshopId: string) => {
    const { pricesHidden } = shops.settingsOf(workshopId)
    return (product: Product): string => JSON.stringify(pricesHidden ? { ...product, unitPriceOre: null } : product)
  }
  return {
    listFittings: ({ reach, query: { cursor, limit } }) => {
      const { after, cursorAfter } = libraryCursors
      const rows = catalogue.fittings(reach.workshopId, after(cursor), limit + 1)
      return { body: pageBody({ rows, limit, bodyOf: (row) => Buffer.from(JSON.stringify(row)), cursorAfter }) }
    },
    listProducts: ({ reach, query: { cursor, limit } }) => {
      const { after, cursorAfter } = productCursors
      const toJson = productJson(reach.workshopId)
      const rows = catalogue.products(reach.workshopId, after(cursor), limit + 1)
      return { body: pageBody({ rows, limit, bodyOf: (row) => Buffer.from(toJson(row)), cursorAfter }) }
    },
    readProduct: ({ reach, params }) => {
      const product = catalogue.product(reach.workshopId, params.id)
      if (product === null) throw new Failure('not_found')
      return { body: productJson(reach.workshopId)(product) }
    },
  }
}
