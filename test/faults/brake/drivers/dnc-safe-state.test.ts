// Whatever a person does at the controller while programs are sent to it: no line of a program goes out that was not asked for first
// and answered as safe, and no text that broke off is loaded.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDncText } from '../../../../src-main/brake/drivers/dnc-text.ts'
import { BrakeError } from '../../../../src-main/brake/drivers/driver.ts'
import type { DncMode } from '../../../../src-main/brake/simulator/dnc-controller.ts'
import { transportOf } from '../../../../src-main/brake/transport/transport-of.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { aProgram, dncTemplate, servedController } from '../../../fixtures/dnc.ts'

const never = new AbortController().signal
const template = dncTemplate({ answerMs: 200 })

interface Ask {
  mode: DncMode
  /** Lines of a program that had come when it was asked. */
  linesBefore: number
}

/** What happens at the controller before its nth answer. */
const doing = fc.constantFrom<DncMode | 'hold' | 'garble' | 'nothing'>(
  'nothing',
  'nothing',
  'nothing',
  'receive',
  'receive',
  'idle',
  'run',
  'hold',
  'garble',
)

test('over modes, XOFF and noise by chance', { timeout: 110_000 }, async () => {
  const checked = await fc.check(
    fc.asyncProperty(
      fc.array(doing, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 6 }),
      async (what, steps) => {
        // before the first question nothing may come
        const asks: Ask[] = [{ mode: 'idle', linesBefore: 0 }]
        let mode: DncMode = 'receive'
        let at = 0
        await using served = await servedController(template, (text, controller) => {
          if (!text.includes('\u0005')) return
          const deed = what[at]
          at += 1
          if (deed === 'hold') {
            controller.hold()
            setTimeout(() => controller.letGo(), 5)
          } else if (deed === 'garble') {
            controller.garble()
          } else if (deed !== undefined && deed !== 'nothing' && deed !== mode) {
            mode = deed
            controller.turnTo(deed)
          }
          asks.push({ mode, linesBefore: controller.received().length })
        })
        served.controller.turnTo('receive')
        const named = transportOf(served.uri, systemClock)
        if (!named.ok) throw new Error(named.message)
        const line = await named.transport.open(never)
        const driver = createDncText({ line, template, clock: systemClock, characterMs: 0 })
        const failed = await driver.upload(aProgram(steps), never).then(
          () => null,
          (error: unknown) => error,
        )
        // the answer to one more question is behind all that was sent
        await driver.status().catch(() => undefined)
        await driver.close()
        const came = served.controller.received().length
        for (const [index, ask] of asks.entries()) {
          const lines = (asks[index + 1]?.linesBefore ?? came) - ask.linesBefore
          expect(lines).toBeLessThanOrEqual(ask.mode === 'receive' ? 1 : 0)
        }
        expect(failed === null || failed instanceof BrakeError).toBe(true)
        expect(failed !== null && served.controller.loaded() !== null).toBe(false)
      },
    ),
    { numRuns: 150 },
  )
  expect(checked.counterexample).toBeNull()
  expect(checked.failed).toBe(false)
})
