// A person changes the controller's state while programs are sent to it. Every line of a program is sent only after a query that was
// answered as safe, and an incomplete text is never loaded.
import * as fc from 'fast-check'
import { expect } from 'vitest'
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
  /** Lines of a program that had arrived before this query. */
  linesBefore: number
}

/** What happens at the controller before its nth answer. */
const anyAction = fc.constantFrom<DncMode | 'hold' | 'garble' | 'nothing'>(
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

/** Sends `numRuns` programs, each while a person changes the state in another way. Returns null, or the shortest case that is not safe. */
export async function checkDncSafeState(numRuns: number): Promise<unknown> {
  const checked = await fc.check(
    fc.asyncProperty(
      fc.array(anyAction, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 6 }),
      async (actions, steps) => {
        // before the first query no line may arrive
        const asks: Ask[] = [{ mode: 'idle', linesBefore: 0 }]
        let mode: DncMode = 'receive'
        let index = 0
        await using served = await servedController(template, (text, controller) => {
          if (!text.includes('\u0005')) return
          const action = actions[index]
          index += 1
          if (action === 'hold') {
            controller.sendXoff()
            setTimeout(() => controller.sendXon(), 5)
          } else if (action === 'garble') {
            controller.garble()
          } else if (action !== undefined && action !== 'nothing' && action !== mode) {
            mode = action
            controller.setMode(action)
          }
          asks.push({ mode, linesBefore: controller.received().length })
        })
        served.controller.setMode('receive')
        const transport = transportOf(served.uri, systemClock)
        if (!transport.ok) throw new Error(transport.error)
        const line = await transport.value.open(never)
        const driver = createDncText({ connection: line, template, clock: systemClock, characterMs: 0 })
        const uploadError = await driver.upload(aProgram(steps), never).then(
          () => null,
          (error: unknown) => error,
        )
        // the answer to one more query comes after everything that was sent
        await driver.status().catch(() => undefined)
        await driver.close()
        const linesReceived = served.controller.received().length
        for (const [index, ask] of asks.entries()) {
          const lines = (asks[index + 1]?.linesBefore ?? linesReceived) - ask.linesBefore
          expect(lines).toBeLessThanOrEqual(ask.mode === 'receive' ? 1 : 0)
        }
        expect(uploadError === null || uploadError instanceof BrakeError).toBe(true)
        expect(uploadError !== null && served.controller.loaded() !== null).toBe(false)
      },
    ),
    { numRuns },
  )
  return checked.failed ? { counterexample: checked.counterexample, error: checked.errorInstance } : null
}
