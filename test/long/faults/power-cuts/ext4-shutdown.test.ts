// A real ext4 that is shut down under a station that marks, without writing its log: what was not synced is gone. Needs root and a loop
// device; skipped without them.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLedger } from '../../../../src-main/ledger/index.ts'
import { manualClock } from '../../../manual-clock.ts'

const program = join(import.meta.dirname, '../../../faults/ledger/marking-station.ts')
// EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH
const shutDown = `import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587d, struct.pack('I', 2))`

let root: string
let disk: string
const run = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0
const mount = (): boolean => run('mount', '-o', 'loop', join(root, 'image'), disk)

/**
 * Shuts the disk down while the station is stopped between two system calls: an fsync that runs during a shutdown may succeed although
 * its data are lost, which is a fault of the simulated power cut.
 */
function shutDownUnder({ pid = 0 }: ChildProcess): boolean {
  process.kill(pid, 'SIGSTOP')
  const tasks = `/proc/${pid}/task`
  const isStopped = (): boolean =>
    readdirSync(tasks).every((task) => /\) T /.test(readFileSync(join(tasks, task, 'stat'), 'utf8')))
  while (!isStopped());
  const isShutDown = run('python3', '-c', shutDown, disk)
  process.kill(pid, 'SIGCONT')
  return isShutDown
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'kant-ext4-'))
  disk = join(root, 'disk')
  mkdirSync(disk)
  writeFileSync(join(root, 'image'), '')
  truncateSync(join(root, 'image'), 64 * 1024 * 1024)
})
afterAll(() => {
  run('umount', disk)
  rmSync(root, { recursive: true, force: true })
})

test('after a shutdown at any tick every mark whose tick was shown is there, and nothing is reported', async (context) => {
  const isPossible = process.getuid?.() === 0 && run('mkfs.ext4', '-q', join(root, 'image')) && mount()
  if (!isPossible) return context.skip('no ext4 can be mounted here')
  let shownInAll = 0
  for (const after of [1, 2, 7, 30, 90]) {
    const folder = join(disk, `station-${after}`)
    mkdirSync(folder)
    const shown: string[] = []
    let isShutDown = false
    const child = spawn(process.execPath, [program, folder, '100000'], { stdio: ['ignore', 'pipe', 'ignore'] })
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('tick ')) continue
      shown.push(line.slice('tick '.length))
      if (shown.length === after) isShutDown = shutDownUnder(child)
    }
    expect([isShutDown, run('umount', disk), mount()]).toEqual([true, true, true])
    const ledger = openLedger({ folder, clock: manualClock() })
    const marks = new Set(ledger.marks.marksNeedingAttention().map(({ id }) => id))
    expect(ledger.setAside()).toBeNull()
    expect(shown.filter((id) => !marks.has(id))).toEqual([])
    await ledger.close()
    shownInAll += shown.length
  }
  expect(shownInAll).toBeGreaterThan(130)
})
