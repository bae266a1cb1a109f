// What one command of the workshop's command line is.
import type { Said } from './command-line.ts'
import type { Desk } from './desk.ts'

export interface Command {
  words: string
  /** Its words in capitals or with a bar between them, and its options: what it names is taken, nothing else. */
  usage: string
  what: string
  /** Answers with lines to print: the value that was asked for, else one line that says what was done. */
  run: (desk: Desk, said: Said) => string[]
}
