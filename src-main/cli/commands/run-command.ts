// The command `kant`: parses the command line and runs the technician's commands. Accesses the data folder, the service and the running
// station.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { ReconnectingLink, type StationLink, type StatusView } from '../../../shared/station-api/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { messageOf } from '../../platform/message-of.ts'
import { readAttachFile } from '../../station/attach/index.ts'
import type { SystemKeyStore } from '../../station/keys/index.ts'
import { dataFolderPath, makeDataFolder, type DataFolderOptions } from '../../platform/data-folder.ts'
import { kantCommandHere } from '../../platform/kant-command.ts'
import { resourcesFolder } from '../../platform/resources-folder.ts'
import { readSentences } from '../../platform/translations.ts'
import { readSettings } from '../../station/settings/index.ts'
import { openStationChannel } from '../../station/attach/index.ts'
import { changeSetting, showSettings, type SettingsAnswer } from './change-setting.ts'
import { endOfInput, openAnswers, sandboxHint } from '../terminal.ts'
import { describeStatus } from './status-text.ts'

/** The project's folder, or the archive of the packaged app. */
const root = join(resourcesFolder, '..')

// the commands are loaded on demand: most need neither the service's client nor a database, and start faster without them
const outboxCommands = () => import('../outbox/index.ts')
const brakeCommands = () => import('../brake/index.ts')
const stationsCommands = () => import('../stations/index.ts')
const backupCommands = () => import('./backup-command.ts')

const readUsage = async (
  folder: string,
): Promise<string> => `On this computer, "kant" is written: ${kantCommandHere(folder)}

kant connect ADDRESS   connect to a workshop; reads the key from standard input, never from the command line
kant status [--json]   show the state of the running station
kant tables            list the files of machines, tools and tables that are used, and their errors
kant settings          show the settings; "settings tolerance 0.5", "settings preset onshape", "settings marks by-itself" or "settings updates off"
                       changes one; "settings pin maintain" reads a new PIN, "settings pin maintain off" removes it, likewise
                       "pin plan" and "pin oversee"
${(await outboxCommands()).outboxUsage}
${(await brakeCommands()).brakeUsage}
${(await stationsCommands()).stationsUsage}
${(await backupCommands()).backupUsage}
kant --station         run the station without a window
Every command accepts --data FOLDER instead of the default data folder.`

// without an argument, one of these prints the whole help
const commandsWithArguments: readonly string[] = ['connect', 'outbox', 'brake', 'support', 'restore']

export interface CommandOptions {
  /** The packaged app's access to the system's key store. Default: a program of Node. */
  systemKeyStore?: SystemKeyStore
}

/** Returns the exit code: 0 done, 1 failed (the reason is on standard error), 2 invalid command line. */
export async function runCommand(args: string[], options: CommandOptions = {}): Promise<number> {
  const commandLine = parse(args)
  if (typeof commandLine === 'string') {
    console.error(`${commandLine} "${kantCommandHere(dataFolderPath(placeOf(null)))} help" lists the commands.`)
    return 2
  }
  try {
    const place = placeOf(commandLine.data)
    return await run(commandLine, place, options)
  } catch (error) {
    console.error(messageOf(error))
    return 1
  }
}

const placeOf = (given: string | null): DataFolderOptions => ({
  given,
  platform: process.platform,
  env: process.env,
  home: homedir(),
})

