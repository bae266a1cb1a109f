// The service as its npm script starts it: npm runs it through a shell.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { untilPasses } from '../../until-passes.ts'

const root = join(import.meta.dirname, '../../..')
let dataFolder: string
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'kant-npm-script-'))
})
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

const ready = z.object({ ready: z.literal(true), baseUrl: z.string() })

test('the service ends when npm, which started it, receives a signal', async () => {
  const npm = spawn('npm', ['run', '--silent', 'service', '--', '--port', '0', '--data', dataFolder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  const [line] = await once(createInterface({ input: npm.stdout }), 'line')
  const { baseUrl } = ready.parse(JSON.parse(String(line)))
  expect((await fetch(`${baseUrl}/openapi.json`)).status).toBe(200)
  npm.kill('SIGTERM')
  await untilPasses(() => expect(fetch(`${baseUrl}/openapi.json`)).rejects.toThrow('fetch failed'))
})
