// The PDF of a credit note names the invoice that it credits.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { listedInvoice, page } from '../../../shared/workshop-api/index.ts'
import { runningService } from '../../integration/service/running-service.ts'

test('a credit note names the invoice that it credits', async () => {
  const { baseUrl, sandboxKey, admin, get } = await runningService()
  admin.orders.move('T-000015', 'fakturert')
  admin.orders.move('T-000015', 'levert')
  const [note, invoice] = page(listedInvoice).parse((await get('/invoices')).json).data
  const read = async (id: string | undefined) => {
    const headers = { authorization: `Bearer ${sandboxKey}` }
    const file = await (await fetch(`${baseUrl}/invoices/${id}/pdf`, { headers })).arrayBuffer()
    return execFileSync('pdftotext', ['-layout', '-', '-'], { input: Buffer.from(file), encoding: 'utf8' })
  }
  expect(await read(note?.id)).toMatch(
    new RegExp(`Kreditnota ${note?.number}[^]*Gjelder faktura +${invoice?.number}\\n`),
  )
  expect(await read(invoice?.id)).not.toContain('Gjelder faktura')
})
