// The whole lifecycle of an order, for tests of its events.
import * as reading from '../readings.ts'
import { textLine } from '../rule.ts'
import type { Run } from '../rule.ts'

/** Takes an order and its sheets through every event. */
export async function wholeLife(run: Run, customer?: string): Promise<void> {
  const order = await run.newOrder(undefined, customer)
  const number = order.numberDisplay
  await run.patch(`/orders/${number}`, order.version, { note: 'Haster' })
  await run.workshop.moveOrder(number, 'mottatt')
  await run.workshop.addSheets(number, 8)
  const sheets = (await run.all(`/orders/${number}/bending-sheets`)).map((each) => reading.sheet.parse(each))
  const sheet = sheets.find(({ approval }) => approval.state !== 'awaiting')?.id ?? ''
  await run.workshop.requestApproval(sheet)
  await run.workshop.decideApproval(sheet, 'change_requested')
  await run.workshop.requestApproval(sheet)
  await run.workshop.decideApproval(sheet, 'approved')
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
    await run.workshop.moveOrder(number, rung)
  }
  await run.workshop.cancelOrder((await run.newOrder({ lines: [textLine] }, customer)).numberDisplay)
  const other = (await run.newOrder({ lines: [textLine] }, customer)).numberDisplay
  await run.workshop.moveOrder(other, 'mottatt')
  await run.workshop.cancelOrder(other)
}
