// Programs as text to a controller behind a serial server, over real TCP.
import { describe, expect, test } from 'vitest'
import { createDncText } from '../../../../src-main/brake/drivers/dnc-text.ts'
import type { Driver } from '../../../../src-main/brake/drivers/driver.ts'
import type { DncTemplate } from '../../../../src-main/brake/maps/dnc-template.ts'
import type { DncController } from '../../../../src-main/brake/simulator/dnc-controller.ts'
import { transportOf } from '../../../../src-main/brake/transport/transport-of.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { aProgram, dncTemplate, servedController } from '../../../fixtures/dnc.ts'

const never = new AbortController().signal

interface Linked extends AsyncDisposable {
  driver: Driver
  controller: DncController
  cut: () => void
}

async function linked(
  template: DncTemplate = dncTemplate(),
  heard?: (text: string, controller: DncController) => void,
  characterMs = 0,
): Promise<Linked> {
  const served = await servedController(template, heard)
  const named = transportOf(served.uri, systemClock)
  if (!named.ok) throw new Error(named.error)
  const line = await named.value.open(never)
  const driver = createDncText({ connection: line, template, clock: systemClock, characterMs })
  const dispose = async (): Promise<void> => {
    await driver.close()
    await served[Symbol.asyncDispose]()
  }
  return { driver, controller: served.controller, cut: served.cut, [Symbol.asyncDispose]: dispose }
}

const byXon = dncTemplate({ safe: { by: 'xon' } })

describe('a program as text', () => {
  test('is sent to a controller that is set to receive, kept there, and read back the same', async () => {
    await using link = await linked()
    link.controller.setMode('receive')
    const program = aProgram(14)
    await link.driver.upload(program, never)
    await expect.poll(() => link.controller.loaded()?.length).toBe(18)
    await expect(link.driver.verify(program)).resolves.toEqual({ same: true, differences: [] })
    expect(new Set(link.controller.received().map(({ mode }) => mode))).toEqual(new Set(['receive']))
  })

  test('is told apart from another that is there, with the line and the step', async () => {
    await using link = await linked()
    link.controller.setMode('receive')
    await link.driver.upload(aProgram(3), never)
    await expect.poll(() => link.controller.loaded()).not.toBeNull()
    const { steps, ...rest } = aProgram(3)
    const other = { ...rest, steps: steps.map((step) => (step.stepNo === 2 ? { ...step, gaugeMm: 77 } : step)) }
    const { same, differences } = await link.driver.verify(other)
    expect(same).toBe(false)
    expect(differences).toHaveLength(1)
    expect(differences[0]).toMatchObject({ address: 4, stepNo: 2, field: 'line' })
    expect(differences[0]?.sent).toContain('X77.00')
  })

  test('is read back where leader and trailer are the same line and the listing ends with it', async () => {
    const template = dncTemplate({ readBack: { ask: 'LIST\r\n', last: '%' } })
    await using link = await linked(template)
    link.controller.setMode('receive')
    const program = aProgram(2)
    await link.driver.upload(program, never)
    await expect.poll(() => link.controller.loaded()).not.toBeNull()
    await expect(link.driver.verify(program)).resolves.toMatchObject({ same: true })
  })

  test('is sent line by line to a controller that sends XON for each', async () => {
    await using link = await linked(byXon)
    link.controller.setMode('receive')
    await link.driver.upload(aProgram(5), never)
    await expect.poll(() => link.controller.loaded()?.length).toBe(9)
  })
})

