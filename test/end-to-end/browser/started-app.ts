// `npm start` as a child process, with what it says line by line.
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../electron/electron-runtime.ts'

export interface StartedApp {
  process: ChildProcess
  /** Resolves with the first line, said already or still to come, that holds the text. */
  line: (part: string) => Promise<string>
  lines: string[]
  exit: Promise<number | null>
  end: () => Promise<number | null>
}

/** Without a display unless `env` names one. */
export function startTheApp(dataFolder: string, env: Record<string, string>): StartedApp {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...without } = process.env
  const child = spawn(process.execPath, [join(root, 'src-main', 'cli', 'start.ts'), '--data', dataFolder], {
    env: { ...without, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const waits: { part: string; found: (line: string) => void }[] = []
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      lines.push(line)
      for (const { found } of waits.filter(({ part }) => line.includes(part))) found(line)
    })
  }
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    process: child,
    lines,
    exit,
    line: (part) => {
      const said = lines.find((line) => line.includes(part))
      if (said !== undefined) return Promise.resolve(said)
      return new Promise((resolve, reject) => {
        waits.push({ part, found: resolve })
        void exit.then((code) => reject(new Error(`ended with ${code} without saying "${part}":\n${lines.join('\n')}`)))
      })
    },
    end: () => {
      child.kill('SIGINT')
      return exit
    },
  }
}
