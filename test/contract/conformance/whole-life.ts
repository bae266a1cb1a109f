// One order's life, for what is told of it.
import * as reading from './readings.ts'
import { textLine } from './rule.ts'
import type { Run } from './rule.ts'

/** All that can happen to an order on its way, and the sheets of it. */
export async function wholeLife(run: Run, customer?: string): Promise<void> {
  const order = await run.newOrder(undefined, customer)
  const number = order.numberDisplay
  await run.patch(`/orders/${number}`, order.version, { note: 'Haster' })
  await run.desk.moveOrder(number, 'mottatt')
  await run.desk.addSheets(number, 8)
  const sheets = (await run.all(`/orders/${number}/bending-sheets`)).map((each) => reading.sheet.parse(each))
  const sheet = sheets.find(({ approval }) => approval.state !== 'awaiting')?.id ?? ''
  await run.desk.askApproval(sheet)
  await run.desk.decideApproval(sheet, 'change_requested')
  await run.desk.askApproval(sheet)
  await run.desk.decideApproval(sheet, 'approved')
  await run.call('POST', `/bending-sheets/${sheet}/bent`, { body: {} })
  for (const rung of [
    'i_arbeid',
    'klar',
    'mottatt',
    'i_arbeid',
    'klar',
    'levert',
    'fakturert',
    'levert',
    'fakturert',
    'betalt',
  ]) {
    await run.desk.moveOrder(number, rung)
  }
  await run.desk.cancelOrder((await run.newOrder({ lines: [textLine] }, customer)).numberDisplay)
  const other = (await run.newOrder({ lines: [textLine] }, customer)).numberDisplay
  await run.desk.moveOrder(other, 'mottatt')
  await run.desk.cancelOrder(other)
}
