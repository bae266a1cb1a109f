// Runs the technician's commands, as a program or within the test's own process.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { format } from 'node:util'
import { vi } from 'vitest'
import { runCommand } from '../../../src-main/cli/commands/index.ts'

const root = join(import.meta.dirname, '../../..')

export interface Result {
  /** The exit code; null: ended by a signal. */
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the command line as its own program. */
export async function kantProgram(args: readonly string[]): Promise<Result> {
  const child = spawn(process.execPath, [join(root, 'src-main/cli/kant.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, stdout, stderr }
}

/** Collects what is printed in this process from now on, until `restore`. */
export function collectPrinted(): Pick<Result, 'stdout' | 'stderr'> & { restore: () => void } {
  const log = vi
    .spyOn(console, 'log')
    .mockImplementation((...values) => void (printed.stdout += `${format(...values)}\n`))
  const error = vi
    .spyOn(console, 'error')
    .mockImplementation((...values) => void (printed.stderr += `${format(...values)}\n`))
  const printed = {
    stdout: '',
    stderr: '',
    restore: () => {
      log.mockRestore()
      error.mockRestore()
    },
  }
  return printed
}

/** Runs the command line in this process, without the start of a program, and collects what it prints. */
export async function kantCommand(args: readonly string[]): Promise<Result> {
  const printed = collectPrinted()
  try {
    const code = await runCommand([...args])
    return { code, stdout: printed.stdout, stderr: printed.stderr }
  } finally {
    printed.restore()
  }
}
