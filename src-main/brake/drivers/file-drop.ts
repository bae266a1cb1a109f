// The driver of a controller that takes programs as files from a folder. Touches only that folder.
//
// A file in the folder changes nothing at the machine until a person opens it at the controller; a template without the technician's
// confirmation of this is refused. So no safe state is read, and there is no connection to read it from. The driver never changes a
// file that may be loaded: each version of a program has a file name of its own, and a file with other content is not overwritten.
import { constants } from 'node:fs'
import { access, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Clock } from '../../platform/clock.ts'
import { fieldsOfText, programToText, withLineEnd } from '../maps/index.ts'
import type { FileDropTemplate, ProgramLine } from '../maps/index.ts'
import type { BrakeProgram } from '../program/index.ts'
import { BrakeError } from '../protocol/index.ts'
import { textDifferences } from './text-differences.ts'
import type { Capabilities, Driver } from './driver.ts'

export interface FileDropParts {
  readonly folder: string
  readonly template: FileDropTemplate
  readonly clock: Clock
}

/** A network share may never answer. */
const answerMs = 10_000
/** Longer than any upload takes. */
const leftAfterMs = 60_000

/** A call that the disk has not answered yet. */
interface Call {
  /** The time on the monotonic clock after which the caller has the result that there is no answer. */
  readonly lateAt: number
  /** The rename was started; it cannot be cancelled. */
  isRenaming: boolean
}

const closedError = (): BrakeError => new BrakeError('line_ended', 'the folder was closed')

/** What the controller can do according to its template. */
export const fileDropCapabilities = ({ text, unverified }: FileDropTemplate): Capabilities => ({
  upload: true,
  readOnlyBecause: null,
  greatestSteps: text.greatestSteps,
  stepFields: fieldsOfText(text),
  readBack: true,
  counts: null,
  // the status only shows whether the folder can be used: no file tells the state of the machine
  status: true,
  alarms: false,
  unverified,
})

export const createFileDrop = (parts: FileDropParts): Driver => new FileDropDriver(parts)

class FileDropDriver implements Driver {
  readonly capabilities: Capabilities
  readonly #folder: string
  readonly #template: FileDropTemplate
  readonly #clock: Clock
  /** The temporary files of this driver. */
  readonly #partName: RegExp
  #isClosed = false

  constructor({ folder, template, clock }: FileDropParts) {
    this.#folder = folder
    this.#template = template
    this.#clock = clock
    this.#partName = new RegExp(String.raw`^[A-Za-z0-9_-]+_p\d+(_[LR])?_d\d+_v\d+\.${template.extension}\.\d+\.part$`)
    this.capabilities = fileDropCapabilities(template)
  }