async function run(
  { station: runs, args, json, ...options }: CommandLine,
  place: DataFolderOptions,
  commandOptions: CommandOptions,
): Promise<number> {
  const [command, ...rest] = runs ? ['station'] : args
  const [address] = rest
  // only some commands create the folder, so that a misspelt name does not
  const folder = dataFolderPath(place)
  if (command === 'connect' && address !== undefined && rest.length === 1)
    return connect(makeDataFolder(place), address, commandOptions)
  if (command === 'status' && rest.length === 0) return status(folder, json)
  if (command === 'tables' && rest.length === 0) return tables(folder)
  if (command === 'settings' && rest.length === 0) return printAnswer(showSettings(folder))
  if (command === 'settings' && rest[0] === 'pin' && (rest.length === 2 || rest.length === 3)) {
    const { changePin } = await import('./change-pin.ts')
    return changePin(folder, rest.slice(1))
  }
  if (command === 'settings' && rest.length === 2) return settings(folder, rest)
  if (command === 'backup' && rest.length <= 1) return (await backupCommands()).runBackup(folder, address ?? null)
  if (command === 'restore' && address !== undefined && rest.length === 1)
    return (await backupCommands()).runRestore(folder, address)
  if (command === 'support' && address !== undefined && rest.length === 1)
    return (await backupCommands()).runSupport(address, () => runningStation(folder))
  if (command === 'station' && rest.length === 0) return station(makeDataFolder(place))
  const context = {
    resources: join(root, 'resources'),
    runningStation: () => runningStation(folder),
    clock: systemClock,
    openAnswers,
  }
  if (command === 'ports' && rest.length === 0) return (await brakeCommands()).runPorts()
  const subcommand = { ...options, args: rest, folder, json }
  const code =
    command === 'outbox'
      ? await (await outboxCommands()).runOutbox(subcommand, context)
      : command === 'brake'
        ? await (await brakeCommands()).runBrake(subcommand, context)
        : command === 'stations'
          ? await (await stationsCommands()).runStations(subcommand, context)
          : null
  if (code !== null) return code
  if (command === 'help') console.log(await readUsage(folder))
  else if (command === undefined || (rest.length === 0 && commandsWithArguments.includes(command)))
    console.error(await readUsage(folder))
  else console.error(`"${args.join(' ')}" is not a command. "${kantCommandHere(folder)} help" lists the commands.`)
  return command === 'help' ? 0 : 2
}

interface CommandLine {
  data: string | null
  station: boolean
  json: boolean
  all: boolean
  live: boolean
  yes: boolean
  why: string | null
  by: string | null
  name: string | null
  port: string | null
  /** The command and its arguments. */
  args: string[]
}

/** A negative number such as "-3" is an argument and not an option. */
const isNegativeNumber = (arg: string): boolean => /^-[.,]?\d/.test(arg)

/** The parsed command line, or a sentence about what is wrong with it. */
function parse(args: string[]): CommandLine | string {
  try {
    const flag = { type: 'boolean' } as const
    const text = { type: 'string' } as const
    const flags = { station: flag, json: flag, all: flag, live: flag, yes: flag }
    const options = { ...flags, data: text, why: text, by: text, name: text, port: text }
    const sorted = [...args.filter((arg) => !isNegativeNumber(arg)), '--', ...args.filter(isNegativeNumber)]
    const { values, positionals } = parseArgs({ args: sorted, options, allowPositionals: true })
    return {
      data: values.data ?? null,
      station: values.station ?? false,
      json: values.json ?? false,
      all: values.all ?? false,
      live: values.live ?? false,
      yes: values.yes ?? false,
      why: values.why ?? null,
      by: values.by ?? null,
      name: values.name ?? null,
      port: values.port ?? null,
      args: positionals,
    }
  } catch (error) {
    // the later sentences of Node's message are about parseArgs
    const [sentence = ''] = messageOf(error).split('. ')
    return sentence.endsWith('.') ? sentence : `${sentence}.`
  }
}

async function connect(folder: string, address: string, options: CommandOptions): Promise<number> {
  if (process.stdin.isTTY) console.error(`Paste the key and end with Enter and ${endOfInput}:`)
  const key = (await text(process.stdin)).trim()
  const previousAddress = readSettings(folder)?.baseUrl ?? null
  const running = await runningStation(folder)
  const { isFolderHeld } = await import('../../ledger/index.ts')
  // without space on the disk, a station writes no address at which a command reaches it
  const stationRuns = running !== null || isFolderHeld(folder)
  const { connectWorkshop } = await import('../../station/set-up/index.ts')
  const result = await connectWorkshop({ folder, baseUrl: address, key, clock: systemClock, stationRuns, ...options })
  for (const line of result.lines) (result.ok ? console.log : console.error)(line)
  if (result.ok && stationRuns) {
    const usesKey = previousAddress === address && running !== null
    if (usesKey) await running.call('sync.now', {})
    console.log(
      usesKey
        ? 'The running station uses the key.'
        : 'The running station still uses the previous connection. Restart it.',
    )
  }
  running?.close()
  return result.ok ? 0 : 1
}

