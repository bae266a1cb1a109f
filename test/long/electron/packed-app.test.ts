// The app as electron-builder packs it, started as a person starts the command `kant`: it proves a brake, and replaces a
// forgotten PIN. Fuses forbid that the program runs as Node. The Electron of the tests is older than the app's own, and so is its Node,
// which cannot load better-sqlite3: these commands use no store, and the lock of the station's folder is replaced.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildIfStale } from '../../../src-main/cli/start/build.ts'
import { openPins } from '../../../src-main/station/access/pins.ts'
import { electronForTests, openDisplay, root, type Display } from '../../end-to-end/electron/electron-runtime.ts'
import { startModbusOnPort } from '../../integration/brake/simulated-modbus.ts'

const electron = electronForTests()
const controllerFile = readFileSync(join(root, 'resources/controllers/modbus-simulator.json'), 'utf8')

describe.skipIf(electron === null)('the command kant of the packed app', () => {
  let packed: string
  let display: Display
  let folder: string
  const program = (): string => join(packed, 'linux-unpacked', 'kant')

  beforeAll(async () => {
    await buildIfStale(root)
    display = await openDisplay()
    packed = mkdtempSync(join(root, 'node_modules', '.cache', 'kant-packed-'))
    const config = join(packed, 'config.cjs')
    writeFileSync(config, configForOlderElectron(packed))
    writeFileSync(join(packed, 'older-node.cjs'), olderNode)
    const builder = join(root, 'node_modules/electron-builder/cli.js')
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [builder, '--dir', '--linux', '--publish', 'never', '--config', config],
      { cwd: root, env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: dirname(electron ?? '') }, encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`${stdout}${stderr}`)
  })
  afterAll(() => {
    display.close()
    rmSync(packed, { recursive: true, force: true, maxRetries: 5 })
  })
  beforeEach(() => {
    folder = join(packed, 'station')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
  })

  /** `answer` gets the new output and returns the input for the program; null: none. Without it the input is `input`. */
  async function kant(
    words: readonly string[],
    input: string | ((output: string) => string | null | Promise<string | null>) = '',
    env: NodeJS.ProcessEnv = { DISPLAY: display.name },
  ): Promise<{ code: number | NodeJS.Signals | null; stdout: string; stderr: string }> {
    // as root Chromium has no sandbox
    const args = ['--no-sandbox', ...words, '--data', folder]
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...usual } = process.env
    const child = spawn(program(), args, { env: { ...usual, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
    const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
      child.once('close', (code, signal) => resolve(code ?? signal)),
    )
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      stdout += more
      if (typeof input === 'string') return
      void Promise.resolve(input(more)).then((answer) => answer === null || child.stdin.write(answer))
    })
    if (typeof input === 'string') child.stdin.end(input)
    const stderr = await text(child.stderr)
    return { code: await ended, stdout, stderr }
  }

  test('proves a brake at a simulated controller, with the questions and answers of a terminal', async () => {
    const simulator = await startModbusOnPort(controllerFile, 20)
    try {
      const brake = { uri: simulator.uri, map: 'modbus-simulator' }
      writeFileSync(join(folder, 'settings.json'), JSON.stringify({ baseUrl: 'http://127.0.0.1:9/api/v1', brake }))
      const { code, stdout, stderr } = await kant(['brake', 'commission', '--by', 'Kari Nordmann'], async (output) => {
        if (!output.includes('Press Enter')) return output.includes('(yes/no)') ? 'yes\n' : null
        await simulator.machine.bend()
        return '\n'
      })
      expect({ code, stdout, stderr }).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Proven by Kari Nordmann'),
      })
      expect(readFileSync(join(folder, 'brake-commissions.json'), 'utf8')).toContain('Kari Nordmann')
      expect(simulator.machine.stepsLoaded()).toBe(1)
    } finally {
      await simulator.close()
    }
  })

  test('replaces a forgotten PIN', async () => {
    await openPins(folder).change('maintain', '1111')
    const { code, stdout, stderr } = await kant(['settings', 'pin', 'maintain'], '4711\n')
    expect({ code, stdout, stderr }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The PIN of maintain was set.'),
    })
    expect(await openPins(folder).grantOfPin('1111')).toBeNull()
    expect(await openPins(folder).grantOfPin('4711')).toBe('maintain')
  })

  test('refuses an unknown setting with its exit code, and leaves no profile behind', async () => {
    const { code, stderr } = await kant(['settings', 'pin', 'nobody'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no PIN named "nobody".')])
    expect(readdirSync(folder)).toEqual([])
  })

  test('says without a display what it needs, and does not crash', async () => {
    const { code, stderr } = await kant(['settings', 'pin', 'maintain'], '4711\n', {})
    expect([code, stderr]).toEqual([1, expect.stringContaining('DISPLAY=:0')])
    expect(existsSync(join(folder, 'pins.json'))).toBe(false)
  })
})

/** The project's configuration, without the fuse that an Electron before 29 does not have, and with what its Node lacks. */
const configForOlderElectron = (output: string): string => `
const configuration = require(${JSON.stringify(join(root, 'electron-builder.config.cjs'))})
const { grantFileProtocolExtraPrivileges: _, ...electronFuses } = configuration.electronFuses
module.exports = {
  ...configuration,
  electronFuses,
  directories: { ...configuration.directories, output: ${JSON.stringify(output)} },
  files: [...configuration.files, { from: ${JSON.stringify(output)}, to: '.', filter: ['older-node.cjs'] }],
  extraMetadata: { main: 'older-node.cjs' },
}
`

/** Node 18 lacks these, and better-sqlite3 (Node-API 8) ends it: the lock is always free. It loads the app's own main program. */
const olderNode = `
const Module = require('node:module')
const load = Module._load
class FreeLock { pragma() {} exec() {} close() {} }
Module._load = function (name, ...rest) { return name === 'better-sqlite3' ? FreeLock : load.call(this, name, ...rest) }
const define = (target, methods) => {
  for (const [name, value] of Object.entries(methods)) target[name] ?? Object.defineProperty(target, name, { value })
}
define(Array.prototype, {
  toSorted(compare) { return [...this].sort(compare) },
  toReversed() { return [...this].reverse() },
})
define(String.prototype, { isWellFormed() { return !/\\p{Surrogate}/u.test(this) } })
define(Promise, {
  withResolvers() {
    const made = {}
    made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }))
    return made
  },
})
const crypto = require('node:crypto')
define(crypto, { hash: (name, data, encoding = 'hex') => crypto.createHash(name).update(data).digest(encoding) })
const parse = (text, base) => { try { return new URL(text, base) } catch { return null } }
define(URL, { parse, canParse: (text, base) => parse(text, base) !== null })
require('./out/main/index.cjs')
`
