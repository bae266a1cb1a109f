// The programs of the sandbox workshop as utility processes: a packaged app starts no plain Node. They end with the app, however that
// comes about. May write the service's log.
import { utilityProcess } from 'electron'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { SandboxPrograms } from '../station/sandbox.ts'
import type { StartedProgram, StartProgram } from '../station/sandbox-service.ts'

/** `folder`: where the built programs lie. */
export const sandboxUtilities = (folder: string): SandboxPrograms => ({
  service: utility(join(folder, 'service.cjs'), 'sandbox-service'),
  desk: async (words) => {
    const asked = utilityProcess.fork(join(folder, 'workshop.cjs'), words, {
      serviceName: 'sandbox-desk',
      stdio: 'pipe',
    })
    const over = exitOf(asked)
    const [said, complaint, code] = await Promise.all([allOf(asked.stdout), allOf(asked.stderr), over])
    if (code !== 0) throw new Error(`the sandbox workshop's desk: ${complaint.trim()}`)
    return said
  },
})

export const utility =
  (program: string, serviceName: string): StartProgram =>
  (words, logPath): StartedProgram => {
    const started = utilityProcess.fork(program, words, { serviceName, stdio: 'pipe' })
    const { stdout, stderr } = started
    if (stdout === null || stderr === null) throw new Error('the sandbox workshop has no output to read')
    const log = createWriteStream(logPath, { flags: 'a', mode: 0o600 })
    // a disk that will not have it costs the log alone
    log.on('error', () => stderr.resume())
    stderr.pipe(log)
    return {
      // known once it has started
      get pid() {
        return started.pid ?? 0
      },
      stdout,
      ended: exitOf(started).then((code) => `exit code ${code}`),
      ask: () => void started.kill(),
      kill: () => started.pid !== undefined && process.kill(started.pid, 'SIGKILL'),
    }
  }

const exitOf = (program: Electron.UtilityProcess): Promise<number> =>
  new Promise((resolve) => program.once('exit', resolve))

const allOf = (stream: NodeJS.ReadableStream | null): Promise<string> =>
  stream === null ? Promise.resolve('') : text(stream)
