import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolderPath, isReadableByOthers, makeDataFolder } from '../../../src-main/platform/data-folder.ts'

const linux = { given: null, platform: 'linux', env: {}, home: '/home/kari' } as const

test('on Linux the data folder is in ~/.local/share, or in XDG_DATA_HOME if that is an absolute path', () => {
  expect(dataFolderPath(linux)).toBe('/home/kari/.local/share/kant')
  expect(dataFolderPath({ ...linux, env: { XDG_DATA_HOME: '/data/kari' } })).toBe('/data/kari/kant')
  expect(dataFolderPath({ ...linux, env: { XDG_DATA_HOME: 'relative' } })).toBe('/home/kari/.local/share/kant')
})

test('on Windows the data folder is in the local app data, which does not roam', () => {
  const folder = dataFolderPath({ ...linux, platform: 'win32', env: { LOCALAPPDATA: 'C:/Users/Kari/AppData/Local' } })
  expect(folder).toBe(join('C:/Users/Kari/AppData/Local', 'Kant'))
})

test('a given folder replaces the default one, and only its user may read it', () => {
  const parent = mkdtempSync(join(tmpdir(), 'kant-data-'))
  try {
    const folder = makeDataFolder({ ...linux, given: join(parent, 'a', 'b') })
    expect(folder).toBe(join(parent, 'a', 'b'))
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(makeDataFolder({ ...linux, given: folder })).toBe(folder)
  } finally {
    rmSync(parent, { recursive: true })
  }
})

test('a folder that other users can read is noticed, unless a folder above it is closed to them', () => {
  const parent = mkdtempSync(join(tmpdir(), 'kant-data-'))
  try {
    const folder = join(parent, 'station')
    mkdirSync(folder)
    const modes = [
      [0o755, 0o755],
      [0o750, 0o755],
      [0o700, 0o755],
      [0o755, 0o700],
    ] as const
    const seen = modes.map(([mode, above]) => {
      chmodSync(folder, mode)
      chmodSync(parent, above)
      return isReadableByOthers(folder)
    })
    expect(seen).toEqual([true, true, false, false])
  } finally {
    rmSync(parent, { recursive: true })
  }
})
