// Finds the command that the words begin with, checks its words and options, and runs it. Also prints the help.
import * as z from 'zod'
import { eventTypes, fieldPath, purposes, scopes } from '../../../shared/workshop-api/index.ts'
import { eventGroups } from '../../events/index.ts'
import { Refusal } from '../../store/index.ts'
import type { WorkshopAdmin } from '../workshop-admin.ts'
import { agreementCommands } from './agreement-commands.ts'
import { parseUsage, UsageError } from './command-line.ts'
import type { ParsedCommand } from './command-line.ts'
import type { Command, CommandForm } from './command.ts'
import { folderCommands } from './folder-commands.ts'
import { invoiceCommands, paymentCommands, sellerCommands } from './invoice-commands.ts'
import { keyCommands } from './key-commands.ts'
import { libraryCommands } from './library-commands.ts'
import { orderCommands } from './order-commands.ts'
import { peopleCommands } from './people-commands.ts'
import { sandboxCommands } from './sandbox-commands.ts'
import { sheetCommands } from './sheet-commands.ts'
import { shopCommands } from './shop-commands.ts'
import { webhookCommands } from './webhook-commands.ts'
import { workshopCommands } from './workshop-commands.ts'

const commands: readonly Command[] = [
  ...keyCommands,
  ...peopleCommands,
  ...sellerCommands,
  ...shopCommands,
  ...libraryCommands,
  ...agreementCommands,
  ...paymentCommands,
  ...invoiceCommands,
  ...webhookCommands,
  ...sandboxCommands,
  ...sheetCommands,
  ...orderCommands,
  ...workshopCommands,
]

export function help(): string[] {
  return [
    'npm run workshop -- --data FOLDER [--workshop SLUG] COMMAND',
    '',
    ...[...commands, ...folderCommands].map(
      ({ words, usage, description }) => `  ${`${words} ${usage}`.trimEnd()}\n      ${description}`,
    ),
    '',
    'SHEET is an id, or an order and a sheet number: T-000012/3',
    `PURPOSE is one of ${purposes.join(', ')}`,
    `SCOPE is one of ${scopes.join(', ')}`,
    `EVENT is one of ${eventTypes.join(', ')}`,
    `GROUP is one of ${eventGroups.join(', ')}`,
  ]
}

/** Returns the lines to print. Throws a `Refusal` for an unknown command, and for one that cannot be carried out. */
export function runCommand(admin: WorkshopAdmin, parsed: ParsedCommand): string[] {
  const command = findCommand(commands, parsed)
  if (command === null) throw new Refusal('invalid', `there is no command "${parsed.words.join(' ')}": see help`)
  const parsedArguments = argumentsOf(command, parsed)
  try {
    return command.run(admin, parsedArguments)
  } catch (error) {
    throw refusalOf(error, command)
  }
}

/** The same for a command on the whole data folder; null if it is not one of those. */
export async function runFolderCommand(dataFolder: string, parsed: ParsedCommand): Promise<string[] | null> {
  const command = findCommand(folderCommands, parsed)
  if (command === null) return null
  const parsedArguments = argumentsOf(command, parsed)
  try {
    return await command.run(dataFolder, parsedArguments)
  } catch (error) {
    throw refusalOf(error, command)
  }
}

function findCommand<Form extends CommandForm>(
  forms: readonly Form[],
  { words: givenWords }: ParsedCommand,
): Form | null {
  const line = givenWords.join(' ')
  return forms.find(({ words }) => line === words || line.startsWith(`${words} `)) ?? null
}

function argumentsOf(command: CommandForm, { words, options }: ParsedCommand): ParsedCommand {
  const parsedArguments = { words: words.slice(command.words.split(' ').length), options }
  try {
    refuseExtraArguments(command, parsedArguments)
  } catch (error) {
    throw refusalOf(error, command)
  }
  return parsedArguments
}

function refusalOf(error: unknown, { words, usage }: CommandForm): unknown {
  if (error instanceof UsageError) return new Refusal('invalid', `${error.message}: ${words} ${usage}`)
  if (error instanceof z.ZodError) return new Refusal('invalid', validationMessage(error))
  return error
}

function refuseExtraArguments({ usage }: CommandForm, { words, options }: ParsedCommand): void {
  const expected = parseUsage(usage)
  const extraWords = words.slice(expected.words.length)
  if (extraWords.length > 0) {
    throw new UsageError(`"${extraWords.join(' ')}" is too much (put a text of several words in quotation marks)`)
  }
  const knownOptions = ['data', 'workshop', ...expected.options]
  const unknownOption = Object.keys(options).find((name) => !knownOptions.includes(name))
  if (unknownOption !== undefined) throw new UsageError(`--${unknownOption} is not an option of this command`)
}

/** Names the fields that the contract's schemas refuse. */
function validationMessage({ issues }: z.ZodError): string {
  const problems = issues.map(({ path, message }) => `${fieldPath(path)}: ${message}`)
  return `nothing was changed, these values are invalid: ${problems.join('; ')}`
}
