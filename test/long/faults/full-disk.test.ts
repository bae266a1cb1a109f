// A full disk: the station outlives it, shows its list and its drawings, marks nothing, and says which disk it is. When there is space
// again, it marks again, and the log reports how many lines are missing.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'

const program = join(import.meta.dirname, 'station-on-small-disk.ts')

/** What the station answered. */
function run(moment: 'while_open' | 'before_start') {
  const { stdout, stderr, status } = spawnSync('unshare', ['-rm', process.execPath, program, moment], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

for (const moment of ['while_open', 'before_start'] as const)
  test(`a disk that is full ${moment} refuses marks, and the station shows the rest`, () => {
    const answers = run(moment)
    expect(answers).toMatchObject({ first: 'held', hasSheet: true, afterwards: 'held' })
    expect(answers.refusals).toEqual(Array.from({ length: 5 }, () => 'not_stored'))
    expect(answers.unlocks).toEqual(['wrong', 'opened'])
    expect(answers.entries).toBeGreaterThan(20)
    const disk = expect.stringContaining(`(${answers.dataFolder}: 0 MB free)`)
    const failing = expect.objectContaining({ code: 'outbox_failing', params: { message: disk } })
    expect(answers.warnings).toContainEqual(failing)
    expect(moment === 'before_start' ? answers.warningsAtStart : answers.warnings).toContainEqual(failing)
    expect(answers.missing.length).toBeGreaterThan(0)
  })
