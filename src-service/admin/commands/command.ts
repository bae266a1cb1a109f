// One command of the workshop's command line.
import type { ParsedCommand } from './command-line.ts'
import type { WorkshopAdmin } from '../workshop-admin.ts'

export interface CommandForm {
  words: string
  /** The arguments, in capitals or separated by a bar, and the options. Any other word or option is refused. */
  usage: string
  description: string
}

export interface Command extends CommandForm {
  /** Returns the lines to print: the requested values, or one line that reports what was done. */
  run: (admin: WorkshopAdmin, parsed: ParsedCommand) => string[]
}
