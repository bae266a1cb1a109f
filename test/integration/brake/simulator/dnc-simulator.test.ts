// The simulated brake with a DNC controller on a real pseudo terminal: a program is loaded, bent and counted.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDncText } from '../../../../src-main/brake/drivers/dnc-text.ts'
import { startSimulator } from '../../../../src-main/brake/simulator/simulator.ts'
import { transportOf } from '../../../../src-main/brake/transport/transport-of.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { aProgram, dncTemplate, shippedText } from '../../../fixtures/dnc.ts'

const never = new AbortController().signal

test('a program is sent, read back, bent and counted, and refused while the machine runs or has an alarm', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-dnc-'))
  const simulator = await startSimulator({
    controllerFile: shippedText('dnc-text-simulator.json'),
    endpoint: { path: join(folder, 'brake') },
    baud: 19_200,
    parity: 'even',
    bits: 7,
    turnaroundMs: 5,
    strokeMs: 300,
    clock: systemClock,
    random: () => 0.5,
  })
  try {
    const transport = transportOf(simulator.uri, systemClock)
    if (!transport.ok) throw new Error(transport.error)
    const connection = await transport.value.open(never)
    const { characterMs } = transport.value
    const driver = createDncText({ connection, template: dncTemplate(), clock: systemClock, characterMs })
    await expect(driver.probe()).resolves.toMatchObject({ answeredAs: '"\\u0006"' })

    const program = aProgram(2)
    await driver.upload(program, never)
    await expect.poll(() => simulator.machine.stepsLoaded()).toBe(2)
    await expect(driver.verify(program)).resolves.toEqual({ same: true, differences: [] })

    const bending = simulator.machine.bend()
    await expect(driver.upload(program, never)).rejects.toMatchObject({ code: 'running' })
    await bending
    await simulator.machine.bend()
    await expect.poll(() => driver.counter()).toMatchObject({ value: 1, counts: 'pieces' })

    simulator.machine.raiseAlarm(3)
    await expect(driver.alarms()).resolves.toEqual([{ code: 3, text: 'backgauge', address: null }])
    await expect(driver.upload(program, never)).rejects.toMatchObject({ code: 'not_safe' })
    simulator.machine.clearAlarm()

    await simulator.unplug()
    await expect(driver.status()).rejects.toMatchObject({ code: 'line_ended' })
    await driver.close()
  } finally {
    await simulator.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
