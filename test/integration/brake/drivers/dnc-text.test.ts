// Programs as text to a DNC controller behind a serial server, over real TCP.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDncText } from '../../../../src-main/brake/drivers/dnc-text.ts'
import type { Driver } from '../../../../src-main/brake/drivers/driver.ts'
import { readDncTemplate, type DncTemplate } from '../../../../src-main/brake/maps/dnc-template.ts'
import type { DncController } from '../../../../src-main/brake/simulator/dnc-controller.ts'
import { transportOf } from '../../../../src-main/brake/transport/transport-of.ts'
import { systemClock, type Clock } from '../../../../src-main/platform/clock.ts'
import { aProgram, dncTemplate, servedController } from '../../../fixtures/dnc.ts'
import { bumpProgram, otherStroke } from '../../../fixtures/bump-program.ts'
import { hemProgram, oldControllerText, otherKind } from '../../../fixtures/hem-program.ts'
import { clockWithoutSilence } from '../../../without-silence.ts'

const never = new AbortController().signal

interface Linked extends AsyncDisposable {
  driver: Driver
  controller: DncController
  cut: () => void
}

async function linked(
  template: DncTemplate = dncTemplate(),
  onText?: (text: string, controller: DncController) => void,
  characterMs = 0,
): Promise<Linked> {
  const served = await servedController(template, onText)
  const transport = transportOf(served.uri, systemClock)
  if (!transport.ok) throw new Error(transport.error)
  const connection = await transport.value.open(never)
  const driver = createDncText({ connection, template, clock: clockWithoutSilence, characterMs })
  const dispose = async (): Promise<void> => {
    await driver.close()
    await served[Symbol.asyncDispose]()
  }
  return { driver, controller: served.controller, cut: served.cut, [Symbol.asyncDispose]: dispose }
}

const byXon = dncTemplate({ safe: { by: 'xon' } })

