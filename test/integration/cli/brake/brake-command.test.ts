// `kant brake` as a program: it connects a brake, tests it over a real connection, proves it, and states the next step after each fault.
import { startModbusOnPort } from '../../brake/simulated-modbus.ts'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { brakeFaultCodes } from '../../../../shared/station-api/index.ts'
import type { Simulator } from '../../../../src-main/brake/simulator/simulator.ts'
import { nextStep, describePorts } from '../../../../src-main/cli/brake/brake-text.ts'
import { pathOf, portHolder } from '../../../../src-main/cli/brake/port-holder.ts'
import { holdFolder } from '../../../../src-main/ledger/index.ts'
import { kantCommandHere } from '../../../../src-main/platform/kant-command.ts'
import { readSettings } from '../../../../src-main/station/settings/settings.ts'
import { onlyLongUnless } from '../../../only-long.ts'

const root = join(import.meta.dirname, '../../../..')
const controllerFile = readFileSync(join(root, 'resources/controllers/modbus-simulator.json'), 'utf8')
let folder: string
let simulator: Simulator

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kant-brake-'))
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
  simulator = await startModbusOnPort(controllerFile, 20)
})
afterEach(async () => {
  await simulator.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Result {
  code: number | null
  stdout: string
  stderr: string
}

/** `answer` gets the new output and returns the input for the program, or null. */
async function kant(
  words: readonly string[],
  answer: (output: string) => string | null | Promise<string | null> = () => null,
): Promise<Result> {
  const child = spawn(process.execPath, [join(root, 'src-main/cli/kant.ts'), ...words, '--data', folder], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    stdout += more
    void Promise.resolve(answer(more)).then((input) => input === null || child.stdin.write(input))
  })
  const stderr = await text(child.stderr)
  return { code: await ended, stdout, stderr }
}
const settings = { baseUrl: 'http://127.0.0.1:9/api/v1' }
const connectBrake = (): void =>
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ ...settings, brake: { uri: simulator.uri, map: 'modbus-simulator' } }),
  )
const answerYes = (output: string): string | null => (output.includes('(yes/no)') ? 'yes\n' : null)
const isProven = (): boolean => existsSync(join(folder, 'brake-commissions.json'))

describe('kant brake link', () => {
  test('stores the connection and the controller’s file, and removes them again', { tags: 'long' }, async () => {
    expect(await kant(['brake', 'link', simulator.uri, 'modbus-simulator'])).toMatchObject({ code: 0, stderr: '' })
    expect(readSettings(folder)?.brake).toEqual({ uri: simulator.uri, map: 'modbus-simulator' })
    expect((await kant(['brake', 'unlink'])).code).toBe(0)
    expect(readSettings(folder)?.brake).toBeNull()
  })
  test('prints the next commands as they are written for this folder', { tags: 'long' }, async () => {
    const { stdout } = await kant(['brake', 'link', simulator.uri, 'modbus-simulator'])
    const here = kantCommandHere(folder)
    expect(here).toMatch(/^npm --prefix /)
    expect(stdout).toContain(`"${here} brake probe"; prove it with "${here} brake commission --by NAME"`)
    await kant(['brake', 'unlink'])
    expect((await kant(['brake', 'probe'])).stderr).toContain(`Run "${here} brake link URI CONTROLLER"`)
  })
  for (const [name, uri, map, says] of [
    ['an invalid address', 'serial:/dev/ttyUSB0?speed=9600', 'modbus-simulator', '"speed" is not one of'],
    ['an address without a kind', 'ttyUSB0', 'modbus-simulator', '"ttyUSB0" must begin with serial: or'],
    ['a missing file', 'tcp://127.0.0.1:502', 'no-such', 'Use one of dnc-text-simulator, file-drop, modbus-sim'],
    ['a folder for a controller with a serial connection', 'folder:/tmp', 'modbus-simulator', ''],
  ] as const)
    test(`refuses ${name}, and stores nothing`, onlyLongUnless(name === 'a missing file'), async () => {
      const { code, stderr } = await kant(['brake', 'link', uri, map])
      expect(code).toBe(1)
      expect(stderr).toContain(says)
      expect(readSettings(folder)?.brake).toBeNull()
    })
  test('reports each error in a file with its line', { tags: 'long' }, async () => {
    const wrong = join(folder, 'wrong.json')
    writeFileSync(wrong, controllerFile.replace('"address": 1,', '"address": 0,'))
    const { code, stderr } = await kant(['brake', 'link', simulator.uri, wrong])
    expect(code).toBe(1)
    expect(stderr).toMatch(/wrong\.json: line \d+ registers\./)
  })
})

