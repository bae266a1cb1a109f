// A receiver of webhooks that a test registers at the service under test. It behaves as specification 6.2 demands of a consumer.
import { expect, onTestFinished } from 'vitest'
import { startReceiver } from '../../../integration/service/webhooks/receiver.ts'
import type { Receiver } from '../../../integration/service/webhooks/receiver.ts'
import type { NewAddress, Delivery } from '../driver.ts'
import type { Run } from '../rule.ts'
import { timeOf } from '../world.ts'

export interface Listening {
  receiver: Receiver
  /** The id of the address. */
  id: string
  secret: string
  /** Waits for `count` deliveries and returns them. */
  waitForDeliveries: (count: number) => Promise<Receiver['received']>
  /** Waits until the last deliveries have these numbers of attempts and returns them, newest first. */
  attempted: (...times: number[]) => Promise<Delivery[]>
  /** Advances the clocks of the service and of the receiver. */
  advance: (seconds: number) => Promise<void>
}

/** Starts and registers a receiver until the end of the test. */
export async function startListener(run: Run, fields: Omit<NewAddress, 'url'> = {}): Promise<Listening> {
  const time = { nowMs: timeOf(await run.get('/me')) }
  const receiver = await startReceiver(() => time.nowMs)
  const { id, secret } = await addressFor(run, { ...fields, url: receiver.url })
  receiver.secrets.push(secret)
  return {
    receiver,
    id,
    secret,
    waitForDeliveries: async (count) => {
      await expect.poll(() => receiver.received.length).toBe(count)
      return receiver.received
    },
    attempted: async (...times) => {
      let last: Delivery[] = []
      const attempts = async () => {
        last = await run.workshop.deliveriesOf(id)
        return last.map((each) => each.attempts)
      }
      await expect.poll(attempts).toEqual(times)
      return last
    },
    advance: async (seconds) => {
      await run.workshop.advance(seconds)
      time.nowMs += seconds * 1000
    },
  }
}

/** Registers an address until the end of the test. */
export async function addressFor({ workshop }: Run, fields: NewAddress): Promise<{ id: string; secret: string }> {
  const newAddress = await workshop.addAddress(fields)
  onTestFinished(() => workshop.removeAddress(newAddress.id))
  return newAddress
}
