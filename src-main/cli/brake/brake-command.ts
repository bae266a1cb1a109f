// `kant brake`: configures and tests the connection to the brake, sends programs and proves the controller's file. Uses the running
// station, because a connection has one owner; without one, opens the connection itself.
import process from 'node:process'
import { isPlainText } from '../../../shared/base/plain-text.ts'
import type { BrakeView, StationLink } from '../../../shared/station-api/index.ts'
import { faultOf, type Link, BrakeError, type Driver, serialPorts, ConnectionError } from '../../brake/index.ts'
import { holdFolder, StoreInUseError } from '../../ledger/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { kantCommandHere } from '../../platform/kant-command.ts'
import { commissionOf, storeCommission } from '../../station/brake/index.ts'
import { namedLink, ownControllers } from '../../station/brake/index.ts'
import { readSettings, writeSettings, type Settings } from '../../station/settings/index.ts'
import { commission } from './commission.ts'
import { sendThroughStation } from './send-program.ts'
import { addressSuffix, describeBrake, nextStep, describePorts, noBrake } from './brake-text.ts'
import { pathOf, portHolder } from './port-holder.ts'
import { sandboxHint, isYes, openAnswers, Refusal } from '../terminal.ts'

export const brakeUsage = `kant ports             list the serial ports of this computer, each with its stable address
kant brake link URI CONTROLLER   connect this station to its brake: serial:/dev/ttyUSB0?baud=19200&parity=even, serial:?vendor=0403&product=6001,
                       tcp://HOST:PORT or folder:PATH; CONTROLLER is a file, or the name of a known one; "kant brake unlink" removes the connection
kant brake probe       show which controller answers and what it supports; writes nothing
kant brake status [--json]   show the state of the connection
kant brake watch       print the state at every change, until Ctrl-C
kant brake upload SHEET PIECE [--yes]   show the program of a piece (T-000012-1 or the sheet's id), ask, send it, read it back
kant brake commission --by NAME   prove the controller's file on this machine while you watch; before that, nothing is sent`

export interface BrakeCommandLine {
  /** The arguments after `kant brake`. */
  readonly args: readonly string[]
  readonly folder: string
  readonly json: boolean
  readonly yes: boolean
  readonly by: string | null
}

export interface BrakeCommandContext {
  /** The project's resources. */
  readonly resources: string
  /** A link to the station that runs on the folder; null: none runs. */
  readonly runningStation: () => Promise<StationLink | null>
}

/** Returns the exit code; null: there is no such command. */
export async function runBrake(commandLine: BrakeCommandLine, context: BrakeCommandContext): Promise<number | null> {
  const [command, ...rest] = commandLine.args
  const [first = '', second = ''] = rest
  try {
    if (command === 'link' && rest.length === 2) return await link(commandLine, context, { uri: first, map: second })
    if (command === 'unlink' && rest.length === 0) return await link(commandLine, context, null)
    if (command === 'probe' && rest.length === 0) return await withDriver(commandLine, context, probe)
    if (command === 'status' && rest.length === 0) return await status(commandLine, context)
    if (command === 'watch' && rest.length === 0) return await watch(commandLine, context)
    if (command === 'upload' && rest.length === 2) return await upload(commandLine, context, first, second)
    if (command === 'commission' && rest.length === 0) return await prove(commandLine, context)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    return 1
  }
}

export async function runPorts(): Promise<number> {
  try {
    for (const line of describePorts(await serialPorts())) console.log(line)
    return 0
  } catch (error) {
    const { message } = faultOf(error, 0)
    console.error(`${message}. On Linux this needs udev: run "sudo apt-get install udev", or list /dev yourself.`)
    return 1
  }
}

function settingsOf(folder: string): Settings {
  const settings = readSettings(folder)
  if (settings !== null) return settings
  throw new Refusal(
    [`No workshop is connected to ${folder} yet. Connect one first.`, ...sandboxHint(folder)].join('\n'),
  )
}

