// `npm run workshop` as a function: parses the arguments, opens the data folder, runs one command and closes the folder.
import { Refusal } from '../../store/index.ts'
import { openAdmin } from '../workshop-admin.ts'
import { readCommandLine } from './command-line.ts'
import { help, runCommand, runFolderCommand } from './run-command.ts'

export interface ProgramResult {
  exitCode: number
  stdout: string
  stderr: string
}

/** Never rejects. A refused command prints one line on standard error, and changes nothing. */
export async function runAdministration(args: readonly string[]): Promise<ProgramResult> {
  try {
    const lines = await run(args)
    return { exitCode: 0, stdout: lines.map((line) => `${line}\n`).join(''), stderr: '' }
  } catch (error) {
    return { exitCode: 1, stdout: '', stderr: `${error instanceof Refusal ? error.message : String(error)}\n` }
  }
}

async function run(args: readonly string[]): Promise<string[]> {
  const parsed = readCommandLine(args)
  if (parsed.words.length === 0 || parsed.words[0] === 'help') return help()
  const { data, workshop } = parsed.options
  if (data === undefined) throw new Refusal('invalid', '--data FOLDER is missing')
  const folderLines = await runFolderCommand(data, parsed)
  if (folderLines !== null) return folderLines
  const admin = openAdmin({ dataFolder: data, ...(workshop === undefined ? {} : { workshop }) })
  try {
    return runCommand(admin, parsed)
  } finally {
    admin.close()
  }
}
