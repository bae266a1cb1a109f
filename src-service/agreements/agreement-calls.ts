// GET /agreements and GET /agreements/{number}.
import * as z from 'zod'
import { listedAgreement } from '../../shared/workshop-api/index.ts'
import type { Agreement } from '../../shared/workshop-api/index.ts'
import { Failure, cursorCodec, pageBody } from '../operation/index.ts'
import type { Operations } from '../operation/index.ts'
import type { AgreementStore } from './agreement-store.ts'

const cursors = cursorCodec('agreements', z.tuple([z.int()]))
/** The members of an agreement in a list. Others are dropped. */
const listedFields = z.object(listedAgreement.shape)
const bodyOf = ({ agreement }: { agreement: Agreement }): Buffer =>
  Buffer.from(JSON.stringify(listedFields.parse(agreement)))
const cursorAfter = (row: { rowid: number }): string => cursors.write([row.rowid])

export function agreementCalls({
  agreements,
}: {
  agreements: AgreementStore
}): Pick<Operations, 'listAgreements' | 'readAgreement'> {
  return {
    listAgreements: ({ accessScope, query: { cursor, limit } }) => {
      const after = cursor === undefined ? 0 : cursors.read(cursor)[0]
      return { body: pageBody({ rows: agreements.list(accessScope, after, limit + 1), limit, bodyOf, cursorAfter }) }
    },
    readAgreement: ({ accessScope, params }) => {
      const agreement = agreements.find(accessScope, { number: params.number })
      if (agreement === null) throw new Failure('not_found')
      return { body: JSON.stringify(agreement) }
    },
  }
}
