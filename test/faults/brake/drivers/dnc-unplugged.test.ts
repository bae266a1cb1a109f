// The cable is pulled at every line of an upload over a real pseudo terminal: the upload fails, nothing is loaded, nothing is sent again.
import { describe, expect, test } from 'vitest'
import { createDncText } from '../../../../src-main/brake/drivers/dnc-text.ts'
import { DncController } from '../../../../src-main/brake/simulator/dnc-controller.ts'
import { transportOf } from '../../../../src-main/brake/transport/transport-of.ts'
import type { Connection } from '../../../../src-main/brake/transport/transport.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { aProgram, dncTemplate } from '../../../fixtures/dnc.ts'
import { serialPair } from '../../../serial-pair.ts'
import { onlyLongUnless } from '../../../only-long.ts'
import { clockWithoutSilence } from '../../../without-silence.ts'

const never = new AbortController().signal
// the removed port is detected within 200 ms; on a busy computer that takes longer than the usual answer
const template = { ...dncTemplate(), answerMs: 60_000 }

async function opened(path: string): Promise<Connection> {
  const transport = transportOf(`serial:${path}?baud=19200&parity=even&bits=7`, systemClock)
  if (!transport.ok) throw new Error(transport.error)
  return await transport.value.open(never)
}

// start, two header lines, four steps, two footer lines, end
const frames = 10

describe('over a real pseudo terminal', () => {
  test('a program is sent and read back', async () => {
    await using pair = await serialPair()
    const [near, far] = await Promise.all([opened(pair.near), opened(pair.far)])
    const controller = new DncController(template, (bytes) => void far.write(bytes))
    far.onBytes((bytes) => controller.feed(bytes))
    controller.setMode('receive')
    const driver = createDncText({ connection: near, template, clock: clockWithoutSilence, characterMs: 0 })
    await driver.upload(aProgram(4), never)
    await expect.poll(() => controller.loaded()).not.toBeNull()
    await expect(driver.verify(aProgram(4))).resolves.toMatchObject({ same: true })
    await driver.close()
    await far.close()
  })

  for (let frame = 1; frame <= frames; frame += 1)
    test(
      `an upload whose cable is pulled at query ${frame} fails and loads nothing`,
      onlyLongUnless([1, 6, frames].includes(frame)),
      async () => {
        await using pair = await serialPair()
        const [near, far] = await Promise.all([opened(pair.near), opened(pair.far)])
        const controller = new DncController(template, (bytes) => void far.write(bytes).catch(() => undefined))
        let queries = 0
        far.onBytes((bytes) => {
          queries += bytes.filter((byte) => byte === 0x05).length
          if (queries < frame) controller.feed(bytes)
          else void pair.cut()
        })
        controller.setMode('receive')
        const driver = createDncText({ connection: near, template, clock: clockWithoutSilence, characterMs: 0 })
        await expect(driver.upload(aProgram(4), never)).rejects.toMatchObject({
          name: 'BrakeError',
          code: 'line_ended',
        })
        expect(controller.loaded()).toBeNull()
        await expect(driver.status()).rejects.toMatchObject({ code: 'line_ended' })
        await driver.close()
        await far.close()
      },
    )
})
