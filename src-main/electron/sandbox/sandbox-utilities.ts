// Runs the sandbox workshop's programs as utility processes, because a packaged app cannot start plain Node. They always end with the
// app. Writes the service's log.
import { utilityProcess } from 'electron'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { heapLimit } from '../heap-limit.ts'
import type { SandboxPrograms } from '../../station/sandbox/index.ts'
import type { StartedProgram, StartProgram } from '../../station/sandbox/index.ts'

/** `folder`: the folder of the built programs. */
export const sandboxUtilities = (folder: string): SandboxPrograms => ({
  service: utility(join(folder, 'service.cjs'), 'sandbox-service'),
  runAdmin: async (args) => {
    const admin = utilityProcess.fork(join(folder, 'workshop.cjs'), args, {
      serviceName: 'sandbox-admin',
      stdio: 'pipe',
    })
    const [output, errors, code] = await Promise.all([allOf(admin.stdout), allOf(admin.stderr), exitOf(admin)])
    if (code !== 0) throw new Error(`the administration of the sandbox: ${errors.trim()}`)
    return output
  },
})

const utility =
  (program: string, serviceName: string): StartProgram =>
  (args, logPath): StartedProgram => {
    const started = utilityProcess.fork(program, args, { serviceName, stdio: 'pipe', execArgv: [...heapLimit] })
    const { stdout, stderr } = started
    if (stdout === null || stderr === null) throw new Error('the sandbox workshop has no output to read')
    const log = createWriteStream(logPath, { flags: 'a', mode: 0o600 })
    // a full disk costs only the log
    log.on('error', () => stderr.resume())
    stderr.pipe(log)
    return {
      // undefined until it has started
      get pid() {
        return started.pid ?? 0
      },
      stdout,
      ended: exitOf(started).then((code) => `exit code ${code}`),
      requestEnd: () => void started.kill(),
      kill: () => started.pid !== undefined && process.kill(started.pid, 'SIGKILL'),
    }
  }

const exitOf = (program: Electron.UtilityProcess): Promise<number> =>
  new Promise((resolve) => program.once('exit', resolve))

const allOf = (stream: NodeJS.ReadableStream | null): Promise<string> =>
  stream === null ? Promise.resolve('') : text(stream)
