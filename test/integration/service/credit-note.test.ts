// A credit note on paper: it names the invoice that it takes back.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { listedInvoice, page } from '../../../shared/workshop-api/index.ts'
import { runningService } from './running-service.ts'

test('a credit note names the invoice that it takes back, and an invoice none', async () => {
  const { service, sandboxKey, desk, get } = await runningService()
  desk.orders.move('T-000015', 'fakturert')
  desk.orders.move('T-000015', 'levert')
  const [note, taken] = page(listedInvoice).parse((await get('/invoices')).json).data
  const read = async (id: string | undefined) => {
    const headers = { authorization: `Bearer ${sandboxKey}` }
    const file = await (await fetch(`${service.baseUrl}/invoices/${id}/pdf`, { headers })).arrayBuffer()
    return execFileSync('pdftotext', ['-layout', '-', '-'], { input: Buffer.from(file), encoding: 'utf8' })
  }
  expect(await read(note?.id)).toMatch(new RegExp(`Kreditnota ${note?.number}[^]*Gjelder faktura +${taken?.number}\\n`))
  expect(await read(taken?.id)).not.toContain('Gjelder faktura')
})
