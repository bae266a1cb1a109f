// Submits orders over HTTP, for tests that start with an order.
import { randomUUID } from 'node:crypto'
import { ordersOf } from './running-service.ts'
import type { Answer, RunningService } from './running-service.ts'

/** Submits an order. Default: with a new Idempotency-Key. */
export const submit = (
  { call }: Pick<RunningService, 'call'>,
  body: unknown,
  key?: string,
  idempotencyKey: string = randomUUID(),
): Promise<Answer> =>
  call('POST', '/orders', {
    body,
    headers: { 'idempotency-key': idempotencyKey },
    ...(key === undefined ? {} : { key }),
  })

/** The id of a product of the sandbox, by its name in the lines of the seeded orders. */
export async function productCalled({ get }: Pick<RunningService, 'get'>, name: string): Promise<string> {
  const lines = ordersOf(await get('/orders?limit=100')).data.flatMap((order) => order.lines)
  const id = lines.find(({ description }) => description === name)?.productId ?? null
  if (id === null) throw new Error(`no order has ${name}`)
  return id
}
