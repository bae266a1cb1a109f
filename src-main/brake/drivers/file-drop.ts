// Programs as files in a folder that a controller takes them from. Touches that folder alone.
//
// What may be written. A file here is no frame on a controller's line: it changes nothing at the machine until a person there opens
// it, and the template is refused without the technician's word for that. So no safe state is asked for; there is no line to ask on.
// What stays forbidden is to change what may be loaded: each version of a program is a file of its own name, and a file that is there
// with other words in it is never written over.
import { constants } from 'node:fs'
import { access, open, readFile, rename, rm, stat } from 'node:fs/promises'
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

export function createFileDrop({ folder, template, clock }: FileDropParts): Driver {
  const { text, extension } = template
  let isClosed = false

  /** Whole or not there: synced beside its place before it gets its name. */
  async function writeWhole(path: string, bytes: Buffer, signal: AbortSignal): Promise<void> {
    const beside = `${path}.${process.pid}.part`
    try {
      const file = await open(beside, 'w')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      if (signal.aborted) throw new BrakeError('cancelled', 'called off')
      await rename(beside, path)
    } catch (error) {
      await rm(beside, { force: true }).catch(() => undefined)
      throw error
    }
    await syncFolder()
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
  async function within<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (isClosed) throw new BrakeError('line_ended', 'the folder was let go')
    const answered = new AbortController()
    const late = async (): Promise<never> => {
      await clock.wait(answerMs, answered.signal)
      throw new BrakeError('no_answer', `${folder} did not answer within ${answerMs / 1000} s`)
    }
    try {
      return await Promise.race([call(), late()])
    } catch (error) {
      throw inPlainWords(error, folder)
    } finally {
      answered.abort()
    }
  }
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
      within(async () => {
        if (signal.aborted) throw new BrakeError('cancelled', 'called off')
        const content = contentOf(program)
        const path = pathOf(program)
        const there = await readIfThere(path)
        if (there === content) return
        if (there !== null)
          throw new BrakeError('refused', `${path} is there with other words in it: it is not written over`)
        await writeWhole(path, Buffer.from(content, 'latin1'), signal)
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
