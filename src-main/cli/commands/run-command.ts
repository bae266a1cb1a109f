// The technician's commands: connect this station to a workshop, say how it stands, run it without a window. May touch the
// data folder, the service and, for the status, the station that runs here.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { ReconnectingLink, type StationLink, type StatusView } from '../../../shared/station-api/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { readAttachFile } from '../../station/attach/index.ts'
import { connectWorkshop } from '../../station/set-up/index.ts'
import { dataFolderPath, makeDataFolder, type DataFolderOptions } from '../../platform/data-folder.ts'
import { readSentences } from '../../platform/translations.ts'
import { readSettings } from '../../station/settings/index.ts'
import { openStationChannel } from '../../station/attach/index.ts'
import { openWorkshopFiles, workshopFolder } from '../../station/workshop-files/index.ts'
import { brakeUsage, runBrake, runPorts } from '../brake/index.ts'
import { changePin } from './change-pin.ts'
import { changeSetting, showSettings, type SettingsAnswer } from './change-setting.ts'
import { keepUsage, runBackup, runRestore, runSupport } from './backup-command.ts'
import { outboxUsage, runOutbox } from '../outbox/index.ts'
import { sandboxHint } from '../terminal/index.ts'
import { buildIfStale, serveFolder } from '../start/index.ts'
import { describeStatus } from './status-text.ts'
import { describeTables } from './tables-text.ts'

const root = join(import.meta.dirname, '../../..')

const usage = `kant connect ADDRESS   connect to a workshop; the key is read from standard input, never from the command line
kant status [--json]   say how the station that runs here stands
kant tables            say which files of machines, tools and figures are in force, and what is wrong in them
kant settings          show the tolerance of the check, the DXF preset and how sheets are marked; "settings tolerance 0.5", "settings preset onshape"
                       or "settings marks by-itself" changes one; "settings pin maintain" asks for a new PIN of plan, oversee or maintain
${outboxUsage}
${brakeUsage}
${keepUsage}
kant --station         run the station without a window
Each takes --data FOLDER in place of the usual data folder.`

// said alone, all that could be meant is listed
const takesMore: readonly string[] = ['connect', 'outbox', 'brake', 'support', 'restore']

/** Returns the exit code: 0 done, 1 not as asked (said on standard error), 2 the words are off. */
export async function runCommand(args: string[]): Promise<number> {
  const read = parse(args)
  if (typeof read === 'string') {
    console.error(`${read} "help" lists the commands.`)
    return 2
  }
  try {
    return await run(read, { given: read.data, platform: process.platform, env: process.env, home: homedir() })
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : String(fault))
    return 1
  }
}

async function run({ station: runs, words, json, ...options }: Words, place: DataFolderOptions): Promise<number> {
  const [command, ...rest] = runs ? ['station'] : words
  const [address] = rest
  // a folder that was misspelt is not made by looking into it
  const folder = dataFolderPath(place)
  if (command === 'connect' && address !== undefined && rest.length === 1)
    return connect(makeDataFolder(place), address)
  if (command === 'status' && rest.length === 0) return status(folder, json)
  if (command === 'tables' && rest.length === 0) return tables(folder)
  if (command === 'settings' && rest.length === 0) return answered(showSettings(folder))
  if (command === 'settings' && rest[0] === 'pin' && rest.length === 2) return changePin(folder, rest[1] ?? '')
  if (command === 'settings' && rest.length === 2) return settings(folder, rest)
  if (command === 'backup' && rest.length <= 1) return runBackup(folder, address ?? null)
  if (command === 'restore' && address !== undefined && rest.length === 1) return runRestore(folder, address)
  if (command === 'support' && address !== undefined && rest.length === 1)
    return runSupport(address, () => runningStation(folder))
  if (command === 'station' && rest.length === 0) return station(makeDataFolder(place))
  const surroundings = {
    resources: join(root, 'resources'),
    runningStation: () => runningStation(folder),
    clock: systemClock,
  }
  if (command === 'ports' && rest.length === 0) return runPorts()
  const asked = { ...options, words: rest, folder, json }
  const code =
    command === 'outbox'
      ? await runOutbox(asked, surroundings)
      : command === 'brake'
        ? await runBrake(asked, surroundings)
        : null
  if (code !== null) return code
  if (command === 'help') console.log(usage)
  else if (command === undefined || (rest.length === 0 && takesMore.includes(command))) console.error(usage)
  else console.error(`"${words.join(' ')}" is none of kant's commands. "help" lists them.`)
  return command === 'help' ? 0 : 2
}

