// Specification 6.2 · the service is killed during deliveries: after the next start every event has reached every address, and only deliveries
// in progress are sent twice.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventPage } from '../../../shared/workshop-api/index.ts'
import { openAdmin } from '../../../src-service/admin/index.ts'
import { startReceiver } from '../../integration/service/webhooks/receiver.ts'
import { addAddress, raise, startServiceProgram } from '../../faults/service/service-program.ts'

const [kills, raisedEach] = [3, 30]
/** Attempts at one address that are in progress, or answered and not yet stored. */
const atOnce = 5 + 5
const answeredAfterMs = 25

test('every event reaches every address despite kills, and only deliveries in progress arrive twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-killed-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  let program = await startServiceProgram(folder)
  const authorization = `Bearer ${program.key ?? ''}`
  const admin = openAdmin({ dataFolder: folder })
  onTestFinished(admin.close)
  admin.webhooks.setLoopback(true)
  const receivers = [await startReceiver(Date.now), await startReceiver(Date.now)]
  for (const receiver of receivers) receiver.secrets.push(addAddress(admin, receiver.url).secret)
  // A receiver has received a message only once its answer is sent: a message whose answer the kill cuts off must be sent again.
  const done = receivers.map((receiver) => {
    const ids = new Set<string>()
    receiver.answer = (response, { id }) => {
      setTimeout(() => {
        if (response.destroyed) return
        ids.add(id)
        response.end('ok')
      }, answeredAfterMs)
    }
    return ids
  })
  const distinct = () => done.map(({ size }) => size)

  for (let round = 1; round <= kills; round += 1) {
    raise(admin, raisedEach, `runde ${round}`)
    const some = (round - 1) * raisedEach + 7
    await expect.poll(() => Math.min(...distinct()), { timeout: 120_000, interval: 5 }).toBeGreaterThan(some)
    await program.kill()
    program = await startServiceProgram(folder)
  }
  await expect.poll(distinct, { timeout: 120_000 }).toEqual([kills * raisedEach, kills * raisedEach])
  await expect
    .poll(() =>
      admin.webhooks.list().flatMap(({ id }) => admin.webhooks.deliveries(id).filter(({ dueAt }) => dueAt !== null)),
    )
    .toEqual([])

  const page = await fetch(`${program.baseUrl}/events?types=order.*&limit=100`, { headers: { authorization } })
  const happened = eventPage.parse(await page.json()).data.map(({ id }) => id)
  for (const { received } of receivers) {
    expect(new Set(received.map(({ id }) => id))).toEqual(new Set(happened))
    const verdicts = received.map(({ verdict }) => verdict)
    expect(verdicts).not.toContain('forged')
    expect(verdicts.filter((verdict) => verdict === 'duplicate').length).toBeLessThanOrEqual(kills * atOnce)
  }
})
