// Runs the conformance suite through Stoplight Prism: every response matches the OpenAPI description.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')

test('the conformance suite passes through Prism, which reports no deviation from the description', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', 'test/contract/conformance', '--testTimeout', '600000', '--hookTimeout', '600000'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, KANT_CONFORMANCE_PRISM: '1' }, maxBuffer: 2 ** 28 },
  )
  // the end of the output names what failed
  const failures = status === 0 ? '' : `${stdout}${stderr}`.slice(-8_000)
  expect({ status, failures }).toEqual({ status: 0, failures: '' })
  expect(stdout).toContain('passed')
}, 900_000)
