// Submits orders over HTTP, for the tests that begin with one.
import { randomUUID } from 'node:crypto'
import { ordersOf } from './running-service.ts'
import type { Answer, Running } from './running-service.ts'

/** Submits an order, under an Idempotency-Key of its own unless one is said. */
export const submit = (
  { call }: Pick<Running, 'call'>,
  body: unknown,
  key?: string,
  idempotencyKey: string = randomUUID(),
): Promise<Answer> =>
  call('POST', '/orders', {
    body,
    headers: { 'idempotency-key': idempotencyKey },
    ...(key === undefined ? {} : { key }),
  })

/** The id of a product of the sandbox, by what the seeded orders' lines call it. */
export async function productCalled({ get }: Pick<Running, 'get'>, name: string): Promise<string> {
  const lines = ordersOf(await get('/orders?limit=100')).data.flatMap((order) => order.lines)
  const id = lines.find(({ description }) => description === name)?.productId ?? null
  if (id === null) throw new Error(`no order has ${name}`)
  return id
}
