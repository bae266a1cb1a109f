// An npm script under an old Node prints one sentence and starts nothing. The old Node is simulated: its version is overwritten before
// node-24.mjs runs.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { onlyLongUnless } from '../../only-long.ts'

const root = join(import.meta.dirname, '../../..')
const { engines, scripts } = z
  .object({ engines: z.object({ node: z.string() }), scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

function runUnder(version: string) {
  const overwrite = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const program = ['src-main/cli/node-24.mjs', 'src-main/cli/kant.ts', 'help']
  return spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(overwrite)}`, ...program],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
}

describe('Node', () => {
  test.each(['18.20.8', '20.0.0', '20.18.3'])('%s is refused in one sentence, and nothing is started', (version) => {
    const { status, stdout, stderr } = runUnder(version)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      `Kant needs Node 20.19 or later, and this is Node ${version}: install a newer Node and run "npm ci" again.\n`,
    )
  })

  for (const version of ['20.19.0', '22.12.0'])
    test(
      `${version} starts the program under the Node 24 that npm installed`,
      onlyLongUnless(version === '20.19.0'),
      () => {
        const { status, stdout, stderr } = runUnder(version)
        expect([status, stderr]).toEqual([0, ''])
        expect(stdout).toContain('kant connect ADDRESS')
      },
    )
})

test('package.json states the same limit', () => {
  expect(engines.node).toBe('>=20.19')
})

test.each(['start', 'dev', 'build', 'package', 'demo', 'kant', 'brake-simulator', 'service', 'workshop'])(
  '`npm run %s` checks the version of Node first',
  (name) => {
    expect(scripts[name]).toMatch(/^(node (--max-old-space-size=\d+ )?src-main\/cli\/node-24\.mjs |npm run build && )/)
  },
)
