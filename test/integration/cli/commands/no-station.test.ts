// What the commands say where they have nothing to work on.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startApp } from '../../../../src-main/cli/start/index.ts'
import { sandboxStationFolder } from '../../../../src-main/station/sandbox/index.ts'
import { kantCommand } from '../run-kant.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-no-station-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each([[], ['copy.db']])(
  'a backup of a folder without a store names the folder of its sandbox',
  async (...file) => {
    mkdirSync(sandboxStationFolder(folder), { recursive: true })
    const files = file.map((name) => join(folder, name))
    const { code, stderr } = await kantCommand(['backup', ...files, '--data', folder])
    expect(code).toBe(1)
    expect(stderr).toContain(`There is no store of marks in ${folder}.`)
    expect(stderr).toContain(`--data ${sandboxStationFolder(folder)}`)
    expect(readdirSync(folder)).toEqual(['sandbox'])
  },
)

test('npm start --help prints how to start, and starts nothing', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    expect(await startApp(['--help'])).toBe(0)
    expect(log.mock.calls.flat().join()).toMatch(/^npm start \[-- --data FOLDER\]/)
  } finally {
    log.mockRestore()
  }
})
