// Which command lines of the packaged app are the command `kant`, and which open the window.
import { expect, test } from 'vitest'
import { kantArguments } from '../../../src-main/electron/command-line/kant-arguments.ts'

test('a technician’s command runs without a window, with its options and without those of Electron', () => {
  expect(kantArguments(['--no-sandbox', 'brake', 'commission', '--by', 'Ola', '--data', '/srv/kant'])).toEqual([
    'brake',
    'commission',
    '--by',
    'Ola',
    '--data',
    '/srv/kant',
  ])
  expect(kantArguments(['--data', 'status', 'settings', 'pin', 'maintain'])).toEqual([
    '--data',
    'status',
    'settings',
    'pin',
    'maintain',
  ])
  expect(kantArguments(['--station'])).toEqual(['--station'])
  expect(kantArguments(['--help'])).toEqual(['help'])
})

test('anything else opens the window', () => {
  for (const args of [
    [],
    ['--data', '/srv/kant'],
    ['--data', 'status'],
    ['--no-sandbox'],
    ['file:///x'],
    ['--dev-page=x'],
  ]) {
    expect(kantArguments(args)).toBeNull()
  }
})