interface Words {
  data: string | null
  station: boolean
  json: boolean
  all: boolean
  live: boolean
  yes: boolean
  why: string | null
  by: string | null
  words: string[]
}

/** "-3": no option is called so. */
const isFigure = (arg: string): boolean => /^-[.,]?\d/.test(arg)

function parse(args: string[]): Words | string {
  try {
    const flag = { type: 'boolean' } as const
    const text = { type: 'string' } as const
    const options = { data: text, station: flag, json: flag, all: flag, live: flag, yes: flag, why: text, by: text }
    const sorted = [...args.filter((arg) => !isFigure(arg)), '--', ...args.filter(isFigure)]
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
      words: positionals,
    }
  } catch (error) {
    // after its first sentence Node goes on about its own ways
    const [what = ''] = (error instanceof Error ? error.message : String(error)).split('. ')
    return what.endsWith('.') ? what : `${what}.`
  }
}

async function connect(folder: string, address: string): Promise<number> {
  if (process.stdin.isTTY) console.error('Paste the key and end with Enter and Ctrl-D:')
  const key = (await text(process.stdin)).trim()
  const before = readSettings(folder)?.baseUrl ?? null
  const running = await runningStation(folder)
  const stationRuns = running !== null
  const result = await connectWorkshop({ folder, baseUrl: address, key, clock: systemClock, stationRuns })
  for (const line of result.lines) (result.ok ? console.log : console.error)(line)
  if (result.ok && running !== null) {
    if (before === address) await running.call('sync.now', {})
    console.log(
      before === address
        ? 'The station that runs here has the key.'
        : 'A station runs here on what it was started with: end it and start it again.',
    )
  }
  running?.close()
  return result.ok ? 0 : 1
}

/** A link to the station that runs on the folder; null: none does. */
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
    console.error(existsSync(folder) ? `No station runs on ${folder}.` : `There is no folder ${folder}.`)
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

/** What a station would read now; one that runs reads the same at the next look. */
function tables(folder: string): number {
  const files = openWorkshopFiles({ shipped: join(root, 'resources'), own: workshopFolder(folder) })
  const { said, wrong } = describeTables(files.read(), files.folder)
  for (const line of said) console.log(line)
  for (const line of wrong) console.error(line)
  if (readSettings(folder) === null) for (const line of sandboxHint(folder)) console.log(line)
  return wrong.length === 0 ? 0 : 1
}

/** A station that runs takes what was changed, and tells its screens. */
async function settings(folder: string, [name = '', value = '']: readonly string[]): Promise<number> {
  const answer = changeSetting(folder, name, value)
  const running = answer.ok ? await runningStation(folder) : null
  await running?.call('workshop.read', {})
  running?.close()
  return answered(answer)
}

function answered({ ok, lines }: SettingsAnswer): number {
  for (const line of lines) (ok ? console.log : console.error)(line)
  return ok ? 0 : 1
}

/** Runs until it is asked to end. */
async function station(folder: string): Promise<number> {
  await buildIfStale(root)
  const served = await serveFolder(root, folder)
  const workshop = readSettings(folder)?.baseUrl ?? null
  const asked = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
  if (workshop === null) {
    console.error(`No workshop is connected to ${folder}: nothing is fetched, and nothing can be marked.`)
    console.error(`End this, run "npm run kant -- connect https://…/api/v1 --data ${folder}", and start it again.`)
    for (const line of sandboxHint(folder)) console.error(line)
  }
  // last, since whoever waits for it may end the station at once
  console.log(JSON.stringify({ ready: true, dataFolder: folder, workshop }))
  await asked
  await served.close()
  return 0
}
