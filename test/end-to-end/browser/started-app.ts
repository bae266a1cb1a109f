// `npm start` as a child process, with its output line by line.
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../electron/electron-runtime.ts'

export interface StartedApp {
  process: ChildProcess
  /** Resolves with the first line, printed before or after the call, that contains the text. */
  line: (part: string) => Promise<string>
  lines: string[]
  exit: Promise<number | null>
  end: () => Promise<number | null>
}

/** Starts the app, without a display unless `env` names one. */
export function startApp(dataFolder: string, env: Record<string, string>): StartedApp {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...environment } = process.env
  const child = spawn(process.execPath, [join(root, 'src-main', 'cli', 'start.ts'), '--data', dataFolder], {
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const waits: { part: string; resolve: (line: string) => void }[] = []
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      lines.push(line)
      for (const { resolve } of waits.filter(({ part }) => line.includes(part))) resolve(line)
    })
  }
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    process: child,
    lines,
    exit,
    line: (part) => {
      const printed = lines.find((line) => line.includes(part))
      if (printed !== undefined) return Promise.resolve(printed)
      return new Promise((resolve, reject) => {
        waits.push({ part, resolve })
        void exit.then((code) =>
          reject(new Error(`ended with ${code} without printing "${part}":\n${lines.join('\n')}`)),
        )
      })
    },
    end: () => {
      child.kill('SIGINT')
      return exit
    },
  }
}
