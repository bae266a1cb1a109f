// The technician's words about the workshop's files and settings, as the program says them and a running station takes them.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serveStation } from '../../../src-main/cli/start-station.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { readSettings } from '../../../src-main/station/settings.ts'
import { smallStation } from '../station-api/small-station.ts'

const root = join(import.meta.dirname, '../../..')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-technician-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function kant(...words: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [join(root, 'src-main/cli/kant.ts'), ...words, '--data', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, out, err }
}
const connected = (more: object = {}): void =>
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ baseUrl: 'http://127.0.0.1:9/api/v1', ...more }))

describe('kant tables', () => {
  test('says which files are in force and whose they are', async () => {
    mkdirSync(join(folder, 'workshop'))
    writeFileSync(join(folder, 'workshop', 'hem-forces.json'), '{ "source": "vår", "rows": [] }')
    const { code, out, err } = await kant('tables')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`own      ${join(folder, 'workshop', 'hem-forces.json')}\n`)
    expect(out).toContain(`shipped  ${join(root, 'resources/tools/tools.json')}\n`)
    expect(out).toContain('Machines: Kantpresse 1, Kantpresse 2, Knekkemaskin 1.')
    expect(out).toContain('0 hem forces')
  })

  test('names each wrong place as file:line field: message, and ends with 1', async () => {
    const machines = join(folder, 'workshop', 'machines')
    mkdirSync(machines, { recursive: true })
    const sound = readFileSync(join(root, 'resources/machines/knekkemaskin-1.json'), 'utf8')
    writeFileSync(join(machines, 'a.json'), sound.replace('"beamThicknessMm": 15', '"beamThicknessMm": "15"'))
    writeFileSync(join(machines, 'b.json'), sound)
    const { code, out, err } = await kant('tables')
    expect(code).toBe(1)
    expect(err).toMatch(new RegExp(`^${join(machines, 'a.json')}:12 beamThicknessMm: .*number.*\n$`))
    expect(out).toContain(`WRONG    ${join(machines, 'a.json')}`)
    expect(out).toContain('Machines: Knekkemaskin 1.')
  })
})

describe('kant settings', () => {
  test('shows what is set, takes a tolerance with a comma or a point and a preset by name, and keeps the rest', async () => {
    connected({ stationsSharingKey: 2 })
    expect((await kant('settings')).out).toMatch(/tolerance 0\.3 [\s\S]*preset inventor /)
    expect((await kant('settings', 'tolerance', '0,5')).code).toBe(0)
    expect((await kant('settings', 'preset', 'solid-edge')).out).toMatch(/tolerance 0\.5 [\s\S]*preset solid-edge /)
    expect(readSettings(folder)).toMatchObject({ toleranceMm: 0.5, dxfPreset: 'solid-edge', stationsSharingKey: 2 })
  })

  test.each([
    ['tolerance', '0', 'from 0.05 to 5 mm, not "0"'],
    ['tolerance', '5.1', 'from 0.05 to 5 mm'],
    ['tolerance', 'half', 'not "half"'],
    ['preset', 'autocad', 'inventor, solid-edge, onshape, plain, cutting-only'],
    ['colour', 'red', 'There is no setting "colour"'],
  ])('refuses %s %s in words and changes nothing', async (name, value, why) => {
    connected()
    const before = readFileSync(join(folder, 'settings.json'), 'utf8')
    const { code, out, err } = await kant('settings', name, value)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(why)
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(before)
  })

  test('without a workshop says what to do first', async () => {
    expect(await kant('settings', 'tolerance', '1')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Connect first/),
    })
    expect(readSettings(folder)).toBeNull()
  })

  test('has a station that runs read them at once', async () => {
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
      onFault: () => {},
    })
    expect((await kant('settings', 'tolerance', '9')).code).toBe(1)
    expect(station.reached).toEqual([])
    expect((await kant('settings', 'tolerance', '1')).code).toBe(0)
    expect(station.reached.map(({ name }) => name)).toEqual(['workshop.read'])
    await served.close()
  })
})
