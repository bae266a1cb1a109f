// `npm run brake-simulator` as a program: it prints its address first, obeys commands, and leaves nothing behind.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'

const program = join(import.meta.dirname, '../../../src-main/cli/brake-simulator.ts')

async function simulator(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string | undefined> => (await lines.next()).value
  const say = async (words: string): Promise<string | undefined> => {
    child.stdin.write(`${words}\n`)
    return next()
  }
  return { child, next, say, exited: once(child, 'exit') }
}

describe('the simulator as a program', () => {
  test('uses a pseudo terminal until it gets the command quit', { tags: 'long' }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kant-brake-'))
    const path = join(folder, 'brake')
    const { next, say, child, exited } = await simulator('--pty', path, '--baud', '9600')
    expect(await next()).toBe(`serial:${path}?baud=9600&parity=even&bits=8`)
    expect(await say('status')).toBe('idle, 0 steps loaded, 0 pieces, 0 strokes, alarm 0')
    expect(await say('alarm 2')).toBe('alarm 2')
    expect(await say('status')).toContain('alarm, ')
    child.stdin.write('quit\n')
    expect(await exited).toEqual([0, null])
    expect(existsSync(path)).toBe(false)
    rmSync(folder, { recursive: true })
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('ends at %s', async (signal) => {
    const { next, child, exited } = await simulator('--tcp', '0', '--pace', '50')
    expect(await next()).toMatch(/^tcp:\/\/127\.0\.0\.1:\d+$/)
    child.kill(signal)
    expect(await exited).toEqual([0, null])
  })

  test.each([
    [['--tcp', 'x'], '--tcp x is not a number'],
    [['--parity', 'mark'], '--parity mark is not none, even or odd'],
    [['--controller', 'package.json'], 'line 1 kind'],
    [['--speed', '3'], "Unknown option '--speed'"],
  ])('reports what is wrong with %j', async (args, message) => {
    const { child, exited } = await simulator(...args)
    let errors = ''
    child.stderr.on('data', (some: Buffer) => {
      errors += some.toString()
    })
    expect((await exited)[0]).toBe(1)
    expect(errors).toContain(message)
  })
})
