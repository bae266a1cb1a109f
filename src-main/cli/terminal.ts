// What every command uses at the terminal: questions, refusals, times, and a hint about the sandbox's folder. Accesses standard input and
// output, and the disk for the hint.
import { existsSync } from 'node:fs'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { sandboxStationFolder } from '../station/sandbox/index.ts'

/** A command is refused. Its message is printed to standard error; the exit code is 1. */
export class Refusal extends Error {}

/** What ends the input at a terminal. */
export const endOfInput = process.platform === 'win32' ? 'Ctrl-Z and Enter' : 'Ctrl-D'

/** Answers can also be piped in. */
export interface TerminalAnswers {
  /** Resolves with the next line; empty at the end of the input. */
  readonly ask: (question: string) => Promise<string>
  readonly close: () => void
}

export function openAnswers(): TerminalAnswers {
  const lines = createInterface({ input: process.stdin })
  // opened at once, because piped input can arrive before the first question
  const inputLines = lines[Symbol.asyncIterator]()
  return {
    ask: async (question) => {
      process.stdout.write(question)
      const answer = await inputLines.next()
      // on a terminal, the person's Enter has already ended the line
      if (!process.stdin.isTTY) process.stdout.write('\n')
      return answer.done === true ? '' : answer.value
    },
    close: () => lines.close(),
  }
}

export const isYes = (answer: string): boolean => /^(y|yes|j|ja)$/i.test(answer.trim())

/** A time in one unit: '45 s', '4 min', '3 h', '2 d'. */
export function age(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  return seconds < 48 * 3_600 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} d`
}

/** '2026-11-24 10:00 CET, 4 min ago'. `timeZone`: default: the computer's own. */
export function momentAndAge(instant: string, now: number, timeZone?: string): string {
  // Swedish puts the year first
  const moment = new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(instant))
  return `${moment}, ${age(Math.max(0, Math.round((now - Date.parse(instant)) / 1_000)))} ago`
}

/**
 * Names the sandbox station's folder to a person who gave a data folder without a station. One sentence; empty if the folder has no
 * sandbox.
 */
export function sandboxHint(folder: string): string[] {
  const station = sandboxStationFolder(folder)
  return existsSync(station) ? [`The sandbox of "npm start" has its own folder: --data ${station}`] : []
}
