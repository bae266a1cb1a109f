// The sandbox's service as a separate program: it never outlives the program that started it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serviceProgram } from '../../../src-main/cli/sandbox/sandbox-programs.ts'
import { startService } from '../../../src-main/station/sandbox/sandbox-service.ts'
import { untilPasses } from '../../until-passes.ts'

const root = join(import.meta.dirname, '../../..')
let dataFolder: string
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'kant-service-process-'))
})
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the service ends when the program that started it is killed, and its folder can be used again', async () => {
  const starter = spawn(process.execPath, [join(import.meta.dirname, 'service-starter.ts'), dataFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: starter.stdout }), 'line')
  const pid = Number(line)
  expect(lives(pid)).toBe(true)
  starter.kill('SIGKILL')
  await untilPasses(() => expect(lives(pid)).toBe(false))

  const again = await startService(serviceProgram(root), { dataFolder, port: 0, onUnexpectedEnd: () => {} })
  expect(again.keys).toBeNull()
  await again.stop()
})
