// The technician's words about the brake, as the program says them: linked, looked at over a real line, proven, and each fault with its
// next step.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brakeFaultCodes } from '../../../../shared/station-api/index.ts'
import { startSimulator, type Simulator } from '../../../../src-main/brake/simulator/simulator.ts'
import { nextStep, describePorts } from '../../../../src-main/cli/brake/brake-text.ts'
import { pathOf, portHolder } from '../../../../src-main/cli/brake/port-holder.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { readSettings } from '../../../../src-main/station/settings/settings.ts'

const root = join(import.meta.dirname, '../../../..')
const controllerFile = readFileSync(join(root, 'resources/controllers/modbus-simulator.json'), 'utf8')
let folder: string
let simulator: Simulator

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kant-brake-'))
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
  simulator = await startSimulator({
    controllerFile,
    at: { port: 0 },
    baud: 19_200,
    parity: 'even',
    bits: 8,
    turnaroundMs: 1,
    strokeMs: 20,
    clock: systemClock,
    random: () => 0.5,
  })
})
afterEach(async () => {
  await simulator.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Said {
  code: number | null
  out: string
  err: string
}

/** `hear` is told what was said so far and may answer. */
async function kant(
  words: readonly string[],
  hear: (said: string) => string | null | Promise<string | null> = () => null,
): Promise<Said> {
  const child = spawn(process.execPath, [join(root, 'src-main/cli/kant.ts'), ...words, '--data', folder], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    out += more
    void Promise.resolve(hear(more)).then((answer) => answer === null || child.stdin.write(answer))
  })
  const err = await text(child.stderr)
  return { code: await ended, out, err }
}
const settings = { baseUrl: 'http://127.0.0.1:9/api/v1' }
const linked = (): void =>
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ ...settings, brake: { uri: simulator.uri, map: 'modbus-simulator' } }),
  )
const yes = (said: string): string | null => (said.includes('(yes/no)') ? 'yes\n' : null)
const proven = (): boolean => existsSync(join(folder, 'brake-commissions.json'))

describe('kant brake link', () => {
  test('keeps the line and the controller’s file, and takes them away again', async () => {
    expect(await kant(['brake', 'link', simulator.uri, 'modbus-simulator'])).toMatchObject({ code: 0, err: '' })
    expect(readSettings(folder)?.brake).toEqual({ uri: simulator.uri, map: 'modbus-simulator' })
    expect((await kant(['brake', 'unlink'])).code).toBe(0)
    expect(readSettings(folder)?.brake).toBeNull()
  })
  test.each([
    ['an address that is none', 'serial:/dev/ttyUSB0?speed=9600', 'modbus-simulator', '"speed" is not one of'],
    ['an address that says no kind', 'ttyUSB0', 'modbus-simulator', '"ttyUSB0" must begin with serial: or'],
    [
      'a file that is not there',
      'tcp://127.0.0.1:502',
      'no-such',
      'Use one of dnc-text-simulator, file-drop, modbus-sim',
    ],
    ['a folder for a controller on a line', 'folder:/tmp', 'modbus-simulator', ''],
  ])('refuses %s, and nothing is kept', async (_, uri, map, says) => {
    const { code, err } = await kant(['brake', 'link', uri, map])
    expect(code).toBe(1)
    expect(err).toContain(says)
    expect(readSettings(folder)?.brake).toBeNull()
  })
  test('names each wrong place of a file by its line', async () => {
    const wrong = join(folder, 'wrong.json')
    writeFileSync(wrong, controllerFile.replace('"address": 1,', '"address": 0,'))
    const { code, err } = await kant(['brake', 'link', simulator.uri, wrong])
    expect(code).toBe(1)
    expect(err).toMatch(/wrong\.json: line \d+ registers\./)
  })
})