describe('kant brake probe', () => {
  test('shows which controller answers and what it supports, and writes nothing', { tags: 'long' }, async () => {
    connectBrake()
    const { code, stdout } = await kant(['brake', 'probe'])
    expect(code).toBe(0)
    expect(stdout).toContain('answers as unit 1')
    expect(stdout).toContain('accepts programs of up to 60 steps, returns them, counts pieces')
    expect(stdout).toContain('The machine does not run and is safe.')
    expect(simulator.modbus?.writes).toEqual([])
  })
  test(
    'of a controller that does not answer, or answers as another unit, names the address and what to check',
    { tags: 'long' },
    async () => {
      connectBrake()
      simulator.modbus?.answerAs(7)
      expect((await kant(['brake', 'probe'])).stderr).toMatch(/unit 7.*\n.*"unit" in the controller’s file/s)
      simulator.modbus?.answerAs(null)
      simulator.faults.stalled = true
      const { code, stderr } = await kant(['brake', 'probe'])
      expect(code).toBe(1)
      expect(stderr).toMatch(/no answer.*\n.*speed, parity and bits/s)
    },
  )
  test('of an address without a listener says what to check', { tags: 'long' }, async () => {
    connectBrake()
    await simulator.unplug()
    const { code, stderr } = await kant(['brake', 'status'])
    expect(code).toBe(1)
    expect(stderr).toContain('Nothing listens there')
  })
})

describe('kant brake commission', () => {
  test('needs the name of the person who watches', { tags: 'long' }, async () => {
    connectBrake()
    expect(await kant(['brake', 'commission'])).toMatchObject({ code: 1 })
    expect(isProven()).toBe(false)
  })
  test('succeeds if everything matches the file and a piece is counted, and stores the name', async () => {
    connectBrake()
    const { code, stdout, stderr } = await kant(['brake', 'commission', '--by', 'Kari Nordmann'], async (output) => {
      if (!output.includes('Press Enter')) return answerYes(output)
      await simulator.machine.bend()
      return '\n'
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Proven by Kari Nordmann')
    expect(readFileSync(join(folder, 'brake-commissions.json'), 'utf8')).toContain('Kari Nordmann')
    expect(simulator.machine.stepsLoaded()).toBe(1)
  })
  test('sends nothing if the person says no, and stores nothing', { tags: 'long' }, async () => {
    connectBrake()
    const { code, stderr } = await kant(['brake', 'commission', '--by', 'KN'], (output) =>
      output.includes('(yes/no)') ? 'no\n' : null,
    )
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'Nothing was sent.\n' })
    expect([simulator.modbus?.writes, isProven()]).toEqual([[], false])
  })
  test('asks nothing while a station without an address holds the folder', async () => {
    connectBrake()
    const held = holdFolder(folder)
    onTestFinished(() => held.release())
    const { code, stdout, stderr } = await kant(['brake', 'commission', '--by', 'Kari'], answerYes)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe('A station runs here and uses the connection. Close its window first.\n')
    expect(simulator.modbus?.writes).toEqual([])
  })
  test('sends nothing to a machine with an alarm', { tags: 'long' }, async () => {
    connectBrake()
    simulator.machine.raiseAlarm(1)
    expect((await kant(['brake', 'commission', '--by', 'KN'], answerYes)).stderr).toContain('must be in its safe state')
    expect([simulator.modbus?.writes, isProven()]).toEqual([[], false])
  })
})

describe('the texts', () => {
  test('name a next step for every fault', () => {
    const serial = { uri: 'serial:/dev/ttyUSB0', kant: '/opt/Kant/kant' }
    for (const code of brakeFaultCodes) expect(nextStep(code, serial).length).toBeGreaterThan(20)
    expect(nextStep('no_answer', { ...serial, uri: 'folder:/mnt/brake' })).not.toMatch(/cable|parity/)
    expect(nextStep('permission_denied', serial)).toMatch(/dialout.*udev/)
    expect(nextStep('port_busy', { ...serial, holder: 'minicom (process 7)' })).toMatch(/^minicom \(process 7\)/)
    expect(nextStep('not_found', serial)).toMatch(/^"\/opt\/Kant\/kant ports" lists/)
    expect(nextStep('link_wrong', serial)).toContain('"/opt/Kant/kant brake link URI CONTROLLER"')
  })
  test('give each port an address that works under any name', () => {
    const port = { path: '/dev/ttyUSB0', maker: 'FTDI', vendor: '0403', product: '6001', serial: 'AB12' }
    expect(describePorts([port]).join('\n')).toContain('serial:?vendor=0403&product=6001&serial=AB12&')
  })
  test('name the program that has a port open', async () => {
    const socket = join(folder, 'open-file')
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
