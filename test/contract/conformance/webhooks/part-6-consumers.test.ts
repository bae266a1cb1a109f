// Part 6.2 for consumers: the checks of a message, and that our messages pass them, also in an independent consumer.
import { createHmac } from 'node:crypto'
import { Stripe } from 'stripe'
import { expect } from 'vitest'
import { readSignature } from '../../../integration/service/webhooks/receiver.ts'
import type { Received, Receiver } from '../../../integration/service/webhooks/receiver.ts'
import { startListener } from './webhook-listener.ts'
import { ruleOfOneService } from '../rule.ts'

const rule = ruleOfOneService()

const signatureOf = ({ headers }: Received): string => String(headers['service-signature'])
const signed = (body: string, secret: string, t: number) =>
  `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`

/** How a consumer handles a message from another sender. */
async function sentTo(receiver: Receiver, { headers, body }: Received, signature: string, changed = body) {
  const serviceHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('service-')))
  await fetch(receiver.url, {
    method: 'POST',
    body: changed,
    headers: { ...serviceHeaders, 'service-signature': signature },
  }).then((response) => response.text())
  return receiver.received.at(-1)?.verdict
}

rule('6.2 · a delivery is signed over its timestamp and raw body', async (run) => {
  const { receiver, secret, waitForDeliveries } = await startListener(run)
  await run.newOrder({ note: 'Æ, ø og å – “€” 😀' })
  const [message] = await waitForDeliveries(1)
  if (message === undefined) throw new Error('nothing came')
  const header = signatureOf(message)
  const { t, v1 } = readSignature(header)
  expect(header).toBe(signed(message.body, secret, t))
  expect(v1).toHaveLength(1)
  expect(Math.abs(t * 1000 - Date.parse(JSON.parse(message.body).createdAt))).toBeLessThan(60_000)

  const outcomeOf = async (signature: string, body?: string) => sentTo(receiver, message, signature, body)
  expect(await outcomeOf(header)).toBe('duplicate')
  expect(await outcomeOf(header, message.body.replace('order.requested', 'order.cancelled'))).toBe('forged')
  expect(await outcomeOf(header, ` ${message.body}`)).toBe('forged')
  expect(await outcomeOf(header.replace(`t=${t}`, `t=${t + 1}`))).toBe('forged')
  expect(await outcomeOf(signed(message.body, 'whsec_another', t))).toBe('forged')
  expect(await outcomeOf(signed(message.body, secret, t - 240))).toBe('duplicate')
  expect(await outcomeOf(signed(message.body, secret, t - 420))).toBe('stale')
  // Our consumer also rejects a message from the future. The independent one does not.
  expect(await outcomeOf(signed(message.body, secret, t + 420))).toBe('stale')
})

rule(
  '6.2 · a delivery is signed over its timestamp and raw body',
  async (run) => {
    const { id, secret, waitForDeliveries } = await startListener(run)
    const newSecret = await run.workshop.changeSecret(id)
    await run.newOrder({ note: 'Æ, ø og å' })
    const [message] = await waitForDeliveries(1)
    if (message === undefined) throw new Error('nothing came')
    const header = signatureOf(message)
    const signedAtMs = readSignature(header).t * 1000
    const read = (body: string | Buffer, by: string, secondsLater: number) =>
      Stripe.webhooks.constructEvent(body, header, by, undefined, undefined, signedAtMs + secondsLater * 1000)
    for (const each of [secret, newSecret]) {
      expect(read(message.body, each, 0)).toEqual(JSON.parse(message.body))
      expect(read(Buffer.from(message.body), each, 300)).toMatchObject({ type: 'order.requested' })
      expect(() => read(message.body.replace('Æ', 'A'), each, 0)).toThrow(/signature/)
      expect(() => read(message.body, each, 301)).toThrow(/tolerance/)
    }
    expect(() => read(message.body, 'whsec_another', 0)).toThrow(/signature/)
  },
  'as the stripe package reads it',
)

rule('6.2 · the previous secret also signs for 24 hours after a change', async (run) => {
  const { receiver, id, secret, waitForDeliveries, advance } = await startListener(run, { events: 'order.ready' })
  const newSecret = await run.workshop.changeSecret(id)
  const verdictOf = async (each: string) => {
    receiver.secrets = [each]
    const count = receiver.received.length + 1
    await run.workshop.ping(id)
    return (await waitForDeliveries(count)).at(-1)?.verdict
  }
  expect([await verdictOf(secret), await verdictOf(newSecret)]).toEqual(['handled', 'handled'])
  await advance(86_399)
  expect([await verdictOf(secret), await verdictOf(newSecret)]).toEqual(['handled', 'handled'])
  await advance(1)
  expect([await verdictOf(secret), await verdictOf(newSecret)]).toEqual(['forged', 'handled'])
})

rule('6.2 · a consumer detects a duplicate by its event id', async (run) => {
  const { receiver, id, attempted } = await startListener(run, { events: 'order.requested,order.received' })
  await run.newOrder()
  const [delivery] = await attempted(1)
  await run.workshop.resend(id, delivery?.id ?? 0)
  await attempted(2)
  const [first, second] = receiver.received
  expect([first?.id, first?.body, second?.verdict]).toEqual([second?.id, second?.body, 'duplicate'])
})

rule('6.2 · a consumer detects an older message by its version', async (run) => {
  const { receiver, secret, waitForDeliveries, advance } = await startListener(run, {
    events: 'order.requested,order.received',
  })
  // It cannot parse the first message, and its answer says so.
  receiver.secrets = []
  receiver.answer = (response) => response.writeHead(500).end()
  const { numberDisplay } = await run.newOrder()
  await waitForDeliveries(1)
  receiver.secrets = [secret]
  receiver.answer = (response) => response.end()
  await run.workshop.moveOrder(numberDisplay, 'mottatt')
  await waitForDeliveries(2)
  await advance(10)
  await waitForDeliveries(3)
  expect(receiver.received.map(({ type, attempt, verdict }) => [type, attempt, verdict])).toEqual([
    ['order.requested', 1, 'forged'],
    ['order.received', 1, 'handled'],
    ['order.requested', 2, 'older'],
  ])
})
