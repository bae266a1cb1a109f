// A full disk at one of two linked stations: what cannot be stored is refused, and nothing is missing at either when there is space again.
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, inject, test } from 'vitest'

test('a station with a full disk shares nothing that it cannot store, and catches up when there is space again', () => {
  const program = join(import.meta.dirname, 'peers-on-small-disk.ts')
  const folder = mkdtempSync(join(inject('sharedFolder'), 'small-disk-'))
  // the two stations wait for each other without a limit
  const { stdout, stderr, status } = spawnSync('unshare', ['-rm', process.execPath, program, folder], {
    encoding: 'utf8',
    timeout: 120_000,
    killSignal: 'SIGKILL',
  })
  expect([status, stderr]).toEqual([0, ''])
  const { sharedCount, ...answers } = JSON.parse(stdout)
  expect(answers).toMatchObject({
    before: ['shared', 'shared'],
    refusal: expect.stringMatching(/^SQLITE_(FULL|IOERR)/),
    whileFull: Array.from({ length: 20 }, () => 'shared'),
    afterwards: 'shared',
    reopened: sharedCount,
  })
  expect(sharedCount).toBeGreaterThanOrEqual(23)
})
