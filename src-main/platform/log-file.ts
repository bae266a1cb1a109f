// A file of log lines that outlives its disk: writing a line never throws and never waits. Lines are written in the background. Lines that
// the disk refuses, or that wait while it hangs, are dropped and counted, and the next line that can be written reports how many are
// missing. The file is replaced when it is long; one earlier file remains. Accesses the two files.
import { open, rename, type FileHandle } from 'node:fs/promises'

export interface LogFileOptions {
  /** The earlier file has the same name with `.1`. */
  path: string
  /** A longer file is replaced. */
  maxBytes: number
  /** Returns the line, without its line feed, that reports missing lines. */
  missingLine: (lines: number) => string
}

/** Lines that wait for the disk, in characters. */
const maxWaiting = 1_000_000

export class LogFile {
  readonly #options: LogFileOptions
  #waiting: string[] = []
  #waitingLength = 0
  #missing = 0
  #writing: Promise<void> | null = null
  #file: FileHandle | null = null
  #bytes = 0
  /** A write failed, so the file may end within a line. */
  #isCut = false

  constructor(options: LogFileOptions) {
    this.#options = options
  }

  /** `line` ends with a line feed. */
  readonly write = (line: string): void => {
    if (this.#waitingLength + line.length > maxWaiting) {
      this.#missing += 1
      return
    }
    this.#waiting.push(line)
    this.#waitingLength += line.length
    this.#writing ??= this.#writeWaiting().finally(() => (this.#writing = null))
  }

  /** Resolves when every line is written or dropped; never rejects. */
  async close(): Promise<void> {
    await this.#writing
    await this.#closeFile()
  }

  async #writeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting
      this.#waiting = []
      this.#waitingLength = 0
      const missing = this.#missing
      try {
        // oxlint-disable-next-line no-await-in-loop
        await this.#append(missing, lines)
        this.#missing -= missing
      } catch {
        this.#missing += lines.length
        this.#isCut = true
        // oxlint-disable-next-line no-await-in-loop
        await this.#closeFile()
      }
    }
  }

  async #append(missing: number, lines: readonly string[]): Promise<void> {
    if (this.#bytes > this.#options.maxBytes) await this.#replace()
    const file = this.#file ?? (await this.#open())
    const report = missing === 0 ? [] : [`${this.#options.missingLine(missing)}\n`]
    const text = [this.#isCut ? '\n' : '', ...report, ...lines].join('')
    await file.appendFile(text)
    this.#isCut = false
    this.#bytes += Buffer.byteLength(text)
  }

  async #open(): Promise<FileHandle> {
    const { path, maxBytes } = this.#options
    const file = await open(path, 'a', 0o600)
    this.#file = file
    this.#bytes = (await file.stat()).size
    if (this.#bytes <= maxBytes) return file
    await this.#replace()
    return this.#open()
  }

  async #replace(): Promise<void> {
    await this.#closeFile()
    await rename(this.#options.path, `${this.#options.path}.1`)
    this.#bytes = 0
  }

  async #closeFile(): Promise<void> {
    const file = this.#file
    this.#file = null
    try {
      await file?.close()
    } catch {
      // what could not be written is counted already
    }
  }
}
