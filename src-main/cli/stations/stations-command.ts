// `kant stations`: shows and changes how the running station is linked to the workshop's other stations, for a computer without a screen.
// Accesses the terminal and the running station.
import {
  CallError,
  readTypedAddress,
  type CallIn,
  type StationLink,
  type StationsView,
  type TypedAddress,
} from '../../../shared/station-api/index.ts'
import { exportTexts, type ExportTexts } from '../../exports/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { kantCommandHere } from '../../platform/kant-command.ts'
import { readSentences } from '../../platform/translations.ts'
import { operandError, type Operand } from '../operands.ts'
import { isYes, Refusal, sandboxHint, type TerminalAnswers } from '../terminal.ts'
import { pairStation } from './pair-station.ts'
import { StationDesk } from './station-desk.ts'
import { describeStations } from './stations-text.ts'

export const stationsUsage = `kant stations          show how this station is linked to the workshop's other stations
kant stations on [ADDRESS] [--name NAME] [--port PORT]   turn the link on, on the network interface with ADDRESS
kant stations off      turn the link off
kant stations pair [ADDRESS[:PORT]]   pair with the station at ADDRESS, or with one that pairs with this one; asks for digits and PIN
kant stations revoke NAME [--yes]     refuse a station permanently, at all stations
    NAME can be the beginning of a fingerprint. The station has to run. --json prints JSON.`

export interface StationsCommandLine {
  args: readonly string[]
  folder: string
  json: boolean
  yes: boolean
  name: string | null
  port: string | null
}

export interface StationsCommandContext {
  /** The project's resources, which contain the texts. */
  resources: string
  /** A link to the station that runs on the folder; null: none runs. */
  runningStation: () => Promise<StationLink | null>
  clock: Clock
  openAnswers: () => TerminalAnswers
}

interface CommandParts {
  desk: StationDesk
  commandLine: StationsCommandLine
  say: ExportTexts['say']
  clock: Clock
}

/** The operand of each command. */
const operands: Readonly<Record<string, Operand>> = {
  on: { name: 'ADDRESS', isOptional: true },
  off: null,
  pair: { name: 'ADDRESS', isOptional: true },
  revoke: { name: 'NAME' },
}

/** What is wrong with the command line; null: nothing. */
function commandLineError({ args, name, port }: StationsCommandLine): string | null {
  const [command] = args
  if (command === undefined) return null
  const wrong = operandError('stations', operands, args)
  if (wrong !== null) return wrong
  if (command !== 'on' && (name !== null || port !== null)) return `"stations ${command}" accepts no --name or --port.`
  return port === null || isPort(port) ? null : `"${port}" is not a port. A port is 1 to 65535.`
}

/** Returns the exit code: 0 done, 1 refused, 2 invalid command line. */
export async function runStations(commandLine: StationsCommandLine, context: StationsCommandContext): Promise<number> {
  const kant = kantCommandHere(commandLine.folder)
  const wrong = commandLineError(commandLine)
  if (wrong !== null) {
    console.error(`${wrong} "${kant} help" lists the commands.`)
    return 2
  }
  const link = await context.runningStation()
  if (link === null) {
    console.error(`No station runs on ${commandLine.folder}. Start it with "${kant} --station" or with the app.`)
    for (const line of sandboxHint(commandLine.folder)) console.error(line)
    return 1
  }
  const { say } = exportTexts('en', readSentences(context.resources, 'en'))
  const desk = new StationDesk({ link, openAnswers: context.openAnswers })
  try {
    await run({ desk, commandLine, say, clock: context.clock })
    return 0
  } catch (error) {
    if (error instanceof Refusal) console.error(error.message)
    else if (error instanceof CallError) console.error(say(`call_error.${error.code}`))
    else throw error
    return 1
  } finally {
    desk.close()
    link.close()
  }
}

async function run(parts: CommandParts): Promise<void> {
  const { desk, commandLine } = parts
  const [command, operand = null] = commandLine.args
  if (command === 'on') return print(await turnOn(parts, operand), parts)
  if (command === 'off') return print(await change(desk, await desk.read(), { isOn: false }), parts)
  if (command === 'pair') return pair(parts, operand)
  if (command === 'revoke' && operand !== null) return revoke(parts, operand)
  print(await desk.read(), parts)
}

