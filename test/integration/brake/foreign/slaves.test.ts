// The driver with independent Modbus slaves, pymodbus and libmodbus, each with its own map, on real connections.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { createModbusDriver } from '../../../../src-main/brake/drivers/modbus-driver.ts'
import type { Driver } from '../../../../src-main/brake/drivers/driver.ts'
import { transportOf } from '../../../../src-main/brake/transport/transport-of.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { mapOf, programOf } from '../../../fixtures/brake-programs.ts'
import { freePort } from '../../../free-port.ts'
import { onlyLongUnless } from '../../../only-long.ts'
import { serialPair } from '../../../serial-pair.ts'

const never = new AbortController().signal
const slaves = join(import.meta.dirname, '../../../fixtures/modbus-slaves')
const mapText = (name: string): string => readFileSync(join(slaves, `${name}.json`), 'utf8')

async function connected(uri: string, text: string): Promise<Driver> {
  const transport = transportOf(uri, systemClock)
  if (!transport.ok) throw new Error(transport.error)
  return createModbusDriver({
    connection: await transport.value.open(never),
    map: mapOf(text),
    clock: systemClock,
    characterMs: transport.value.characterMs,
  })
}

/** Resolves when the program has printed its first line. The end of `await using` kills it. */
async function started(program: string, args: readonly string[]): Promise<ChildProcess & AsyncDisposable> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ready = once(createInterface({ input: child.stdout }), 'line')
  const exited = once(child, 'exit').then(() => {
    throw new Error(`${program} ended before it was ready`)
  })
  await Promise.race([ready, exited])
  exited.catch(() => {})
  return Object.assign(child, {
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  })
}

function compiled(folder: string): string {
  const slave = join(folder, 'libmodbus_slave')
  execFileSync('gcc', [join(slaves, 'libmodbus_slave.c'), '-I/usr/include/modbus', '-lmodbus', '-o', slave])
  return slave
}

describe('pymodbus', () => {
  test(
    'accepts a program over a serial line, sends it back, counts, and is not written to while it runs',
    { tags: 'long' },
    async () => {
      await using pair = await serialPair()
      await using slave = await started('/usr/bin/python3', [join(slaves, 'pymodbus_slave.py'), pair.far])
      const driver = await connected(`serial:${pair.near}?baud=19200&parity=even`, mapText('pymodbus'))
      const set = async (address: number, value: number): Promise<void> => {
        slave.stdin?.write(`${address} ${value}\n`)
      }
      expect(await driver.probe()).toEqual({ controller: 'pymodbus', answeredAs: 'unit 3' })
      const program = programOf(14)
      await driver.upload(program, never)
      expect(await driver.verify(program)).toEqual({ same: true, differences: [] })
      expect(await driver.verify(programOf(14, (step) => ({ ...step, gaugeMm: 300 })))).toMatchObject({ same: false })

      await set(10, 7)
      await set(11, 2)
      const strokes = { counts: 'strokes', strokesPerPiece: null, address: 10 }
      // low word first
      await expect.poll(() => driver.counter()).toMatchObject({ ...strokes, value: 131_079, jumpedBackFrom: null })
      await set(0, 3)
      await expect.poll(() => driver.status()).toEqual({ safe: true, running: true, step: null })
      await expect(driver.upload(program, never)).rejects.toMatchObject({ code: 'running' })
      await driver.close()
    },
  )
})

describe('libmodbus', () => {
  for (const mode of ['rtu', 'tcp'] as const)
    test(`accepts a program over ${mode}, sends it back and counts`, onlyLongUnless(mode === 'tcp'), async () => {
      const folder = mkdtempSync(join(tmpdir(), 'kant-libmodbus-'))
      try {
        await using pair = await serialPair()
        const port = await freePort()
        const slave = compiled(folder)
        await using _ = await started(slave, [mode, mode === 'tcp' ? String(port) : pair.far])
        const text = mode === 'tcp' ? mapText('libmodbus').replace('modbus-rtu', 'modbus-tcp') : mapText('libmodbus')
        const driver = await connected(mode === 'tcp' ? `tcp://127.0.0.1:${port}` : `serial:${pair.near}`, text)
        expect(await driver.status()).toEqual({ safe: true, running: false, step: null })
        const program = programOf(14)
        await driver.upload(program, never)
        expect(await driver.verify(program)).toEqual({ same: true, differences: [] })
        expect(await driver.counter()).toMatchObject({ value: 1, counts: 'pieces' })
        await driver.close()
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })

  test('refuses a register that it does not have, with the address', { tags: 'long' }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kant-libmodbus-'))
    try {
      await using pair = await serialPair()
      await using _ = await started(compiled(folder), ['rtu', pair.far])
      const driver = await connected(
        `serial:${pair.near}`,
        mapText('libmodbus').replace('"address": 20', '"address": 200'),
      )
      await expect(driver.counter()).rejects.toMatchObject({ code: 'refused', address: 200 })
      await driver.close()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
