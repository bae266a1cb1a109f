// Finds Electron's program. The package does not contain it and downloads it at the first start. Searches for the program and runs the
// package's download.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const programIn = (folder: string, platform: NodeJS.Platform): string =>
  join(folder, platform === 'win32' ? 'electron.exe' : 'electron')

type Environment = Readonly<Record<string, string | undefined>>

/** The program's path: in the folder that ELECTRON_OVERRIDE_DIST_PATH names, else the package's own. Null: not here. */
export function findElectron(root: string, platform: NodeJS.Platform, env: Environment): string | null {
  const named = env['ELECTRON_OVERRIDE_DIST_PATH']
  if (named !== undefined) {
    const program = programIn(named, platform)
    return existsSync(program) ? program : null
  }
  const packageFolder = join(root, 'node_modules', 'electron')
  // the download writes this file last, so an incomplete download does not count
  const pathFile = join(packageFolder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const program = join(packageFolder, 'dist', readFileSync(pathFile, 'utf8'))
  return existsSync(program) ? program : null
}

/** Milliseconds. On a slower line the browser shell shows the same screen. */
const downloadTimeoutMs = 30_000

/** Runs the package's download. Resolves with the program's path, or with the reason why there is none. */
export function downloadElectron(root: string, env: Environment): Promise<{ program: string } | { reason: string }> {
  const named = env['ELECTRON_OVERRIDE_DIST_PATH']
  if (named !== undefined) return Promise.resolve({ reason: `${named} does not contain Electron` })
  const script = join(root, 'node_modules', 'electron', 'install.js')
  if (!existsSync(script)) return Promise.resolve({ reason: 'its package is not installed' })
  return new Promise((resolve) => {
    let isTimedOut = false
    const download = spawn(process.execPath, [script], { cwd: root, stdio: 'ignore' })
    const limit = setTimeout(() => {
      isTimedOut = true
      download.kill('SIGKILL')
    }, downloadTimeoutMs)
    download.on('error', () => {})
    download.on('close', () => {
      clearTimeout(limit)
      const program = findElectron(root, process.platform, env)
      if (program !== null) resolve({ program })
      else
        resolve({
          reason: isTimedOut
            ? `the download took longer than ${downloadTimeoutMs / 1_000} s`
            : 'it could not be downloaded',
        })
    })
  })
}