describe('kant brake probe', () => {
  test('says who answers and what can be done with it, and writes nothing', async () => {
    linked()
    const { code, out } = await kant(['brake', 'probe'])
    expect(code).toBe(0)
    expect(out).toContain('answers as unit 1')
    expect(out).toContain('takes programs of up to 14 steps, sends them back, counts pieces')
    expect(out).toContain('Now it does not run and is safe.')
    expect(simulator.modbus?.writes).toEqual([])
  })
  test('of one that does not answer, or as another unit, says the address and what to look at', async () => {
    linked()
    simulator.modbus?.answerAs(7)
    expect((await kant(['brake', 'probe'])).err).toMatch(/unit 7.*\n.*"unit" in the controller’s file/s)
    simulator.modbus?.answerAs(null)
    simulator.faults.stalled = true
    const { code, err } = await kant(['brake', 'probe'])
    expect(code).toBe(1)
    expect(err).toMatch(/no answer.*\n.*speed, parity and bits/s)
  })
  test('of a line that nobody listens on says where to look', async () => {
    linked()
    await simulator.unplug()
    const { code, err } = await kant(['brake', 'status'])
    expect(code).toBe(1)
    expect(err).toContain('Nobody listens there')
  })
})

describe('kant brake commission', () => {
  test('needs the name of who watches', async () => {
    linked()
    expect(await kant(['brake', 'commission'])).toMatchObject({ code: 1 })
    expect(proven()).toBe(false)
  })
  test('passes where all is as the file says and a piece is counted, and keeps the name', async () => {
    linked()
    const { code, out, err } = await kant(['brake', 'commission', '--by', 'Kari Nordmann'], async (said) => {
      if (!said.includes('press Enter')) return yes(said)
      await simulator.machine.bend()
      return '\n'
    })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('Proven by Kari Nordmann')
    expect(readFileSync(join(folder, 'brake-commissions.json'), 'utf8')).toContain('Kari Nordmann')
    expect(simulator.machine.stepsLoaded()).toBe(1)
  })
  test('sends nothing where the person says no, and keeps nothing', async () => {
    linked()
    const { code, err } = await kant(['brake', 'commission', '--by', 'KN'], (said) =>
      said.includes('(yes/no)') ? 'no\n' : null,
    )
    expect({ code, err }).toEqual({ code: 1, err: 'Nothing was sent.\n' })
    expect([simulator.modbus?.writes, proven()]).toEqual([[], false])
  })
  test('sends nothing to a machine that is in alarm', async () => {
    linked()
    simulator.machine.raiseAlarm(1)
    expect((await kant(['brake', 'commission', '--by', 'KN'], yes)).err).toContain('must stand safely still')
    expect([simulator.modbus?.writes, proven()]).toEqual([[], false])
  })
})

describe('the words', () => {
  test('have a next step for every fault', () => {
    for (const code of brakeFaultCodes) expect(nextStep(code, 'serial:/dev/ttyUSB0').length).toBeGreaterThan(20)
    expect(nextStep('no_answer', 'folder:/mnt/brake')).not.toMatch(/cable|parity/)
    expect(nextStep('permission_denied', 'serial:/dev/ttyUSB0')).toMatch(/dialout.*udev/)
    expect(nextStep('port_busy', 'serial:/dev/ttyUSB0', 'minicom (process 7)')).toMatch(/^minicom \(process 7\)/)
  })
  test('give each port the address by which it is found under any name', () => {
    const port = { path: '/dev/ttyUSB0', maker: 'FTDI', vendor: '0403', product: '6001', serial: 'AB12' }
    expect(describePorts([port]).join('\n')).toContain('serial:?vendor=0403&product=6001&serial=AB12&')
  })
  test('name the program that has a port open', async () => {
    const socket = join(folder, 'held')
    writeFileSync(socket, '')
    const holder = spawn(
      process.execPath,
      ['-e', `require('fs').openSync(${JSON.stringify(socket)}); console.log('open'); setInterval(() => {}, 1e6)`],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    await new Promise((resolve) => holder.stdout.once('data', resolve))
    expect(portHolder(socket)).toContain(`(process ${holder.pid})`)
    holder.kill()
    await new Promise((resolve) => holder.once('close', resolve))
    expect(portHolder(socket)).toBeNull()
    expect(pathOf('serial:/dev/ttyUSB0?baud=9600')).toBe('/dev/ttyUSB0')
  })
})
