// `npm run workshop` as a function: parses the arguments, opens the data folder, runs one command and closes the folder.
import { Refusal } from '../../store/index.ts'
import { openAdmin } from '../workshop-admin.ts'
import { readCommandLine } from './command-line.ts'
import { help, runCommand } from './run-command.ts'

export interface ProgramResult {
  exitCode: number
  stdout: string
  stderr: string
}

/** Never throws. A refused command prints one line on standard error, and changes nothing. */
export function runAdministration(args: readonly string[]): ProgramResult {
  try {
    const lines = run(args)
    return { exitCode: 0, stdout: lines.map((line) => `${line}\n`).join(''), stderr: '' }
  } catch (error) {
    return { exitCode: 1, stdout: '', stderr: `${error instanceof Refusal ? error.message : String(error)}\n` }
  }
}

function run(args: readonly string[]): string[] {
  const parsed = readCommandLine(args)
  if (parsed.words.length === 0 || parsed.words[0] === 'help') return help()
  const { data, workshop } = parsed.options
  if (data === undefined) throw new Refusal('invalid', '--data FOLDER is missing')
  const admin = openAdmin({ dataFolder: data, ...(workshop === undefined ? {} : { workshop }) })
  try {
    return runCommand(admin, parsed)
  } finally {
    admin.close()
  }
}
