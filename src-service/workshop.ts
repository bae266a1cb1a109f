// `npm run workshop`: the workshop's own side of the service, on the same folder and while the service runs.
import process from 'node:process'
import { readCommandLine } from './desk/command-line.ts'
import { help, runCommand } from './desk/commands.ts'
import { openDesk } from './desk/desk.ts'
import { Refusal } from './store/refusal.ts'

function run(args: readonly string[]): string[] {
  const said = readCommandLine(args)
  if (said.words.length === 0 || said.words[0] === 'help') return help()
  const { data, workshop } = said.options
  if (data === undefined) throw new Refusal('invalid', '--data FOLDER is missing')
  const desk = openDesk({ dataFolder: data, ...(workshop === undefined ? {} : { workshop }) })
  try {
    return runCommand(desk, said)
  } finally {
    desk.close()
  }
}

try {
  const lines = run(process.argv.slice(2))
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Refusal ? error.message : String(error)}\n`)
  process.exitCode = 1
}