  readonly probe: Driver['probe'] = () =>
    this.#withDeadline(async () => {
      await this.#checkFolder()
      return { controller: this.#template.name, answeredAs: this.#folder }
    })

  readonly upload: Driver['upload'] = (program, signal) =>
    this.#withDeadline(async (call) => {
      if (signal.aborted) throw new BrakeError('cancelled', 'cancelled')
      const { text } = this.#template
      const content = this.#linesOf(program)
        .map((line) => withLineEnd(text, line.text))
        .join('')
      const path = this.#pathOf(program)
      const existing = await readIfThere(path)
      if (existing === content) return
      if (existing !== null) throw new BrakeError('refused', `${path} exists with other content: it is not overwritten`)
      await this.#writeWhole(path, Buffer.from(content, 'latin1'), signal, call)
    })

  readonly verify: Driver['verify'] = (program) =>
    this.#withDeadline(async () => {
      const lines = this.#linesOf(program)
      const read = (await readFile(this.#pathOf(program), 'latin1')).split(/\r\n|\n|\r/)
      const differences = textDifferences(
        lines,
        read.filter((line) => line !== ''),
      )
      return { same: differences.length === 0, differences }
    })

  readonly status: Driver['status'] = () =>
    this.#withDeadline(async () => {
      await this.#checkFolder()
      return { safe: null, running: null, step: null }
    })

  readonly counter: Driver['counter'] = () =>
    this.#withDeadline(() => Promise.reject(new BrakeError('refused', 'a folder has no counter')))

  readonly alarms: Driver['alarms'] = () => this.#withDeadline(() => Promise.resolve([]))

  readonly close = (): Promise<void> => {
    this.#isClosed = true
    return Promise.resolve()
  }

  #pathOf(program: BrakeProgram): string {
    return join(this.#folder, programFileName(program, this.#template.extension))
  }

  #linesOf(program: BrakeProgram): readonly ProgramLine[] {
    const written = programToText(this.#template.text, program)
    if (!written.ok) throw new BrakeError('out_of_range', written.error.message)
    return written.value
  }

  /** Rejects with a BrakeError only, also when the disk never answers. */
  async #withDeadline<Answer>(act: (call: Call) => Promise<Answer>): Promise<Answer> {
    if (this.#isClosed) throw closedError()
    const answered = new AbortController()
    const call: Call = { lateAt: this.#clock.monotonic() + answerMs, isRenaming: false }
    const late = async (): Promise<never> => {
      await this.#clock.wait(answerMs, answered.signal)
      throw this.#noAnswer(call.isRenaming ? '; the file may still appear there' : '')
    }
    try {
      return await Promise.race([act(call), late()])
    } catch (error) {
      throw inPlainText(error, this.#folder)
    } finally {
      answered.abort()
    }
  }

  #noAnswer(more: string): BrakeError {
    return new BrakeError('no_answer', `${this.#folder} did not answer within ${answerMs / 1000} s${more}`)
  }

  async #checkFolder(): Promise<void> {
    const stats = await stat(this.#folder)
    if (!stats.isDirectory()) throw new BrakeError('refused', `${this.#folder} is not a folder`)
    await access(this.#folder, constants.W_OK | constants.R_OK)
  }

  /** The file appears whole or not at all: it is synced under a temporary name and then renamed. */
  async #writeWhole(path: string, bytes: Buffer, signal: AbortSignal, call: Call): Promise<void> {
    const temporary = `${path}.${process.pid}.part`
    try {
      const file = await open(temporary, 'w')
      try {
        await file.writeFile(bytes)
        await file.sync()
        await this.#removeOldParts((await file.stat()).mtimeMs)
      } finally {
        await file.close()
      }
      if (signal.aborted) throw new BrakeError('cancelled', 'cancelled')
      // the caller already has the result that the file was not written: it must not appear now
      if (this.#clock.monotonic() >= call.lateAt) throw this.#noAnswer('')
      if (this.#isClosed) throw closedError()
      call.isRenaming = true
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined)
      throw error
    }
    await this.#syncFolder()
  }

  /** Removes temporary files of killed stations. `nowMs`: by the folder's clock; a younger file may belong to a running station. */
  async #removeOldParts(nowMs: number): Promise<void> {
    const parts = (await readdir(this.#folder)).filter((name) => this.#partName.test(name))
    for (const name of parts) {
      const path = join(this.#folder, name)
      try {
        // oxlint-disable-next-line no-await-in-loop
        if (nowMs - (await stat(path)).mtimeMs > leftAfterMs) await rm(path, { force: true })
      } catch {
        // removed meanwhile, or another user's file: no program depends on it
      }
    }
  }

  /** The rename survives a power loss only after this. Windows has no such call, and some shares refuse it. */
  async #syncFolder(): Promise<void> {
    if (process.platform === 'win32') return
    const handle = await open(this.#folder, 'r')
    try {
      await handle.sync().catch(() => undefined)
    } finally {
      await handle.close()
    }
  }
}

/** "T-000412-3_p1_L_d4_v2.txt": each piece, drawing and version has its own name. */
function programFileName(program: BrakeProgram, extension: string): string {
  const { name, pieceNo, hand, drawingVersion, version } = program
  const side = hand === null ? '' : hand === 'left' ? '_L' : '_R'
  const safeName = name.replaceAll(/[^A-Za-z0-9-]/g, '_').slice(0, 60)
  return `${safeName}_p${pieceNo}${side}_d${drawingVersion}_v${version}.${extension}`
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

const plainTexts: ReadonlyMap<string, (folder: string) => string> = new Map([
  ['EACCES', (folder) => `this user is not allowed to write in ${folder}`],
  ['EPERM', (folder) => `this user is not allowed to write in ${folder}`],
  ['EROFS', (folder) => `${folder} is on a read-only disk`],
  ['ENOSPC', (folder) => `the disk of ${folder} is full`],
  ['EDQUOT', (folder) => `the disk of ${folder} is full for this user`],
])

function inPlainText(error: unknown, folder: string): BrakeError {
  if (error instanceof BrakeError) return error
  const code = codeOf(error) ?? ''
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new BrakeError('no_answer', `${folder} or the file in it does not exist`)
  const text = plainTexts.get(code)?.(folder)
  return new BrakeError('refused', text ?? `${folder}: ${error instanceof Error ? error.message : String(error)}`)
}
