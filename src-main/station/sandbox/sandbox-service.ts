// Starts the sandbox's service as a process of its own, waits until it answers, and ends it. Makes the service's folder.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'

/** A program that was started. */
export interface StartedProgram {
  pid: number
  stdout: NodeJS.ReadableStream
  /** Resolves with the reason of the end, also when the process could not start. */
  ended: Promise<string>
  requestEnd: () => void
  /** Kills the process. */
  kill: () => void
}

/** Starts the service with these arguments; its error output is appended to the log. */
export type StartProgram = (args: string[], logPath: string) => StartedProgram

export interface ServiceOptions {
  /** The service's own folder; made if it does not exist. */
  dataFolder: string
  /** 0: any free port. */
  port: number
  /** Called when the service ends without a request. */
  onUnexpectedEnd: (reason: string) => void
}

export interface RunningService {
  /** `http://127.0.0.1:PORT/api/v1`. */
  baseUrl: string
  workshop: string
  /** Null unless this start made the folder: the service shows a key only once. */
  keys: { sandbox: string; maskin: string } | null
  pid: number
  /** Resolves when the process has ended; it is killed after `graceMs`. */
  stop: () => Promise<void>
}

const readyLine = z.object({
  ready: z.literal(true),
  baseUrl: z.string(),
  workshop: z.string(),
  keys: z.object({ sandbox: z.string(), maskin: z.string() }).optional(),
})

const graceMs = 6_000

/** Rejects with the path of the log if the service does not start. */
export async function startService(
  start: StartProgram,
  { dataFolder, port, onUnexpectedEnd }: ServiceOptions,
): Promise<RunningService> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const logPath = join(dataFolder, 'service.log')
  const program = start(['--port', String(port), '--data', dataFolder], logPath)
  let isEndRequested = false
  const ready = new Promise<z.infer<typeof readyLine>>((resolve, reject) => {
    createInterface({ input: program.stdout }).once('line', (line) => {
      try {
        resolve(readyLine.parse(JSON.parse(line)))
      } catch {
        reject(new Error('the first output of the sandbox is not its ready line'))
      }
    })
    void program.ended.then((reason) =>
      reject(new Error(`the sandbox workshop did not start (${reason}); its log: ${logPath}`)),
    )
  })
  const stop = async (): Promise<void> => {
    isEndRequested = true
    program.requestEnd()
    const killTimer = setTimeout(program.kill, graceMs)
    await program.ended
    clearTimeout(killTimer)
  }
  try {
    const { baseUrl, workshop, keys } = await ready
    void program.ended.then((reason) => isEndRequested || onUnexpectedEnd(reason))
    return { baseUrl, workshop, keys: keys ?? null, pid: program.pid, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}
