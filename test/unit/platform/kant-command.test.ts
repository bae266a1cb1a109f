// The line that a screen prints is the one that works on its computer.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { kantCommand, kantCommandHere, type KantCommandOptions } from '../../../src-main/platform/kant-command.ts'

const usual: KantCommandOptions = {
  installation: { kind: 'app', program: '/opt/Kant/kant', appImage: null },
  platform: 'linux',
  dataFolder: '/home/verksted/.local/share/kant',
  usualDataFolder: '/home/verksted/.local/share/kant',
}

test('an installed app is named by its program, an AppImage by its file', () => {
  expect(kantCommand(usual)).toBe('/opt/Kant/kant')
  const appImage = {
    kind: 'app',
    program: '/tmp/.mount_KantXy/kant',
    appImage: '/home/ola/Kant-1.0.0.AppImage',
  } as const
  expect(kantCommand({ ...usual, installation: appImage })).toBe('/home/ola/Kant-1.0.0.AppImage')
})

test('on Windows the script beside the program is named', () => {
  const installation = { kind: 'app', program: String.raw`C:\Program Files\Kant\Kant.exe`, appImage: null } as const
  expect(kantCommand({ ...usual, platform: 'win32', installation })).toBe(String.raw`"C:\Program Files\Kant\kant.cmd"`)
})

test('a copy of the project is named by its folder, so that the line works in every folder', () => {
  const installation = { kind: 'project', root: '/home/ola/kant' } as const
  expect(kantCommand({ ...usual, installation })).toBe('npm --prefix /home/ola/kant run kant --')
})

test('a station with a folder of its own is named by it', () => {
  expect(kantCommand({ ...usual, dataFolder: '/srv/kant 2' })).toBe("/opt/Kant/kant --data '/srv/kant 2'")
})

test.each(["/srv/Ola's kant", '/srv/$HOME `x` "y"', '/srv/ø'])(
  'a shell reads the folder %s as one argument',
  (folder) => {
    const installation = { kind: 'app', program: '/usr/bin/printf', appImage: null } as const
    const line = kantCommand({ ...usual, installation, dataFolder: folder })
    const { stdout } = spawnSync('sh', ['-c', line.replace(' --data ', " '%s' ")], { encoding: 'utf8' })
    expect(stdout).toBe(folder)
  },
)

test('this installation is a copy of the project', () => {
  expect(kantCommandHere('/srv/kant')).toMatch(/^npm --prefix \S+ run kant -- --data \/srv\/kant$/)
})
