// A full disk: no tick, a reported refusal, and no ticked mark is lost.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const program = join(import.meta.dirname, 'marking-station.ts')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-full-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

// a small disk, in a namespace that ends with the program
const onSmallDisk = 'mount -t tmpfs -o size=1m none "$1" && exec "$2" "$3" "$1" 100000'

test('a mark on a full disk is refused as not stored, and every earlier mark remains', () => {
  const result = spawnSync('unshare', ['-rm', 'sh', '-c', onSmallDisk, 'sh', folder, process.execPath, program], {
    encoding: 'utf8',
  })
  expect(result.stderr, 'a small disk can be mounted').toBe('')
  const lines = result.stdout.trimEnd().split('\n')
  const ticks = lines.filter((line) => line.startsWith('tick ')).length
  expect(ticks).toBeGreaterThan(10)
  expect(lines.at(-2)).toMatch(/^refused not_stored SQLITE_(FULL|IOERR)/)
  expect(lines.at(-1)).toBe(`kept ${ticks}`)
})
