import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolderPath, makeDataFolder } from '../../../src-main/platform/data-folder.ts'

const linux = { given: null, platform: 'linux', env: {}, home: '/home/kari' } as const

test('on Linux the data lies below the user’s local share, or where XDG_DATA_HOME says', () => {
  expect(dataFolderPath(linux)).toBe('/home/kari/.local/share/kant')
  expect(dataFolderPath({ ...linux, env: { XDG_DATA_HOME: '/data/kari' } })).toBe('/data/kari/kant')
  expect(dataFolderPath({ ...linux, env: { XDG_DATA_HOME: 'relative' } })).toBe('/home/kari/.local/share/kant')
})

test('on Windows the data lies in the local folder, which does not roam', () => {
  const folder = dataFolderPath({ ...linux, platform: 'win32', env: { LOCALAPPDATA: 'C:/Users/Kari/AppData/Local' } })
  expect(folder).toBe(join('C:/Users/Kari/AppData/Local', 'Kant'))
})

test('a folder that is named is taken before the usual one and made for its user alone', () => {
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