describe('nothing of a program is sent', () => {
  test('to a controller that is not set to receive', async () => {
    await using link = await linked()
    await expect(link.driver.upload(aProgram(), never)).rejects.toMatchObject({ code: 'not_safe' })
    expect(link.controller.received()).toEqual([])
  })

  test('while the machine runs', async () => {
    await using link = await linked()
    link.controller.setMode('run')
    await expect(link.driver.upload(aProgram(), never)).rejects.toMatchObject({ code: 'running' })
    await expect(link.driver.status()).resolves.toEqual({ safe: false, running: true })
    expect(link.controller.received()).toEqual([])
  })

  test('to a controller whose file declares no safe state: it is read-only', async () => {
    await using link = await linked(dncTemplate({ safe: null }))
    link.controller.setMode('receive')
    expect(link.driver.capabilities).toMatchObject({ upload: false, readOnlyBecause: 'no_safe_register' })
    await expect(link.driver.upload(aProgram(), never)).rejects.toMatchObject({ code: 'read_only' })
    expect(link.controller.received()).toEqual([])
  })

  test('where a figure of the last step is out of range', async () => {
    await using link = await linked()
    link.controller.setMode('receive')
    const { steps, ...rest } = aProgram(14)
    const wrong = { ...rest, steps: steps.map((step) => (step.stepNo === 14 ? { ...step, includedDeg: 10 } : step)) }
    await expect(link.driver.upload(wrong, never)).rejects.toMatchObject({ code: 'out_of_range' })
    expect(link.controller.received()).toEqual([])
  })

  test('after it was called off before it began', async () => {
    await using link = await linked()
    link.controller.setMode('receive')
    await expect(link.driver.upload(aProgram(), AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' })
    expect(link.controller.received()).toEqual([])
  })
})

describe('an upload stops', () => {
  test('before the next line where the machine was started in the midst, and nothing of it is loaded', async () => {
    await using link = await linked(dncTemplate(), (text, controller) => {
      if (text.includes('N3 ')) controller.setMode('run')
    })
    link.controller.setMode('receive')
    await expect(link.driver.upload(aProgram(9), never)).rejects.toMatchObject({ code: 'running' })
    expect(link.controller.received().filter(({ mode }) => mode === 'run').length).toBeLessThanOrEqual(1)
    expect(link.controller.loaded()).toBeNull()
  })

  test('where it is called off, without the end that would load it', async () => {
    const stop = new AbortController()
    await using link = await linked(dncTemplate(), (text) => {
      if (text.includes('N4 ')) stop.abort()
    })
    link.controller.setMode('receive')
    await expect(link.driver.upload(aProgram(9), stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
    expect(link.controller.loaded()).toBeNull()
  })

  test('in the midst of a line at XOFF, and goes on at XON where the safe state is still good', async () => {
    let held = ''
    let isHeld = false
    const template = dncTemplate({ answerMs: 5_000 })
    await using link = await linked(
      template,
      (text, controller) => {
        if (isHeld) held += text
        if (!text.includes('N2 B2')) return
        isHeld = true
        controller.sendXoff()
        setTimeout(() => {
          isHeld = false
          controller.sendXon()
        }, 100)
      },
      1,
    )
    link.controller.setMode('receive')
    const program = aProgram(3)
    await link.driver.upload(program, never)
    await expect.poll(() => link.controller.loaded()).not.toBeNull()
    await expect(link.driver.verify(program)).resolves.toMatchObject({ same: true })
    // no more than what was under way when XOFF came
    expect(held.length).toBeLessThanOrEqual(16)
  })

  test('for good where XOFF in the midst of a line lasts longer than its safe state is good for', async () => {
    await using link = await linked(
      dncTemplate({ answerMs: 5_000 }),
      (text, controller) => {
        if (!text.includes('N2 B2')) return
        controller.sendXoff()
        setTimeout(() => controller.sendXon(), 700)
      },
      1,
    )
    link.controller.setMode('receive')
    await expect(link.driver.upload(aProgram(3), never)).rejects.toMatchObject({ code: 'not_safe' })
    expect(link.controller.loaded()).toBeNull()
  })

  test('and ends its line once something of it has left: a serial server may still hold that', async () => {
    const stop = new AbortController()
    await using link = await linked(dncTemplate(), (text) => {
      if (text.includes('N4 ')) stop.abort()
    })
    // nothing has left yet: the line is as good as before
    await expect(link.driver.upload(aProgram(9), never)).rejects.toMatchObject({ code: 'not_safe' })
    link.controller.setMode('receive')
    await expect(link.driver.status()).resolves.toMatchObject({ safe: true })
    await expect(link.driver.upload(aProgram(9), stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
    await expect(link.driver.status()).rejects.toMatchObject({ code: 'line_ended' })
  })

  test('with no answer where XON never comes', async () => {
    await using link = await linked(dncTemplate({ answerMs: 100 }), (text, controller) => {
      if (text.includes('N2 B2')) controller.sendXoff()
    })
    link.controller.setMode('receive')
    await expect(link.driver.upload(aProgram(3), never)).rejects.toMatchObject({ code: 'no_answer' })
    expect(link.controller.loaded()).toBeNull()
  })

  test('where a controller that sends XON for each line sends none for the next', async () => {
    await using link = await linked(dncTemplate({ safe: { by: 'xon' }, answerMs: 700 }), (text, controller) => {
      if (text.includes('N2 B2')) controller.setMode('idle')
    })
    link.controller.setMode('receive')
    await expect(link.driver.upload(aProgram(9), never)).rejects.toMatchObject({ code: 'not_safe' })
    expect(link.controller.loaded()).toBeNull()
  })
})

describe('a text controller', () => {
  test('says that it is there, how it stands, what it has counted and what is wrong', async () => {
    await using link = await linked()
    link.controller.setMode('receive')
    link.controller.setCount(12)
    await expect(link.driver.probe()).resolves.toMatchObject({ answeredAs: '"\\u0006"' })
    await expect(link.driver.status()).resolves.toEqual({ safe: true, running: false })
    await expect(link.driver.counter()).resolves.toMatchObject({ value: 12, counts: 'pieces', jumpedBackFrom: null })
    link.controller.setCount(3)
    await expect(link.driver.counter()).resolves.toMatchObject({ value: 3, jumpedBackFrom: 12 })
    await expect(link.driver.alarms()).resolves.toEqual([])
    link.controller.setAlarm(2)
    await expect(link.driver.alarms()).resolves.toEqual([{ code: 2, text: 'light curtain', address: 0 }])
  })

  test('that does not answer is reported so, and one whose line was cut too', async () => {
    await using silent = await linked(dncTemplate({ counter: null, answerMs: 60 }), (_, controller) =>
      controller.silence(),
    )
    await expect(silent.driver.probe()).rejects.toMatchObject({ code: 'no_answer' })
    await using other = await linked()
    other.cut()
    await expect(other.driver.probe()).rejects.toMatchObject({ code: 'line_ended' })
    await expect(other.driver.counter()).rejects.toMatchObject({ code: 'line_ended' })
  })

  test('that talks with another parity is reported as no text', async () => {
    await using link = await linked(dncTemplate(), (_, controller) => controller.garble())
    await expect(link.driver.probe()).rejects.toMatchObject({ code: 'bad_frame' })
    await expect(link.driver.counter()).rejects.toMatchObject({ code: 'bad_frame' })
    await expect(link.driver.upload(aProgram(), never)).rejects.toMatchObject({ code: 'bad_frame' })
  })

  test('answers calls one after the other, in their order', async () => {
    await using link = await linked()
    const seen: number[] = []
    const ask = async (value: number): Promise<void> => {
      link.controller.setCount(7)
      const counted = await link.driver.counter()
      seen.push(value + counted.value)
    }
    await Promise.all([ask(0), ask(10), ask(20)])
    expect(seen).toEqual([7, 17, 27])
  })
})
