// The simulator with independent Modbus masters, mbpoll and modbus-serial, on a real pseudo terminal and TCP.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import modbusSerial from 'modbus-serial'
import { describe, expect, test } from 'vitest'
import { startSimulator, type Simulator } from '../../../../src-main/brake/simulator/simulator.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { shippedMapText } from '../../../fixtures/brake-programs.ts'

const run = promisify(execFile)

async function simulated(on: 'pty' | 'tcp'): Promise<Simulator & { path: string } & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'kant-brake-'))
  const path = join(folder, 'brake')
  const simulator = await startSimulator({
    controllerFile: on === 'tcp' ? shippedMapText.replace('modbus-rtu', 'modbus-tcp') : shippedMapText,
    endpoint: on === 'pty' ? { path } : { port: 0 },
    baud: 19_200,
    parity: 'even',
    bits: 8,
    turnaroundMs: 5,
    strokeMs: 10,
    clock: systemClock,
    random: () => 0.5,
  })
  return Object.assign(simulator, {
    path,
    [Symbol.asyncDispose]: async () => {
      await simulator.close()
      rmSync(folder, { recursive: true, force: true })
    },
  })
}

// mbpoll waits for one second unless told otherwise, and a busy machine may take longer to answer
const longestWait = ['-o', '10']

describe('mbpoll', () => {
  test.each(['pty', 'tcp'] as const)('reads and writes the simulator on a %s', async (on) => {
    await using brake = await simulated(on)
    const port = on === 'tcp' ? new URL(brake.uri).port : ''
    const connectionArgs = on === 'tcp' ? ['-m', 'tcp', '-p', port] : ['-m', 'rtu', '-b', '19200', '-P', 'even']
    const where = on === 'tcp' ? '127.0.0.1' : brake.path
    const mbpoll = async (...args: string[]): Promise<string> =>
      (await run('mbpoll', [...connectionArgs, ...longestWait, '-a', '1', '-0', '-1', ...args])).stdout
    brake.machine.setPieces(70_001)
    expect(await mbpoll('-t', '3', '-r', '0', '-c', '4', where)).toMatch(
      /\[0\]:\s+1\n\[1\]:\s+0\n\[2\]:\s+1\n\[3\]:\s+4465/,
    )
    expect(await mbpoll('-t', '4', '-r', '100', where, '2', '9000')).toContain('Written 2 references')
    expect(await mbpoll('-t', '4', '-r', '100', '-c', '2', where)).toMatch(/\[100\]:\s+2\n\[101\]:\s+9000/)
    await expect(mbpoll('-t', '3', '-r', '50', where)).rejects.toMatchObject({
      stderr: expect.stringContaining('Illegal data address') as unknown,
    })
    expect(brake.modbus?.writes).toHaveLength(1)
  })
})

describe('modbus-serial', () => {
  test('loads a program into the simulator, and is refused while an alarm is active', async () => {
    await using brake = await simulated('pty')
    const master = new modbusSerial.default()
    await master.connectRTUBuffered(brake.path, { baudRate: 19_200, parity: 'even' })
    master.setID(1)
    master.setTimeout(10_000)
    expect((await master.readInputRegisters(0, 4)).data).toEqual([1, 0, 0, 0])
    await master.writeRegisters(100, [1, 9_000, 0, 0, 30_000, 20_000, 70, 0, 0])
    await master.writeRegister(90, 1)
    expect(brake.machine.stepsLoaded()).toBe(1)
    brake.machine.raiseAlarm(2)
    await expect(master.writeRegister(90, 1)).rejects.toMatchObject({ modbusCode: 6 })
    await new Promise<void>((resolve) => master.close(() => resolve()))
  })
})
