// Programs as files in a folder that a controller takes them from. Touches that folder alone.
//
// What may be written. A file here is no frame on a controller's line: it changes nothing at the machine until a person there opens
// it, and the template is refused without the technician's word for that. So no safe state is asked for; there is no line to ask on.
// What stays forbidden is to change what may be loaded: each version of a program is a file of its own name, and a file that is there
// with other words in it is never written over.
import { constants } from 'node:fs'
import { access, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Clock } from '../../platform/clock.ts'
import type { FileDropTemplate } from '../maps/dnc-template.ts'
import type { BrakeProgram } from '../program/program.ts'
import { BrakeError } from '../protocol/brake-error.ts'
import { endedLine, programLines } from '../protocol/program-lines.ts'
import { differingLines } from './differing-lines.ts'
import type { Driver } from './driver.ts'

export interface FileDropParts {
  readonly folder: string
  readonly template: FileDropTemplate
  readonly clock: Clock
}

/** A share of the network may never answer. */
const answerMs = 10_000
/** Longer than any upload is at work. */
const leftAfterMs = 60_000

/** One that a disk has not answered yet. */
interface Call {
  /** On the clock that never steps: from then on its caller is told that there is no answer. */
  readonly lateAt: number
  /** The file is on its way to its name, which nobody can call back. */
  mayCome: boolean
}

const letGo = (): BrakeError => new BrakeError('line_ended', 'the folder was let go')

