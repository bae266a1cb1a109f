// Starts the programs of the sandbox workshop from their sources, in processes of their own. Writes the service's log.
import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import type { SandboxPrograms } from '../../station/sandbox/index.ts'
import type { StartProgram } from '../../station/sandbox/index.ts'

/** `root`: the project's root folder. */
export const sandboxPrograms = (root: string): SandboxPrograms => ({
  service: serviceProgram(root),
  runAdmin: async (args) => {
    const program = join(root, 'src-service', 'workshop.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args])
    return stdout
  },
})

/** `root`: the project's root folder. */
export const serviceProgram =
  (root: string): StartProgram =>
  (args, logPath) => {
    const program = join(root, 'src-service', 'main.ts')
    const log = openSync(logPath, 'a', 0o600)
    // its standard input closes when this program ends in any way: it then ends, too, and releases its folder
    const child = spawn(process.execPath, [program, ...args, '--end-with-stdin'], {
      cwd: root,
      stdio: ['pipe', 'pipe', log],
    })
    closeSync(log)
    if (child.stdout === null) throw new Error('the sandbox workshop has no output to read')
    return {
      pid: child.pid ?? 0,
      stdout: child.stdout,
      ended: new Promise((resolve) => {
        child.on('error', (fault) => resolve(fault.message))
        child.on('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`))
      }),
      requestEnd: () => void child.kill('SIGTERM'),
      kill: () => void child.kill('SIGKILL'),
    }
  }
