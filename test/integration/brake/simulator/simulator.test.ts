// The simulator on a real pseudo terminal and a real TCP port: Kant's own driver at the other end, and the cable pulled.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createModbusDriver } from '../../../../src-main/brake/drivers/modbus-driver.ts'
import { BrakeError, type BrakeStatus, type Driver } from '../../../../src-main/brake/drivers/driver.ts'
import { runControlCommand } from '../../../../src-main/brake/simulator/control-commands.ts'
import { startSimulator, type Simulator } from '../../../../src-main/brake/simulator/simulator.ts'
import { transportOf } from '../../../../src-main/brake/transport/transport-of.ts'
import type { Connection } from '../../../../src-main/brake/transport/transport.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { mapOf, programOf, shippedMapText } from '../../../fixtures/brake-programs.ts'

const never = new AbortController().signal
// both ends are in this process, which may have much else to do
const patientText = shippedMapText.replace('"answerWithinMs": 500', '"answerWithinMs": 600')
const patient = mapOf(patientText)

interface Brake extends AsyncDisposable {
  readonly simulator: Simulator
  readonly open: () => Promise<{ line: Connection; driver: Driver }>
}

async function brake(on: 'pty' | 'tcp', more: Partial<Parameters<typeof startSimulator>[0]> = {}): Promise<Brake> {
  const folder = mkdtempSync(join(tmpdir(), 'kant-brake-'))
  const simulator = await startSimulator({
    controllerFile: patientText,
    at: on === 'pty' ? { path: join(folder, 'brake') } : { port: 0 },
    baud: 115_200,
    parity: 'even',
    bits: 8,
    turnaroundMs: 5,
    strokeMs: 5,
    clock: systemClock,
    random: () => 0.5,
    ...more,
  })
  const lines: Connection[] = []
  return {
    simulator,
    open: async () => {
      const named = transportOf(simulator.uri, systemClock)
      if (!named.ok) throw new Error(named.error)
      const line = await named.value.open(never)
      lines.push(line)
      const { characterMs } = named.value
      return { line, driver: createModbusDriver({ connection: line, map: patient, clock: systemClock, characterMs }) }
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(lines.map((line) => line.close()))
      await simulator.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

describe.each(['pty', 'tcp'] as const)('a simulated brake on a %s', (on) => {
  test('takes a program, gives it back, bends and counts', async () => {
    await using at = await brake(on)
    const { driver } = await at.open()
    expect(await driver.probe()).toMatchObject({ answeredAs: 'unit 1' })
    const program = programOf(3)
    await driver.upload(program, never)
    expect(await driver.verify(program)).toEqual({ same: true, differences: [] })
    expect(await driver.counter()).toMatchObject({ value: 0 })
    for (let stroke = 0; stroke < 7; stroke++) {
      // oxlint-disable-next-line no-await-in-loop
      await at.simulator.machine.bend()
    }
    expect(await driver.counter()).toMatchObject({ value: 2, jumpedBackFrom: null })
    expect(at.simulator.modbus?.writes.map(({ state }) => state)).toEqual(['idle', 'idle'])
  })

  test.each([0, 1, 2, 3, 4])(
    'is gone when the cable is pulled after %i pieces of answer, and goes on with the next line',
    async (pieces) => {
      await using at = await brake(on)
      const { line, driver } = await at.open()
      await driver.status()
      const program = programOf(14)
      const { machine, modbus } = at.simulator
      let heard = 0
      const upload = driver.upload(program, never)
      const come = new Promise<void>((resolve) => {
        line.onBytes(() => {
          heard += 1
          if (heard >= pieces) resolve()
        })
      })
      await Promise.race([pieces === 0 ? null : come, upload.catch(() => null)])
      await at.simulator.unplug()
      // the last of them may have been the whole
      const how = await upload.then(
        () => 'whole',
        (error: unknown) => error,
      )
      // nothing is answered any more, and within 200 ms the port is known to be gone; where all of this is slow, the controller's last
      // word has grown too old
      const ends: readonly string[] = ['line_ended', 'no_answer', 'not_safe']
      expect(how === 'whole' || (how instanceof BrakeError && ends.includes(how.code))).toBe(true)
      expect(await line.ended).toMatchObject({ code: 'unplugged' })
      expect(machine.stepsLoaded()).toBe(how === 'whole' || modbus?.writes.at(-1)?.request.code === 6 ? 14 : 0)

      await at.simulator.plugIn()
      const again = await at.open()
      await again.driver.upload(program, never)
      expect(await again.driver.verify(program)).toMatchObject({ same: true })
      expect(
        modbus?.writes.every(({ state, safeReportedAtMs: toldSafeAtMs }) => state === 'idle' && toldSafeAtMs !== null),
      ).toBe(true)
    },
  )

  test('belongs to one program at a time, and to the next when it is let go', async () => {
    await using at = await brake(on)
    const { driver } = await at.open()
    await driver.status()
    // a port is refused at once, a serial server takes the call and hangs up
    const second = await at.open().then(
      ({ line }) => line.ended,
      (error: unknown) => error,
    )
    expect(second).toMatchObject({ code: on === 'pty' ? 'port_busy' : 'closed' })
    expect(await driver.status()).toEqual({ safe: true, running: false })
    await driver.close()
    const next = async (): Promise<BrakeStatus | null> => (await at.open()).driver.status().catch(() => null)
    await expect.poll(next).toEqual({ safe: true, running: false })
  })
})

describe('the words of a simulator', () => {
  test('bend, raise, count, fail and pull the cable', async () => {
    await using at = await brake('tcp')
    const { driver, line } = await at.open()
    const say = (words: string): Promise<string> => runControlCommand(at.simulator, words)
    expect(await say('count 41')).toBe('count 41')
    expect(await driver.counter()).toMatchObject({ value: 41 })
    await driver.upload(programOf(2), never)
    expect(await say('bend 4')).toBe('43 pieces')
    expect(await say('status')).toBe('idle, 2 steps loaded, 43 pieces, 4 strokes, alarm 0')
    expect(await say('alarm 3')).toBe('alarm 3')
    expect(await driver.alarms()).toMatchObject([{ code: 3, text: 'backgauge' }])
    expect(await say('clear')).toBe('clear')
    expect(await say('reset')).toBe('reset')
    expect(await driver.counter()).toMatchObject({ value: 0, jumpedBackFrom: 41 })
    await say('unit 9')
    await expect(driver.status()).rejects.toMatchObject({ code: 'wrong_unit', address: 9 })
    await say('own')
    await say('stall')
    await expect(driver.status()).rejects.toMatchObject({ code: 'no_answer' })
    await say('go')
    expect(await driver.status()).toEqual({ safe: true, running: false })
    expect(await say('writes')).toBe('2 writes, 0 of them while it was not idle')
    expect(await say('garble')).toBe('garble needs a number')
    expect(await say('start')).toBe('"start" is not understood: help')
    await say('unplug')
    expect(await line.ended).toMatchObject({ code: 'unplugged' })
    expect(await say('plug')).toBe('plug')
    expect(await (await at.open()).driver.status()).toEqual({ safe: true, running: false })
  })

  test('have somebody bend on and on', async () => {
    await using at = await brake('tcp')
    const { driver } = await at.open()
    await driver.upload(programOf(1), never)
    await runControlCommand(at.simulator, 'pace 20')
    await expect.poll(async () => (await driver.counter()).value).toBeGreaterThan(3)
    await runControlCommand(at.simulator, 'pace 0')
  })
})
