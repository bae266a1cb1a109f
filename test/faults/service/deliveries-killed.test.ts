// Specification 6.2 · the service is killed among its deliveries: after the next start every event has come to every address, none is
// lost, and what comes twice is no more than what was under way.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventPage } from '../../../shared/workshop-api/index.ts'
import { openDesk } from '../../../src-service/desk/desk.ts'
import { startReceiver } from '../../integration/service/webhooks/receiver.ts'
import { addAddress, raise, startServiceProgram } from './service-program.ts'

const [kills, raisedEach] = [3, 30]
/** Attempts at one address that are under way, or answered and not yet written down. */
const atOnce = 5 + 5
const answeredAfterMs = 25

test(
  'every event comes to every address over kills; only what was under way comes twice',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kant-killed-'))
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true })
    })
    let program = await startServiceProgram(folder)
    const authorization = `Bearer ${program.key ?? ''}`
    const desk = openDesk({ dataFolder: folder })
    onTestFinished(desk.close)
    desk.webhooks.setLoopback(true)
    const receivers = [await startReceiver(Date.now), await startReceiver(Date.now)]
    for (const receiver of receivers) receiver.secrets.push(addAddress(desk, receiver.url).secret)
    // A receiver has done with a message only once its answer is away: what the kill cuts off must come again.
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
      raise(desk, raisedEach, `runde ${round}`)
      const some = (round - 1) * raisedEach + 7
      await expect.poll(() => Math.min(...distinct()), { timeout: 120_000, interval: 5 }).toBeGreaterThan(some)
      await program.kill()
      program = await startServiceProgram(folder)
    }
    await expect.poll(distinct, { timeout: 120_000 }).toEqual([kills * raisedEach, kills * raisedEach])
    await expect
      .poll(() =>
        desk.webhooks.list().flatMap(({ id }) => desk.webhooks.deliveries(id).filter(({ dueAt }) => dueAt !== null)),
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
  },
)