function configuredLink(
  { folder }: BrakeCommandLine,
  { resources }: BrakeCommandContext,
): { link: Link; settings: Settings } {
  const settings = settingsOf(folder)
  if (settings.brake === null) throw new Refusal(noBrake(kantCommandHere(folder)))
  const named = namedLink({ dataFolder: folder, resources }, settings.brake, systemClock)
  if (!named.ok) throw new Refusal(named.error.message)
  return { link: named.value, settings }
}

async function link(
  { folder }: BrakeCommandLine,
  context: BrakeCommandContext,
  brake: Settings['brake'],
): Promise<number> {
  const settings = settingsOf(folder)
  if (brake !== null) {
    const named = namedLink({ dataFolder: folder, resources: context.resources }, brake, systemClock)
    if (!named.ok)
      throw new Refusal(`${named.error.message}\nThe workshop's own files belong in ${ownControllers(folder)}.`)
  }
  writeSettings(folder, { baseUrl: settings.baseUrl, brake })
  console.log(brake === null ? 'The station has no brake now.' : `The station's brake is ${brake.uri}.`)
  const running = await context.runningStation()
  running?.close()
  if (running !== null) console.log('The running station uses this from its next start.')
  else if (brake !== null) {
    const kant = kantCommandHere(folder)
    console.log(`Test it with "${kant} brake probe"; prove it with "${kant} brake commission --by NAME".`)
  }
  return 0
}

/** Opens the connection and runs `act`. Refuses if a station runs, because it owns the connection. */
async function withDriver(
  commandLine: BrakeCommandLine,
  context: BrakeCommandContext,
  act: (driver: Driver, set: { link: Link; settings: Settings }) => Promise<number>,
): Promise<number> {
  const configured = configuredLink(commandLine, context)
  const kant = kantCommandHere(commandLine.folder)
  const running = await context.runningStation()
  running?.close()
  if (running !== null)
    throw new Refusal(
      `The running station uses the connection. Run "${kant} brake status" to ask it, or stop it first.`,
    )
  const held = holdForDriver(commandLine.folder)
  const stop = new AbortController()
  try {
    const { driver } = await configured.link.connect(stop.signal)
    try {
      return await act(driver, configured)
    } finally {
      await driver.close()
    }
  } catch (error) {
    if (!(error instanceof ConnectionError || error instanceof BrakeError)) throw error
    const { code, message, address } = faultOf(error, 0)
    const path = pathOf(configured.link.uri)
    const holder = code === 'port_busy' && path !== null ? portHolder(path) : null
    throw new Refusal(
      `${message}${addressSuffix(address)}.\n${nextStep(code, { uri: configured.link.uri, kant, holder })}`,
    )
  } finally {
    held.release()
  }
}

/** No station opens the folder meanwhile: two programs must not write to one machine. */
function holdForDriver(folder: string): { release: () => void } {
  try {
    return holdFolder(folder)
  } catch (error) {
    if (!(error instanceof StoreInUseError)) throw error
    throw new Refusal('A station runs here and uses the connection. Close its window first.')
  }
}

async function probe(driver: Driver, { link: { uri, driver: kind } }: { link: Link }): Promise<number> {
  const { capabilities: can } = driver
  const { controller, answeredAs } = await driver.probe()
  console.log(`${controller}: answers as ${answeredAs}, on ${uri} with the driver ${kind}.`)
  const uploads = can.upload ? `accepts programs of up to ${can.greatestSteps} steps` : 'is read only'
  console.log(
    `It ${uploads}${can.readBack ? ', returns them' : ''}${can.counts === null ? '' : `, counts ${can.counts}`}.`,
  )
  if (can.status) {
    const { safe, running } = await driver.status()
    console.log(
      safe === null && running === null
        ? 'It does not report the state of the machine.'
        : `The machine ${running === true ? 'runs' : 'does not run'} and is ${safe === true ? 'safe' : 'not safe'}.`,
    )
  }
  if (can.counts !== null) console.log(`Its counter reads ${(await driver.counter()).value}.`)
  if (can.alarms) {
    const alarms = await driver.alarms()
    console.log(
      alarms.length === 0 ? 'No alarm.' : alarms.map(({ code, text }) => `Alarm ${code}: ${text ?? ''}`).join('\n'),
    )
  }
  return 0
}