function print(view: StationsView, { commandLine, say, clock }: CommandParts): void {
  const lines = describeStations(view, { say, nowMs: clock.now() })
  console.log(commandLine.json ? JSON.stringify(view, null, 2) : lines.join('\n'))
}

async function turnOn({ desk, commandLine }: CommandParts, address: string | null): Promise<StationsView> {
  const view = await desk.read()
  const name = commandLine.name ?? view.name
  const port = commandLine.port === null ? view.port : Number(commandLine.port)
  const chosen = address ?? (view.isOn ? view.address : onlyNetworkAddress(view))
  const isLocal = view.interfaces.some((one) => one.address === chosen)
  if (!isLocal && !(view.isOn && chosen === view.address))
    throw new Refusal(`This computer has no network interface with the address ${chosen}. ${interfacesOf(view)}`)
  return change(desk, view, { isOn: true, name, address: chosen, port })
}

/** Changes these settings and leaves the others. */
function change(
  desk: StationDesk,
  { isOn, name, address, port, typedAddresses }: StationsView,
  settings: Partial<CallIn<'stations.change'>>,
): Promise<StationsView> {
  return desk.call('stations.change', { isOn, name, address, port, typedAddresses, ...settings })
}

/** Throws Refusal if the computer has several networks, or none. */
function onlyNetworkAddress(view: StationsView): string {
  const [only, ...others] = view.interfaces.filter(({ address }) => !address.startsWith('127.'))
  if (only === undefined || others.length > 0) throw new Refusal(`Say on which address. ${interfacesOf(view)}`)
  return only.address
}

const interfacesOf = ({ interfaces }: StationsView): string =>
  `The addresses of this computer: ${interfaces.map(({ name, address }) => `${address} (${name})`).join(', ')}.`

async function pair({ desk, commandLine, say, clock }: CommandParts, operand: string | null): Promise<void> {
  const kant = kantCommandHere(commandLine.folder)
  const view = await desk.read()
  if (!view.isOn) throw new Refusal(`The link to other stations is off. Turn it on with "${kant} stations on".`)
  if (!view.hasPin)
    throw new Refusal(`Without a PIN anybody could pair a station. Set one with "${kant} settings pin maintain".`)
  const partner = operand === null ? null : partnerAt(operand, view)
  const name = await pairStation({
    desk,
    partner,
    say,
    print: (line) => console.log(line),
    wait: (ms) => clock.wait(ms),
  })
  console.log(`Paired with ${name}.`)
}

function partnerAt(typed: string, { port }: StationsView): TypedAddress {
  const partner = readTypedAddress(typed, port)
  if (partner === null)
    throw new Refusal(`"${typed}" is not an address. An address is 192.168.1.20 or 192.168.1.20:21570.`)
  return partner
}

async function revoke({ desk, commandLine, say }: CommandParts, name: string): Promise<void> {
  const { stations } = await desk.read()
  const named = stations.filter((one) => one.name === name)
  const candidates = named.length > 0 ? named : stations.filter(({ fingerprint }) => isBeginning(name, fingerprint))
  const [station, ...others] = candidates
  const list = stations.map((one) => `${one.name} (${one.fingerprint.slice(0, 8)})`).join(', ')
  if (station === undefined)
    throw new Refusal(`No paired station is named "${name}". Paired stations: ${list === '' ? 'none' : list}.`)
  if (others.length > 0) throw new Refusal(`Several stations are named "${name}". Give a fingerprint: ${list}.`)
  const question = `${say('stations.revoke_title', { name: station.name })} ${say('stations.revoke_why')} (yes/no) `
  if (!commandLine.yes && !isYes(await desk.ask(question))) throw new Refusal('Nothing was changed.')
  await desk.call('stations.revoke', { fingerprint: station.fingerprint })
  console.log(`${station.name} is revoked.`)
}

const leastBeginning = 8
const isBeginning = (typed: string, fingerprint: string): boolean =>
  typed.length >= leastBeginning && fingerprint.startsWith(typed.toLowerCase())

const isPort = (typed: string): boolean => /^\d{1,5}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 65_535
