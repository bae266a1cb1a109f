// `kant tables` and `kant settings`: what the program prints, and that a running station uses the new settings.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serveStation } from '../../../../src-main/browser/serve-station.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { readSettings } from '../../../../src-main/station/settings/settings.ts'
import { smallStation } from '../../station-api/small-station.ts'
import { kantCommandHere } from '../../../../src-main/platform/kant-command.ts'
import { kantCommand, kantProgram, type Result } from '../run-kant.ts'

const root = join(import.meta.dirname, '../../../..')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-technician-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const kant = (...words: string[]): Promise<Result> => kantCommand([...words, '--data', folder])
const connected = (more: object = {}): void =>
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ baseUrl: 'http://127.0.0.1:9/api/v1', ...more }))

const sandboxData = (): string => `--data ${join(folder, 'sandbox', 'station')}`

test.each([['WRONG'], ['status more']])(
  '"%s" is reported as an unknown command, without the whole help',
  async (words) => {
    const stderr = `"${words}" is not a command. "${kantCommandHere(folder)} help" lists the commands.\n`
    expect(await kant(...words.split(' '))).toEqual({ code: 2, stdout: '', stderr })
  },
)

describe('kant tables', () => {
  test('lists the files that are used and where they come from', async () => {
    mkdirSync(join(folder, 'workshop'))
    writeFileSync(join(folder, 'workshop', 'hem-forces.json'), '{ "source": "vår", "rows": [] }')
    const { code, stdout, stderr } = await kantProgram(['tables', '--data', folder])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`own      ${join(folder, 'workshop', 'hem-forces.json')}\n`)
    expect(stdout).toContain(`shipped  ${join(root, 'resources/tools/tools.json')}\n`)
    expect(stdout.match(/^ {2}(?:Kantpresse|Knekkemaskin) \d/gm)).toEqual([
      '  Kantpresse 1',
      '  Kantpresse 2',
      '  Knekkemaskin 1',
    ])
    expect(stdout).toContain('0 hem forces')
  })

  test('reports each error as file:line field: message, and exits with 1', async () => {
    const machines = join(folder, 'workshop', 'machines')
    mkdirSync(machines, { recursive: true })
    const sound = readFileSync(join(root, 'resources/machines/knekkemaskin-1.json'), 'utf8')
    writeFileSync(join(machines, 'a.json'), sound.replace('"beamThicknessMm": 15', '"beamThicknessMm": "15"'))
    writeFileSync(join(machines, 'b.json'), sound)
    const { code, stdout, stderr } = await kant('tables')
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`^${join(machines, 'a.json')}:12 beamThicknessMm: .*number.*\n$`))
    expect(stdout).toContain(`WRONG    ${join(machines, 'a.json')}`)
    expect(stdout.match(/^ {2}(?:Kantpresse|Knekkemaskin) \d/gm)).toEqual(['  Knekkemaskin 1'])
  })

  test('shows the limits of each machine from its file, and says that the service’s own take precedence', async () => {
    const { stdout } = await kant('tables')
    expect(stdout).toContain('The service’s own values for length, thickness, force and backgauge take precedence:\n')
    expect(stdout).toContain('  Kantpresse 1: up to 3200 mm long, 4 mm thick, 1000 kN, backgauge 6 to 750 mm\n')
    expect(stdout).toContain('  Knekkemaskin 1: up to 4050 mm long, 1.5 mm thick, backgauge 10 to 1000 mm\n')
  })
})

describe('a data folder without a station', () => {
  test('is answered with the folder of the sandbox below it, if there is one', async () => {
    mkdirSync(join(folder, 'sandbox', 'station'), { recursive: true })
    expect((await kant('settings')).stderr).toContain(sandboxData())
    expect((await kant('tables')).stdout).toContain(sandboxData())
    expect((await kant('status')).stderr).toContain(sandboxData())
  })

  test('is not answered with a sandbox if there is none, or if the folder itself is connected', async () => {
    for (const words of [['settings'], ['tables'], ['status']]) {
      const { stdout, stderr } = await kant(...words)
      expect(stdout + stderr).not.toMatch(/sandbox\/station/)
    }
    connected()
    mkdirSync(join(folder, 'sandbox', 'station'), { recursive: true })
    expect((await kant('tables')).stdout).not.toMatch(/sandbox\/station/)
  })

  test('is not created by reading it, and is reported as missing', async () => {
    rmSync(folder, { recursive: true })
    expect(await kant('status')).toEqual({ code: 1, stdout: '', stderr: `The folder ${folder} does not exist.\n` })
    await kant('tables')
    await kant('settings')
    expect(existsSync(folder)).toBe(false)
  })
})

test('an unknown option is named in one sentence, without the whole help', async () => {
  const { code, stdout, stderr } = await kant('status', '--jsn')
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^Unknown option '--jsn'\. "npm --prefix \S+ run kant -- help" lists the commands\.\n$/,
    ),
  })
})

describe('kant settings', () => {
  test('shows the settings, accepts a tolerance with a comma or a point and a preset by name, and keeps the others', async () => {
    connected({ stationsSharingKey: 2 })
    expect((await kant('settings')).stdout).toMatch(/tolerance 0\.3 [\s\S]*preset inventor /)
    expect((await kant('settings', 'tolerance', '0,5')).code).toBe(0)
    expect((await kant('settings', 'preset', 'solid-edge')).stdout).toMatch(/tolerance 0\.5 [\s\S]*preset solid-edge /)
    expect(readSettings(folder)).toMatchObject({ toleranceMm: 0.5, dxfPreset: 'solid-edge', stationsSharingKey: 2 })
  })

  test.each([
    ['tolerance', '0', 'The tolerance must be 0.05 to 5 mm, not 0.\n'],
    ['tolerance', '-3', 'The tolerance must be 0.05 to 5 mm, not -3.\n'],
    ['tolerance', '-,5', 'not -,5.'],
    ['tolerance', '5.1', 'must be 0.05 to 5 mm, not 5.1'],
    ['tolerance', 'half', 'not half.'],
    ['preset', 'autocad', 'inventor, solid-edge, onshape, plain, cutting-only'],
    ['marks', 'never', 'by-hand or by-itself'],
    ['colour', 'red', 'There is no setting "colour"'],
  ])('refuses %s %s with a message and changes nothing', async (name, value, why) => {
    connected()
    const before = readFileSync(join(folder, 'settings.json'), 'utf8')
    const { code, stdout, stderr } = await kant('settings', name, value)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(why)
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(before)
  })

  test('without a workshop says that one must be connected first', async () => {
    expect(await kant('settings', 'tolerance', '1')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Connect one first/),
    })
    expect(readSettings(folder)).toBeNull()
  })

  test('are read at once by a running station', async () => {
    connected()
    const station = smallStation()
    mkdirSync(join(folder, 'page'))
    writeFileSync(join(folder, 'page', 'index.html'), '<!doctype html>')
    const served = await serveStation({
      folder,
      pageFolder: join(folder, 'page'),
      openStation: async () => ({ station, close: async () => {} }),
      clock: systemClock,
      random: randomBytes,
      onError: () => {},
    })
    expect((await kant('settings', 'tolerance', '9')).code).toBe(1)
    expect(station.reached).toEqual([])
    expect((await kant('settings', 'tolerance', '1')).code).toBe(0)
    expect(station.reached.map(({ name }) => name)).toEqual(['workshop.read'])
    await served.close()
  })
})