const requireStation = async (context: BrakeCommandContext, folder: string): Promise<StationLink> => {
  const running = await context.runningStation()
  if (running !== null) return running
  throw new Refusal([`No station runs on ${folder}.`, ...sandboxHint(folder)].join('\n'))
}

/** Prints the state from the running station; without one, from the controller. */
async function status(commandLine: BrakeCommandLine, context: BrakeCommandContext): Promise<number> {
  const running = await context.runningStation()
  if (running === null) return withDriver(commandLine, context, probe)
  const view = await running.call('brake.read', {})
  running.close()
  console.log(
    commandLine.json
      ? JSON.stringify(view, null, 2)
      : describeBrake(view, kantCommandHere(commandLine.folder)).join('\n'),
  )
  return 0
}

async function watch({ folder, json }: BrakeCommandLine, context: BrakeCommandContext): Promise<number> {
  const running = await requireStation(context, folder)
  const signalled = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
  const kant = kantCommandHere(folder)
  let before = ''
  const print = (view: BrakeView): void => {
    const line = json ? JSON.stringify(view) : describeBrake(view, kant).join(' ')
    if (line !== before) console.log(line)
    before = line
  }
  running.subscribe((message) => {
    if (message.kind === 'snapshot') print(message.snapshot.brake)
    else if (message.kind === 'push' && message.name === 'brake') print(message.data)
    else if (message.kind === 'link' && message.state === 'lost') console.log('The station does not answer.')
  })
  await signalled
  running.close()
  return 0
}

async function upload(
  commandLine: BrakeCommandLine,
  context: BrakeCommandContext,
  sheet: string,
  piece: string,
): Promise<number> {
  if (!/^[1-9]\d{0,3}$/.test(piece)) throw new Refusal(`"${piece}" is not a piece number.`)
  const running = await requireStation(context, commandLine.folder)
  try {
    return await sendThroughStation(running, {
      sheet,
      pieceNo: Number(piece),
      confirm: () => (commandLine.yes ? Promise.resolve(true) : confirmAtTerminal('Send it to the brake? (yes/no) ')),
      say: (line) => console.log(line),
      kant: kantCommandHere(commandLine.folder),
    })
  } finally {
    running.close()
  }
}

async function prove(commandLine: BrakeCommandLine, context: BrakeCommandContext): Promise<number> {
  const by = commandLine.by?.trim() ?? ''
  if (by === '') throw new Refusal('Who watches the machine? Give --by NAME; the name is stored with the result.')
  if (!isPlainText(by)) throw new Refusal('The name has invisible characters. Type it again.')
  return withDriver(commandLine, context, async (driver, { link: { uri, map, mapHash }, settings }) => {
    const { ask, close } = openAnswers()
    try {
      const failed = await commission({ driver, ask, say: (line) => console.log(line) })
      if (failed !== null) throw new Refusal(failed)
    } finally {
      close()
    }
    const proven = { uri, mapHash, pressBrakeId: settings.ownBrakeId }
    const previous = commissionOf(commandLine.folder, proven)
    storeCommission(commandLine.folder, { ...proven, map, by, at: new Date(systemClock.now()).toISOString() })
    console.log(
      `Proven by ${by}${previous === null ? '' : ` (earlier by ${previous.by})`}: programs can be sent to this brake.`,
    )
    return 0
  })
}

async function confirmAtTerminal(question: string): Promise<boolean> {
  const { ask, close } = openAnswers()
  const answer = await ask(question)
  close()
  return isYes(answer)
}
