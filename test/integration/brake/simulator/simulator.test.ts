// The simulator on a real pseudo terminal and a real TCP port, with Kant's driver as its client.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
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
import { onlyLongUnless } from '../../../only-long.ts'
import { clockWithoutSilence } from '../../../without-silence.ts'

const never = new AbortController().signal
// both ends run in this process, which may be slow
const mapTextOf = (answerMs: number): string =>
  shippedMapText.replace('"answerWithinMs": 500', `"answerWithinMs": ${answerMs}`)
const slowMapText = mapTextOf(10_000)
const slowMap = mapOf(slowMapText)

interface Brake extends AsyncDisposable {
  readonly simulator: Simulator
  readonly open: () => Promise<{ connection: Connection; driver: Driver }>
}

async function brake(
  on: 'pty' | 'tcp',
  { controllerFile = slowMapText, map = slowMap }: { controllerFile?: string; map?: typeof slowMap } = {},
): Promise<Brake> {
  const folder = mkdtempSync(join(tmpdir(), 'kant-brake-'))
  const simulator = await startSimulator({
    controllerFile,
    endpoint: on === 'pty' ? { path: join(folder, 'brake') } : { port: 0 },
    baud: 115_200,
    parity: 'even',
    bits: 8,
    turnaroundMs: 5,
    strokeMs: 5,
    clock: systemClock,
    random: () => 0.5,
  })
  const connections: Connection[] = []
  return {
    simulator,
    open: async () => {
      const transport = transportOf(simulator.uri, systemClock)
      if (!transport.ok) throw new Error(transport.error)
      const connection = await transport.value.open(never)
      connections.push(connection)
      const { characterMs } = transport.value
      return { connection, driver: createModbusDriver({ connection, map, clock: clockWithoutSilence, characterMs }) }
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(connections.map((connection) => connection.close()))
      await simulator.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

describe.each(['pty', 'tcp'] as const)('a simulated brake on a %s', (on) => {
  test('accepts a program, sends it back, bends and counts', async () => {
    await using rig = await brake(on)
    const { driver } = await rig.open()
    expect(await driver.probe()).toMatchObject({ answeredAs: 'unit 1' })
    const program = programOf(3)
    await driver.upload(program, never)
    expect(await driver.verify(program)).toEqual({ same: true, differences: [] })
    expect(await driver.counter()).toMatchObject({ value: 0 })
    for (let stroke = 0; stroke < 7; stroke++) {
      // oxlint-disable-next-line no-await-in-loop
      await rig.simulator.machine.bend()
    }
    expect(await driver.counter()).toMatchObject({ value: 2, jumpedBackFrom: null })
    expect(rig.simulator.modbus?.writes.map(({ state }) => state)).toEqual(['idle', 'idle'])
  })

  for (const parts of [0, 1, 2, 3, 4])
    test(
      `a cable pulled after ${parts} parts of an answer ends the connection, and the next connection works`,
      onlyLongUnless(parts === 0 || parts === 3),
      async () => {
        await using rig = await brake(on)
        const { connection, driver } = await rig.open()
        await driver.status()
        const program = programOf(14)
        const { machine, modbus } = rig.simulator
        let receivedParts = 0
        const upload = driver.upload(program, never)
        const partsReceived = new Promise<void>((resolve) => {
          connection.onBytes(() => {
            receivedParts += 1
            if (receivedParts >= parts) resolve()
          })
        })
        await Promise.race([parts === 0 ? null : partsReceived, upload.catch(() => null)])
        await rig.simulator.unplug()
        // the upload may have finished before the cable was pulled
        const outcome = await upload.then(
          () => 'complete',
          (error: unknown) => error,
        )
        // the removed port is detected within 200 ms; on a slow machine, the answer or the safe state may time out before
        const expectedCodes: readonly string[] = ['line_ended', 'no_answer', 'not_safe']
        expect(outcome === 'complete' || (outcome instanceof BrakeError && expectedCodes.includes(outcome.code))).toBe(
          true,
        )
        expect(await connection.ended).toMatchObject({ code: 'unplugged' })
        expect(machine.stepsLoaded()).toBe(outcome === 'complete' || modbus?.writes.at(-1)?.request.code === 6 ? 14 : 0)

        await rig.simulator.plugIn()
        const next = await rig.open()
        await next.driver.upload(program, never)
        expect(await next.driver.verify(program)).toMatchObject({ same: true })
        expect(
          modbus?.writes.every(({ state, safeReportedAtMs }) => state === 'idle' && safeReportedAtMs !== null),
        ).toBe(true)
      },
    )

  test('serves one program at a time, and another one after that program disconnects', async () => {
    await using rig = await brake(on)
    const { driver } = await rig.open()
    await driver.status()
    // a serial port is refused at once; a serial server accepts the connection and closes it
    const second = await rig.open().then(
      ({ connection }) => connection.ended,
      (error: unknown) => error,
    )
    expect(second).toMatchObject({ code: on === 'pty' ? 'port_busy' : 'closed' })
    expect(await driver.status()).toEqual({ safe: true, running: false, step: null })
    await driver.close()
    // the server may still be closing the connection of the first program
    const next = async (): Promise<BrakeStatus | null> => {
      const { connection, driver: another } = await rig.open()
      try {
        return await another.status()
      } catch {
        await connection.close()
        return null
      }
    }
    await expect.poll(next).toEqual({ safe: true, running: false, step: null })
  })
})

test('a partial request does not become part of the next connection’s request', async () => {
  await using rig = await brake('tcp', { controllerFile: slowMapText.replace('"modbus-rtu"', '"modbus-tcp"') })
  const port = Number(new URL(rig.simulator.uri).port)
  const ended = connect(port, '127.0.0.1')
  // a write of four words without its words
  ended.end(Uint8Array.of(0, 1, 0, 0, 0, 15, slowMap.unit, 16, 0, 0, 0, 4, 8))
  ended.resume()
  await once(ended, 'close')
  const next = connect(port, '127.0.0.1')
  next.write(Uint8Array.of(0, 2, 0, 0, 0, 6, slowMap.unit, 3, 0, 0, 0, 1))
  const [answer]: Buffer[] = await once(next, 'data')
  next.destroy()
  expect([answer?.[1], (answer?.[7] ?? 0) & 0x7f]).toEqual([2, 3])
  expect(rig.simulator.modbus?.writes).toEqual([])
})

describe('the commands of a simulator', () => {
  test('bend, raise alarms, set counters, cause faults and pull the cable', async () => {
    // a stalled controller is waited for to the end
    await using rig = await brake('tcp', { map: mapOf(mapTextOf(3_000)) })
    const { driver, connection } = await rig.open()
    const run = (command: string): Promise<string> => runControlCommand(rig.simulator, command)
    expect(await run('count 41')).toBe('count 41')
    expect(await driver.counter()).toMatchObject({ value: 41 })
    await driver.upload(programOf(2), never)
    expect(await run('bend 4')).toBe('43 pieces')
    expect(await run('status')).toBe('idle, 2 steps loaded, 43 pieces, 4 strokes, alarm 0')
    expect(await run('alarm 3')).toBe('alarm 3')
    expect(await driver.alarms()).toMatchObject([{ code: 3, text: 'backgauge' }])
    expect(await run('clear')).toBe('clear')
    expect(await run('reset')).toBe('reset')
    expect(await driver.counter()).toMatchObject({ value: 0, jumpedBackFrom: 41 })
    await run('unit 9')
    await expect(driver.status()).rejects.toMatchObject({ code: 'wrong_unit', address: 9 })
    await run('own')
    await run('stall')
    await expect(driver.status()).rejects.toMatchObject({ code: 'no_answer' })
    await run('go')
    expect(await driver.status()).toEqual({ safe: true, running: false, step: 1 })
    expect(await run('writes')).toBe('2 writes, 0 of them while it was not idle')
    expect(await run('garble')).toBe('garble needs a number')
    expect(await run('start')).toBe('"start" is not a command; "help" lists the commands')
    await run('unplug')
    expect(await connection.ended).toMatchObject({ code: 'unplugged' })
    expect(await run('plug')).toBe('plug')
    expect(await (await rig.open()).driver.status()).toEqual({ safe: true, running: false, step: 1 })
  })

  test('bend continuously', async () => {
    await using rig = await brake('tcp')
    const { driver } = await rig.open()
    await driver.upload(programOf(1), never)
    await runControlCommand(rig.simulator, 'pace 20')
    await expect.poll(async () => (await driver.counter()).value).toBeGreaterThan(3)
    await runControlCommand(rig.simulator, 'pace 0')
  })
})
