// GET /reports/months/{month}: sums over stored orders and invoices. A month starts at midnight in the workshop's time zone.
import { startOfDay } from '../../shared/workshop-api/index.ts'
import type { MonthReport } from '../../shared/workshop-api/index.ts'
import type { Operation } from '../operation/index.ts'
import { instantOf } from '../store/index.ts'
import type { Connection } from '../store/index.ts'

interface Sum {
  count: number
  ore: number
}

/**
 * Amounts are in øre. Orders count in the month in which they were received, unless they were cancelled or forwarded. Outstanding is what
 * is unpaid at the end of the month.
 */
export function readMonthReport(db: Connection): Operation<'readMonthReport'> {
  const selectReceived = db.prepare<[string, number, string, string], Sum>(
    `SELECT count(*) AS count, coalesce(sum(json_extract(body, '$.totals.netOre')), 0) AS ore FROM work_order
     WHERE workshop_id = ? AND is_test = ? AND forwarded_at IS NULL AND status <> 'avbrutt'
       AND json_extract(body, '$.receivedAt') >= ? AND json_extract(body, '$.receivedAt') < ?`,
  )
  const prepareSum = (condition: string, ore = 'gross_ore') =>
    db.prepare<[{ workshopId: string; isTest: number; from: string; until: string }], Sum>(
      `SELECT count(*) AS count, coalesce(sum(${ore}), 0) AS ore
       FROM invoice LEFT JOIN invoice_issue ON invoice_id = id
       WHERE workshop_id = @workshopId AND is_test = @isTest AND status <> 'utkast' AND ${condition}`,
    )
  // A credit note reverts an invoice in the month of the note. An invoice of the accounting system has no credit note, so a credited one is
  // excluded here.
  const selectInvoiced = prepareSum(
    `issued_at >= @from AND issued_at < @until AND NOT (kind = 'external' AND status = 'kreditert')`,
  )
  const selectPaid = prepareSum(`kind = 'invoice' AND paid_at >= @from AND paid_at < @until`)
  const selectOutstanding = prepareSum(
    `kind = 'invoice' AND issued_at < @until AND @from IS NOT NULL
     AND coalesce(paid_at, '9999') >= @until AND coalesce(credited_at, '9999') >= @until`,
    'gross_ore - coalesce(prepaid_ore, 0)',
  )
  return ({ accessScope: { workshopId, isTest }, params: { month } }) => {
    const [from, until] = [month, monthAfter(month)].map((each) => instantOf(startOfDay(`${each}-01`)))
    if (from === undefined || until === undefined) throw new Error('the bounds of the month are missing')
    const parameters = { workshopId, isTest, from, until }
    const receivedSum = selectReceived.get(workshopId, isTest, from, until)
    const report: MonthReport = {
      month,
      currency: 'NOK',
      orders: { count: receivedSum?.count ?? 0, netOre: receivedSum?.ore ?? 0 },
      invoiced: amountOf(selectInvoiced.get(parameters)),
      paid: amountOf(selectPaid.get(parameters)),
      outstanding: amountOf(selectOutstanding.get(parameters)),
    }
    return { body: JSON.stringify(report) }
  }
}

function amountOf(sum: Sum | undefined): { count: number; grossOre: number } {
  return { count: sum?.count ?? 0, grossOre: sum?.ore ?? 0 }
}

function monthAfter(month: string): string {
  const [year = 0, no = 0] = month.split('-').map(Number)
  return no === 12 ? `${year + 1}-01` : `${year}-${String(no + 1).padStart(2, '0')}`
}