describe('a program as text', () => {
  test('is sent to a controller that is set to receive, and read back unchanged', async () => {
    await using link = await linked()
    link.controller.setMode('receive')
    const program = aProgram(14)
    await link.driver.upload(program, never)
    await expect.poll(() => link.controller.loaded()?.length).toBe(4 + 2 * 14)
    await expect(link.driver.verify(program)).resolves.toEqual({ same: true, differences: [] })
    expect(new Set(link.controller.received().map(({ mode }) => mode))).toEqual(new Set(['receive']))
  })

  test('with a hem is read back unchanged, and a step of another kind differs', async () => {
    await using link = await linked()
    link.controller.setMode('receive')
    await link.driver.upload(hemProgram, never)
    await expect.poll(() => link.controller.loaded()?.length).toBe(4 + 2 * 3)
    await expect(link.driver.verify(hemProgram)).resolves.toEqual({ same: true, differences: [] })
    const { differences } = await link.driver.verify(otherKind)
    expect(differences).toMatchObject([{ address: 3, stepNo: 1 }])
  })

  test('of a bump row is read back unchanged, and another stroke differs', async () => {
    await using link = await linked()
    link.controller.setMode('receive')
    await link.driver.upload(bumpProgram, never)
    await expect.poll(() => link.controller.loaded()?.length).toBe(4 + 2 * 15)
    await expect(link.driver.verify(bumpProgram)).resolves.toEqual({ same: true, differences: [] })
    expect((await link.driver.verify(otherStroke)).differences).toMatchObject([{ stepNo: 15 }])
  })

  test('with a hem is not sent to a controller without a field for the kind', async () => {
    const read = readDncTemplate(oldControllerText('dnc-text-simulator'))
    if (!read.ok) throw new Error(JSON.stringify(read.error))
    await using link = await linked(read.value)
    link.controller.setMode('receive')
    await expect(link.driver.upload(hemProgram, never)).rejects.toMatchObject({ code: 'out_of_range' })
    expect(link.controller.received()).toEqual([])
  })

  test('differs from another program at a line with its step', async () => {
    await using link = await linked()
    link.controller.setMode('receive')
    await link.driver.upload(aProgram(3), never)
    await expect.poll(() => link.controller.loaded()).not.toBeNull()
    const { steps, ...rest } = aProgram(3)
    const other = { ...rest, steps: steps.map((step) => (step.stepNo === 2 ? { ...step, gaugeMm: 77 } : step)) }
    const { same, differences } = await link.driver.verify(other)
    expect(same).toBe(false)
    expect(differences).toHaveLength(1)
    expect(differences[0]).toMatchObject({ address: 5, stepNo: 2, field: 'line' })
    expect(differences[0]?.sent).toContain('X77.00')
  })

  test('is read back if the leader equals the trailer and the answer ends with it', async () => {
    const template = dncTemplate({ readBack: { ask: 'LIST\r\n', last: '%' } })
    await using link = await linked(template)
    link.controller.setMode('receive')
    const program = aProgram(2)
    await link.driver.upload(program, never)
    await expect.poll(() => link.controller.loaded()).not.toBeNull()
    await expect(link.driver.verify(program)).resolves.toMatchObject({ same: true })
  })

  test('is sent line by line to a controller that sends XON for each line', async () => {
    await using link = await linked(byXon)
    link.controller.setMode('receive')
    await link.driver.upload(aProgram(5), never)
    await expect.poll(() => link.controller.loaded()?.length).toBe(4 + 2 * 5)
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
    await expect(link.driver.status()).resolves.toEqual({ safe: false, running: true, step: null })
    expect(link.controller.received()).toEqual([])
  })

  test('to a controller whose file declares no safe state: it is read-only', async () => {
    await using link = await linked(dncTemplate({ safe: null }))
    link.controller.setMode('receive')
    expect(link.driver.capabilities).toMatchObject({ upload: false, readOnlyBecause: 'no_safe_register' })
    await expect(link.driver.upload(aProgram(), never)).rejects.toMatchObject({ code: 'read_only' })
    expect(link.controller.received()).toEqual([])
  })

  test('if a figure of the last step is out of range', async () => {
    await using link = await linked()
    link.controller.setMode('receive')
    const { steps, ...rest } = aProgram(14)
    const wrong = { ...rest, steps: steps.map((step) => (step.stepNo === 14 ? { ...step, includedDeg: 10 } : step)) }
    await expect(link.driver.upload(wrong, never)).rejects.toMatchObject({ code: 'out_of_range' })
    expect(link.controller.received()).toEqual([])
  })

  test('if the upload is cancelled before it starts', async () => {
    await using link = await linked()
    link.controller.setMode('receive')
    await expect(link.driver.upload(aProgram(), AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' })
    expect(link.controller.received()).toEqual([])
  })
})

describe('an upload stops', () => {
  test('before the next line if the machine is started, and nothing is loaded', async () => {
    await using link = await linked(dncTemplate(), (text, controller) => {
      if (text.includes('N3 ')) controller.setMode('run')
    })
    link.controller.setMode('receive')
    await expect(link.driver.upload(aProgram(9), never)).rejects.toMatchObject({ code: 'running' })
    expect(link.controller.received().filter(({ mode }) => mode === 'run').length).toBeLessThanOrEqual(1)
    expect(link.controller.loaded()).toBeNull()
  })

  test('if it is cancelled, and does not send the end that loads the program', async () => {
    const cancelled = new AbortController()
    await using link = await linked(dncTemplate(), (text) => {
      if (text.includes('N4 ')) cancelled.abort()
    })
    link.controller.setMode('receive')
    await expect(link.driver.upload(aProgram(9), cancelled.signal)).rejects.toMatchObject({ code: 'cancelled' })
    expect(link.controller.loaded()).toBeNull()
  })

  test('within a line at XOFF, and continues at XON if the safe state is still valid', async () => {
    let receivedWhileStopped = ''
    let isStopped = false
    const template = dncTemplate({ answerMs: 5_000 })
    await using link = await linked(
      template,
      (text, controller) => {
        if (isStopped) receivedWhileStopped += text
        if (!text.includes('N2 B2')) return
        isStopped = true
        controller.sendXoff()
        setTimeout(() => {
          isStopped = false
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
    // only the characters that were already sent when XOFF arrived
    expect(receivedWhileStopped.length).toBeLessThanOrEqual(16)
  })

  test('permanently if XOFF within a line lasts longer than the safe state is valid', { tags: 'long' }, async () => {
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

  test('and ends the connection if something was sent, because a serial server may still have it', async () => {
    const cancelled = new AbortController()
    await using link = await linked(dncTemplate(), (text) => {
      if (text.includes('N4 ')) cancelled.abort()
    })
    // nothing was sent yet: the connection stays open
    await expect(link.driver.upload(aProgram(9), never)).rejects.toMatchObject({ code: 'not_safe' })
    link.controller.setMode('receive')
    await expect(link.driver.status()).resolves.toMatchObject({ safe: true })
    await expect(link.driver.upload(aProgram(9), cancelled.signal)).rejects.toMatchObject({ code: 'cancelled' })
    await expect(link.driver.status()).rejects.toMatchObject({ code: 'line_ended' })
  })

  test('with no answer if XON never arrives', async () => {
    await using link = await linked(dncTemplate({ answerMs: 100 }), (text, controller) => {
      if (text.includes('N2 B2')) controller.sendXoff()
    })
    link.controller.setMode('receive')
    await expect(link.driver.upload(aProgram(3), never)).rejects.toMatchObject({ code: 'no_answer' })
    expect(link.controller.loaded()).toBeNull()
  })

  test('if a controller that sends XON for each line sends none for the next line', async () => {
    await using link = await linked(dncTemplate({ safe: { by: 'xon' }, answerMs: 700 }), (text, controller) => {
      if (text.includes('N2 B2')) controller.setMode('idle')
    })
    link.controller.setMode('receive')
    await expect(link.driver.upload(aProgram(9), never)).rejects.toMatchObject({ code: 'not_safe' })
    expect(link.controller.loaded()).toBeNull()
  })
})

describe('a text controller', () => {
  test('reports its identity, its state, its counter and its alarm', async () => {
    await using link = await linked()
    link.controller.setMode('receive')
    link.controller.setCount(12)
    await expect(link.driver.probe()).resolves.toMatchObject({ answeredAs: '"\\u0006"' })
    await expect(link.driver.status()).resolves.toEqual({ safe: true, running: false, step: null })
    await expect(link.driver.counter()).resolves.toMatchObject({ value: 12, counts: 'pieces', jumpedBackFrom: null })
    link.controller.setCount(3)
    await expect(link.driver.counter()).resolves.toMatchObject({ value: 3, jumpedBackFrom: 12 })
    await expect(link.driver.alarms()).resolves.toEqual([])
    link.controller.setAlarm(2)
    await expect(link.driver.alarms()).resolves.toEqual([{ code: 2, text: 'light curtain', address: null }])
  })

  test('that does not answer is reported, and so is a connection that was cut', async () => {
    await using silent = await linked(dncTemplate({ counter: null, answerMs: 60 }), (_, controller) =>
      controller.silence(),
    )
    await expect(silent.driver.probe()).rejects.toMatchObject({ code: 'no_answer' })
    await using other = await linked()
    other.cut()
    await expect(other.driver.probe()).rejects.toMatchObject({ code: 'line_ended' })
    await expect(other.driver.counter()).rejects.toMatchObject({ code: 'line_ended' })
  })

  test('whose answer arrived while the event loop was blocked for longer than the deadline has answered', async () => {
    await using link = await linked(dncTemplate({ answerMs: 100 }), () => {
      // after the answer is sent, and before the driver can read it
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200))
    })
    link.controller.setMode('receive')
    await expect(link.driver.status()).resolves.toEqual({ safe: true, running: false, step: null })
  })

  test('that uses another parity is reported as a bad frame', async () => {
    await using link = await linked(dncTemplate(), (_, controller) => controller.garble())
    await expect(link.driver.probe()).rejects.toMatchObject({ code: 'bad_frame' })
    await expect(link.driver.counter()).rejects.toMatchObject({ code: 'bad_frame' })
    await expect(link.driver.upload(aProgram(), never)).rejects.toMatchObject({ code: 'bad_frame' })
  })

  test('answers calls one after the other, in their order', async () => {
    await using link = await linked()
    const results: number[] = []
    const ask = async (value: number): Promise<void> => {
      link.controller.setCount(7)
      const counted = await link.driver.counter()
      results.push(value + counted.value)
    }
    await Promise.all([ask(0), ask(10), ask(20)])
    expect(results).toEqual([7, 17, 27])
  })
})

test('an answer that comes too late is not taken for the answer to the next question', async () => {
  const template = dncTemplate({ answerMs: 1_000 })
  const { counter, alarms } = template
  if (counter === null || alarms === null) throw new Error('the template has no counter or no alarms')
  let late: { send: () => void } | null = null
  const sendLate = (): void => {
    late?.send()
    late = null
  }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const question = bytes.toString('latin1')
      if (question === counter.ask) late = { send: () => void socket.write(`${counter.begins} 7\r\n`) }
      if (question !== alarms.ask) return
      // a driver that does not wait for silence gets the late answer now
      sendLate()
      socket.write(`${alarms.begins} 0\r\n`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const transport = transportOf(`tcp://127.0.0.1:${address.port}`, systemClock)
  if (!transport.ok) throw new Error(transport.error)
  // only the driver's wait for silence has no signal
  const clock: Clock = {
    ...systemClock,
    wait: (ms, signal) => {
      if (signal === undefined) sendLate()
      return systemClock.wait(ms, signal)
    },
  }
  const driver = createDncText({ connection: await transport.value.open(never), template, clock, characterMs: 0 })
  onTestFinished(async () => {
    await driver.close()
    server.close()
  })
  await expect(driver.counter()).rejects.toMatchObject({ code: 'no_answer' })
  await expect(driver.alarms()).resolves.toEqual([])
})