export function createFileDrop({ folder, template, clock }: FileDropParts): Driver {
  const { text, extension } = template
  /** A name that we give, half written. */
  const ours = new RegExp(String.raw`^[A-Za-z0-9_-]+_p\d+(_[LR])?_d\d+_v\d+\.${extension}\.\d+\.part$`)
  let isClosed = false

  /** Whole or not there: synced beside its place before it gets its name. */
  async function writeWhole(path: string, bytes: Buffer, signal: AbortSignal, call: Call): Promise<void> {
    const beside = `${path}.${process.pid}.part`
    try {
      const file = await open(beside, 'w')
      try {
        await file.writeFile(bytes)
        await file.sync()
        await removeLeft((await file.stat()).mtimeMs)
      } finally {
        await file.close()
      }
      if (signal.aborted) throw new BrakeError('cancelled', 'called off')
      // whoever sent it was told that it did not come: it must not come now
      if (clock.monotonic() >= call.lateAt) throw noAnswer('')
      if (isClosed) throw letGo()
      call.mayCome = true
      await rename(beside, path)
    } catch (error) {
      await rm(beside, { force: true }).catch(() => undefined)
      throw error
    }
    await syncFolder()
  }
  /** What killed stations left half written, told by the folder's own clock: a younger one may be another station's at work. */
  async function removeLeft(nowMs: number): Promise<void> {
    const parts = (await readdir(folder)).filter((name) => ours.test(name))
    for (const name of parts) {
      const path = join(folder, name)
      try {
        // oxlint-disable-next-line no-await-in-loop
        if (nowMs - (await stat(path)).mtimeMs > leftAfterMs) await rm(path, { force: true })
      } catch {
        // gone meanwhile, or another user's: no program lacks for it
      }
    }
  }
  /** The rename survives a power loss only then; Windows has no such call, and some shares refuse it. */
  async function syncFolder(): Promise<void> {
    if (process.platform === 'win32') return
    const handle = await open(folder, 'r')
    try {
      await handle.sync().catch(() => undefined)
    } finally {
      await handle.close()
    }
  }
  /** Rejects with a BrakeError only, and does not wait for a disk that never answers. */
  async function within<Answer>(act: (call: Call) => Promise<Answer>): Promise<Answer> {
    if (isClosed) throw letGo()
    const answered = new AbortController()
    const call: Call = { lateAt: clock.monotonic() + answerMs, mayCome: false }
    const late = async (): Promise<never> => {
      await clock.wait(answerMs, answered.signal)
      throw noAnswer(call.mayCome ? '; the file may come there yet' : '')
    }
    try {
      return await Promise.race([act(call), late()])
    } catch (error) {
      throw inPlainWords(error, folder)
    } finally {
      answered.abort()
    }
  }
  const noAnswer = (more: string): BrakeError =>
    new BrakeError('no_answer', `${folder} did not answer within ${answerMs / 1000} s${more}`)
  async function usable(): Promise<void> {
    const found = await stat(folder)
    if (!found.isDirectory()) throw new BrakeError('refused', `${folder} is no folder`)
    await access(folder, constants.W_OK | constants.R_OK)
  }
  const contentOf = (program: BrakeProgram): string => {
    const written = programLines(text, program)
    if (!written.ok) throw new BrakeError('out_of_range', written.wrong.message)
    return written.lines.map((line) => endedLine(text, line.text)).join('')
  }
  const pathOf = (program: BrakeProgram): string => join(folder, programFileName(program, extension))

  return {
    capabilities: {
      upload: true,
      readOnlyBecause: null,
      greatestSteps: text.greatestSteps,
      readBack: true,
      counts: null,
      // nothing is known of the machine, but whether the folder is there
      status: true,
      alarms: false,
      unverified: template.unverified,
    },
    probe: () =>
      within(async () => {
        await usable()
        return { controller: template.name, answeredAs: folder }
      }),
    upload: (program, signal) =>
      within(async (call) => {
        if (signal.aborted) throw new BrakeError('cancelled', 'called off')
        const content = contentOf(program)
        const path = pathOf(program)
        const there = await readIfThere(path)
        if (there === content) return
        if (there !== null)
          throw new BrakeError('refused', `${path} is there with other words in it: it is not written over`)
        await writeWhole(path, Buffer.from(content, 'latin1'), signal, call)
      }),
    verify: (program) =>
      within(async () => {
        const written = programLines(text, program)
        if (!written.ok) throw new BrakeError('out_of_range', written.wrong.message)
        const read = (await readFile(pathOf(program), 'latin1')).split(/\r\n|\n|\r/)
        const differences = differingLines(
          written.lines,
          read.filter((line) => line !== ''),
        )
        return { same: differences.length === 0, differences }
      }),
    status: () =>
      within(async () => {
        await usable()
        return { safe: null, running: null }
      }),
    counter: () => within(() => Promise.reject(new BrakeError('refused', 'a folder counts nothing'))),
    alarms: () => within(() => Promise.resolve([])),
    close: () => {
      isClosed = true
      return Promise.resolve()
    },
  }
}

/** "T-000412-3_p1_L_d4_v2.txt": of each piece, drawing and version its own. */
export function programFileName(program: BrakeProgram, extension: string): string {
  const { name, pieceNo, hand, drawingVersion, version } = program
  const side = hand === null ? '' : hand === 'left' ? '_L' : '_R'
  const plain = name.replaceAll(/[^A-Za-z0-9-]/g, '_').slice(0, 60)
  return `${plain}_p${pieceNo}${side}_d${drawingVersion}_v${version}.${extension}`
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'latin1')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

const plainWords: ReadonlyMap<string, (folder: string) => string> = new Map([
  ['EACCES', (folder) => `this user may not write in ${folder}`],
  ['EPERM', (folder) => `this user may not write in ${folder}`],
  ['EROFS', (folder) => `${folder} is on a disk that can only be read`],
  ['ENOSPC', (folder) => `the disk of ${folder} is full`],
  ['EDQUOT', (folder) => `the disk of ${folder} is full for this user`],
])

function inPlainWords(error: unknown, folder: string): BrakeError {
  if (error instanceof BrakeError) return error
  const code = codeOf(error) ?? ''
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new BrakeError('no_answer', `${folder}, or the file in it, is not there`)
  const words = plainWords.get(code)?.(folder)
  return new BrakeError('refused', words ?? `${folder}: ${error instanceof Error ? error.message : String(error)}`)
}
