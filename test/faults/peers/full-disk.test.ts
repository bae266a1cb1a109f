// A full disk at one of two linked stations: what cannot be stored is refused, and nothing is missing at either when there is space again.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'

test('a station with a full disk shares nothing that it cannot store, and catches up when there is space again', () => {
  const program = join(import.meta.dirname, 'peers-on-small-disk.ts')
  const { stdout, stderr, status } = spawnSync('unshare', ['-rm', process.execPath, program], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  const { both, reopened, ...answers } = JSON.parse(stdout)
  expect(answers).toMatchObject({
    before: ['shared', 'shared'],
    refusal: expect.stringMatching(/^SQLITE_(FULL|IOERR)/),
    whileFull: Array.from({ length: 20 }, () => 'shared'),
    afterwards: 'shared',
  })
  expect(both[0]).toBeGreaterThan(22)
  expect(both).toEqual([reopened, reopened])
})
