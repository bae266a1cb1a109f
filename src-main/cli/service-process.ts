// The sandbox workshop's service as a program of its own beside the station, as a workshop's real one would be. May start and
// end that program, and write its log.
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import process from 'node:process'
import * as z from 'zod'

export interface ServiceProcessOptions {
  /** The project's root. */
  root: string
  /** The service's own folder; made where it is not there yet. */
  dataFolder: string
  /** 0 takes a free one. */
  port: number
  /** Told when it ends without having been asked to. */
  onDeath: (how: string) => void
}

export interface ServiceProcess {
  /** `http://127.0.0.1:PORT/api/v1`. */
  baseUrl: string
  workshop: string
  /** Null unless this start made the folder: a key is shown once. */
  keys: { sandbox: string; maskin: string } | null
  pid: number
  /** Resolves when it is gone: asked first, ended after `graceMs`. */
  stop: () => Promise<void>
}

const readyLine = z.object({
  ready: z.literal(true),
  baseUrl: z.string(),
  workshop: z.string(),
  keys: z.object({ sandbox: z.string(), maskin: z.string() }).optional(),
})

const graceMs = 6_000

/** Rejects with where its log lies when the service does not come up. */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const { root, dataFolder, port, onDeath } = options
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const logPath = join(dataFolder, 'service.log')
  const log = openSync(logPath, 'a', 0o600)
  const child = spawn(
    process.execPath,
    // its input ends when this program does, however that comes about: it then ends too and lets go of its folder
    [join(root, 'src-service', 'main.ts'), '--port', String(port), '--data', dataFolder, '--end-with-stdin'],
    { cwd: root, stdio: ['pipe', 'pipe', log] },
  )
  closeSync(log)
  let asked = false
  const ended = new Promise<string>((resolve) => {
    child.on('error', (fault) => resolve(fault.message))
    child.on('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`))
  })
  const ready = new Promise<z.infer<typeof readyLine>>((resolve, reject) => {
    if (child.stdout === null) throw new Error('the sandbox workshop has no output to read')
    createInterface({ input: child.stdout }).once('line', (line) => {
      try {
        resolve(readyLine.parse(JSON.parse(line)))
      } catch {
        reject(new Error('the sandbox workshop said something else than that it is ready'))
      }
    })
    void ended.then((how) => reject(new Error(`the sandbox workshop did not start (${how}); its log: ${logPath}`)))
  })
  const stop = async (): Promise<void> => {
    asked = true
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await ended
    clearTimeout(late)
  }
  try {
    const { baseUrl, workshop, keys } = await ready
    void ended.then((how) => asked || onDeath(how))
    return { baseUrl, workshop, keys: keys ?? null, pid: child.pid ?? 0, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}