/** A link to the station that runs on the folder; null: none runs. */
async function runningStation(folder: string): Promise<StationLink | null> {
  const address = readAttachFile(folder)
  if (address === null) return null
  const link = new ReconnectingLink({ open: () => openStationChannel(address), wait: systemClock.wait })
  return new Promise((resolve) => {
    link.subscribe((message) => {
      if (message.kind === 'snapshot') resolve(link)
      else if (message.kind === 'link' && message.state === 'lost') {
        link.close()
        resolve(null)
      }
    })
  })
}

async function status(folder: string, json: boolean): Promise<number> {
  const running = await runningStation(folder)
  if (running === null) {
    console.error(existsSync(folder) ? `No station runs on ${folder}.` : `The folder ${folder} does not exist.`)
    for (const line of sandboxHint(folder)) console.error(line)
    return 1
  }
  const view = await new Promise<StatusView>((resolve) => {
    running.subscribe((message) => {
      if (message.kind === 'snapshot') resolve(message.snapshot.status)
    })
  })
  running.close()
  const sentences = readSentences(join(root, 'resources'), 'en')
  const lines = describeStatus(view, { sentences, now: systemClock.now() })
  console.log(json ? JSON.stringify(view, null, 2) : lines.join('\n'))
  return 0
}

/** Reads the files as a station does. A running station uses the same files from its next read. */
async function tables(folder: string): Promise<number> {
  const { openWorkshopFiles, workshopFolder } = await import('../../station/workshop-files/index.ts')
  const { describeTables } = await import('./tables-text.ts')
  const files = openWorkshopFiles({ shipped: join(root, 'resources'), workshopFolder: workshopFolder(folder) })
  const { lines, errors } = describeTables(files.read(), files.folder)
  for (const line of lines) console.log(line)
  for (const line of errors) console.error(line)
  if (readSettings(folder) === null) for (const line of sandboxHint(folder)) console.log(line)
  return errors.length === 0 ? 0 : 1
}

/** A running station uses the new setting at once and notifies its screens. */
async function settings(folder: string, [name = '', value = '']: readonly string[]): Promise<number> {
  const answer = changeSetting(folder, name, value)
  const running = answer.ok ? await runningStation(folder) : null
  await running?.call('workshop.read', {})
  running?.close()
  return printAnswer(answer)
}

function printAnswer({ ok, lines }: SettingsAnswer): number {
  for (const line of lines) (ok ? console.log : console.error)(line)
  return ok ? 0 : 1
}

/** Runs until SIGINT or SIGTERM. */
async function station(folder: string): Promise<number> {
  // loaded on demand: only this command runs a station
  const [{ buildIfStale }, { serveFolder }] = await Promise.all([
    import('../start/index.ts'),
    import('../../browser/index.ts'),
  ])
  // the packaged app has a build and no sources
  if (existsSync(join(root, 'src-main'))) await buildIfStale(root)
  const served = await serveFolder(root, folder)
  const workshop = readSettings(folder)?.baseUrl ?? null
  const signalled = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
  if (workshop === null) {
    console.error(`No workshop is connected to ${folder}, so there are no sheets to mark.`)
    console.error(`Stop this station, run "${kantCommandHere(folder)} connect https://…/api/v1", and start it again.`)
    for (const line of sandboxHint(folder)) console.error(line)
  }
  // printed last, because the program that waits for it may end the station at once
  console.log(JSON.stringify({ ready: true, dataFolder: folder, workshop }))
  await signalled
  await served.close()
  return 0
}
