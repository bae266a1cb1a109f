// A receiver of webhooks that a test registers at the service under test. It does as specification 6.2 tells a consumer to.
import { expect, onTestFinished } from 'vitest'
import { startReceiver } from '../../integration/service/webhooks/receiver.ts'
import type { Receiver } from '../../integration/service/webhooks/receiver.ts'
import type { AddressWanted, Delivery } from './driver.ts'
import type { Run } from './rule.ts'
import { timeOf } from './world.ts'

export interface Listening {
  receiver: Receiver
  /** Of the address. */
  id: string
  secret: string
  /** Resolves with all that was delivered, once it is so much. */
  come: (count: number) => Promise<Receiver['received']>
  /** Resolves with the last deliveries, newest first, once they were attempted so often. */
  attempted: (...times: number[]) => Promise<Delivery[]>
  /** Moves the service's clock on, and the receiver's. */
  advance: (seconds: number) => Promise<void>
}

/** Until the end of the test. */
export async function listening(run: Run, wanted: Omit<AddressWanted, 'url'> = {}): Promise<Listening> {
  const time = { nowMs: timeOf(await run.get('/me')) }
  const receiver = await startReceiver(() => time.nowMs)
  const { id, secret } = await addressFor(run, { ...wanted, url: receiver.url })
  receiver.secrets.push(secret)
  return {
    receiver,
    id,
    secret,
    come: async (count) => {
      await expect.poll(() => receiver.received.length).toBe(count)
      return receiver.received
    },
    attempted: async (...times) => {
      let last: Delivery[] = []
      const attempts = async () => {
        last = await run.desk.deliveriesOf(id)
        return last.map((each) => each.attempts)
      }
      await expect.poll(attempts).toEqual(times)
      return last
    },
    advance: async (seconds) => {
      await run.desk.advance(seconds)
      time.nowMs += seconds * 1000
    },
  }
}

/** Registers an address until the end of the test. */
export async function addressFor({ desk }: Run, wanted: AddressWanted): Promise<{ id: string; secret: string }> {
  const added = await desk.addAddress(wanted)
  onTestFinished(() => desk.removeAddress(added.id))
  return added
}
