// The sandbox workshop's service as a program beside the station, whoever starts it: waited for until it answers, and ended. May make
// the service's folder.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'

/** A program that was started. */
export interface StartedProgram {
  pid: number
  stdout: NodeJS.ReadableStream
  /** Resolves with how it ended, also when it never began. */
  ended: Promise<string>
  /** Asks it to end. */
  ask: () => void
  /** Ends it. */
  kill: () => void
}

/** Starts the service with the words of its command line; what it says of itself goes to the end of the log. */
export type StartProgram = (words: string[], logPath: string) => StartedProgram

export interface ServiceOptions {
  /** The service's own folder; made where it is not there yet. */
  dataFolder: string
  /** 0 takes a free one. */
  port: number
  /** Told when it ends without having been asked to. */
  onDeath: (how: string) => void
}

export interface RunningService {
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
export async function startService(
  start: StartProgram,
  { dataFolder, port, onDeath }: ServiceOptions,
): Promise<RunningService> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const logPath = join(dataFolder, 'service.log')
  const program = start(['--port', String(port), '--data', dataFolder], logPath)
  let asked = false
  const ready = new Promise<z.infer<typeof readyLine>>((resolve, reject) => {
    createInterface({ input: program.stdout }).once('line', (line) => {
      try {
        resolve(readyLine.parse(JSON.parse(line)))
      } catch {
        reject(new Error('the sandbox workshop said something else than that it is ready'))
      }
    })
    void program.ended.then((how) =>
      reject(new Error(`the sandbox workshop did not start (${how}); its log: ${logPath}`)),
    )
  })
  const stop = async (): Promise<void> => {
    asked = true
    program.ask()
    const late = setTimeout(program.kill, graceMs)
    await program.ended
    clearTimeout(late)
  }
  try {
    const { baseUrl, workshop, keys } = await ready
    void program.ended.then((how) => asked || onDeath(how))
    return { baseUrl, workshop, keys: keys ?? null, pid: program.pid, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}
