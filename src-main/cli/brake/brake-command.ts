// `kant brake`: links the station to its brake, looks at it, sends to it and proves the controller's file. Goes through the station where
// one runs, since a line has one owner; else opens the line itself.
import process from 'node:process'
import type { BrakeView, StationLink } from '../../../shared/station-api/index.ts'
import { faultOf, type Link, BrakeError, type Driver, serialPorts, ConnectionError } from '../../brake/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { commissionOf, storeCommission } from '../../station/brake/index.ts'
import { namedLink, ownControllers } from '../../station/brake/index.ts'
import { readSettings, writeSettings, type Settings } from '../../station/settings/index.ts'
import { commission } from './commission.ts'
import { sendThroughStation } from './send-program.ts'
import { addressSuffix, describeBrake, nextStep, describePorts } from './brake-text.ts'
import { pathOf, portHolder } from './port-holder.ts'
import { sandboxHint, isYes, openAnswers } from '../terminal/index.ts'

export const brakeUsage = `kant ports             the serial ports of this computer, with the address by which each is found again
kant brake link URI CONTROLLER   link this station to its brake: serial:/dev/ttyUSB0?baud=19200&parity=even, serial:?vendor=0403&product=6001,
                       tcp://HOST:PORT or folder:PATH; CONTROLLER is a file, or the name of one; "kant brake unlink" takes it away
kant brake probe       who answers, and what can be done with it; nothing is written
kant brake status [--json]   how the link stands now
kant brake watch       the same, line by line, until Ctrl-C
kant brake upload SHEET PIECE [--yes]   show the program of a piece (T-000012-1 or the sheet's id), ask, send it, read it back
kant brake commission --by NAME   prove the controller's file on this machine, with you watching; until then nothing is sent`

export interface BrakeWords {
  readonly words: readonly string[]
  readonly folder: string
  readonly json: boolean
  readonly yes: boolean
  readonly by: string | null
}

export interface BrakeSurroundings {
  /** The project's resources. */
  readonly resources: string
  /** A link to the station that runs on the folder; null: none does. */
  readonly runningStation: () => Promise<StationLink | null>
}

/** A sentence for standard error; the exit code is 1. */
class BrakeRefusal extends Error {}

/** The exit code; null: the words are off. */
export async function runBrake(asked: BrakeWords, around: BrakeSurroundings): Promise<number | null> {
  const [command, ...rest] = asked.words
  const [first = '', second = ''] = rest
  try {
    if (command === 'link' && rest.length === 2) return await link(asked, around, { uri: first, map: second })
    if (command === 'unlink' && rest.length === 0) return await link(asked, around, null)
    if (command === 'probe' && rest.length === 0) return await onLine(asked, around, probe)
    if (command === 'status' && rest.length === 0) return await status(asked, around)
    if (command === 'watch' && rest.length === 0) return await watch(asked, around)
    if (command === 'upload' && rest.length === 2) return await upload(asked, around, first, second)
    if (command === 'commission' && rest.length === 0) return await prove(asked, around)
    return null
  } catch (error) {
    if (!(error instanceof BrakeRefusal)) throw error
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
    console.error(`${message}. On Linux this asks udev: "sudo apt-get install udev", or look into /dev yourself.`)
    return 1
  }
}

function settingsOf(folder: string): Settings {
  const settings = readSettings(folder)
  if (settings !== null) return settings
  throw new BrakeRefusal(
    [`No workshop is connected to ${folder} yet. Connect first.`, ...sandboxHint(folder)].join('\n'),
  )
}

function linkSet({ folder }: BrakeWords, { resources }: BrakeSurroundings): { link: Link; settings: Settings } {
  const settings = settingsOf(folder)
  if (settings.brake === null)
    throw new BrakeRefusal('This station is linked to no brake: "kant brake link URI CONTROLLER".')
  const named = namedLink({ dataFolder: folder, resources }, settings.brake, systemClock)
  if (!named.ok) throw new BrakeRefusal(named.error.message)
  return { link: named.value, settings }
}

async function link({ folder }: BrakeWords, around: BrakeSurroundings, brake: Settings['brake']): Promise<number> {
  const settings = settingsOf(folder)
  if (brake !== null) {
    const named = namedLink({ dataFolder: folder, resources: around.resources }, brake, systemClock)
    if (!named.ok)
      throw new BrakeRefusal(`${named.error.message}\nThe workshop's own files go into ${ownControllers(folder)}.`)
  }
  writeSettings(folder, { baseUrl: settings.baseUrl, brake })
  console.log(brake === null ? 'The station is linked to no brake.' : `The station is linked to ${brake.uri}.`)
  const running = await around.runningStation()
  running?.close()
  if (running !== null) console.log('The station that runs here takes it at its next start.')
  else if (brake !== null)
    console.log('Try it with "kant brake probe"; prove it with "kant brake commission --by NAME".')
  return 0
}

/** Opens the line, unless a station has it. */
async function onLine(
  asked: BrakeWords,
  around: BrakeSurroundings,
  act: (driver: Driver, set: { link: Link; settings: Settings }) => Promise<number>,
): Promise<number> {
  const set = linkSet(asked, around)
  const running = await around.runningStation()
  running?.close()
  if (running !== null)
    throw new BrakeRefusal('The station that runs here has the line. "kant brake status" asks it; or end it first.')
  const stop = new AbortController()
  try {
    const { driver } = await set.link.connect(stop.signal)
    try {
      return await act(driver, set)
    } finally {
      await driver.close()
    }
  } catch (error) {
    if (!(error instanceof ConnectionError || error instanceof BrakeError)) throw error
    const { code, message, address } = faultOf(error, 0)
    const path = pathOf(set.link.uri)
    const holder = code === 'port_busy' && path !== null ? portHolder(path) : null
    throw new BrakeRefusal(`${message}${addressSuffix(address)}.\n${nextStep(code, set.link.uri, holder)}`)
  }
}

async function probe(driver: Driver, { link: { uri, driver: kind } }: { link: Link }): Promise<number> {
  const { capabilities: can } = driver
  const { controller, answeredAs } = await driver.probe()
  console.log(`${controller}: answers as ${answeredAs}, on ${uri} by ${kind}.`)
  const sends = can.upload ? `takes programs of up to ${can.greatestSteps} steps` : 'is read only'
  console.log(
    `It ${sends}${can.readBack ? ', sends them back' : ''}${can.counts === null ? '' : `, counts ${can.counts}`}.`,
  )
  if (can.status) {
    const { safe, running } = await driver.status()
    console.log(
      safe === null && running === null
        ? 'It does not say how the machine stands.'
        : `Now it ${running === true ? 'runs' : 'does not run'} and is ${safe === true ? 'safe' : 'not safe'}.`,
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

const stationNeeded = async (around: BrakeSurroundings, folder: string): Promise<StationLink> => {
  const running = await around.runningStation()
  if (running !== null) return running
  throw new BrakeRefusal([`No station runs on ${folder}.`, ...sandboxHint(folder)].join('\n'))
}

/** Of the station where one runs, else of the line itself. */
async function status(asked: BrakeWords, around: BrakeSurroundings): Promise<number> {
  const running = await around.runningStation()
  if (running === null) return onLine(asked, around, probe)
  const view = await running.call('brake.read', {})
  running.close()
  console.log(asked.json ? JSON.stringify(view, null, 2) : describeBrake(view).join('\n'))
  return 0
}

async function watch({ folder, json }: BrakeWords, around: BrakeSurroundings): Promise<number> {
  const running = await stationNeeded(around, folder)
  const asked = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
  let before = ''
  const tell = (view: BrakeView): void => {
    const line = json ? JSON.stringify(view) : describeBrake(view).join(' ')
    if (line !== before) console.log(line)
    before = line
  }
  running.subscribe((message) => {
    if (message.kind === 'snapshot') tell(message.snapshot.brake)
    else if (message.kind === 'push' && message.name === 'brake') tell(message.data)
    else if (message.kind === 'link' && message.state === 'lost') console.log('The station does not answer.')
  })
  await asked
  running.close()
  return 0
}

async function upload(asked: BrakeWords, around: BrakeSurroundings, sheet: string, piece: string): Promise<number> {
  if (!/^[1-9]\d{0,3}$/.test(piece)) throw new BrakeRefusal(`"${piece}" is no piece number.`)
  const running = await stationNeeded(around, asked.folder)
  try {
    return await sendThroughStation(running, {
      sheet,
      pieceNo: Number(piece),
      agreed: () => (asked.yes ? Promise.resolve(true) : askedYes('Send it to the brake? (yes/no) ')),
      say: (line) => console.log(line),
    })
  } finally {
    running.close()
  }
}

async function prove(asked: BrakeWords, around: BrakeSurroundings): Promise<number> {
  const by = asked.by?.trim() ?? ''
  if (by === '') throw new BrakeRefusal('Who watches the machine? --by NAME is kept with what was proven.')
  return onLine(asked, around, async (driver, { link: { uri, map, mapHash }, settings }) => {
    const { ask, close } = openAnswers()
    try {
      const failed = await commission({ driver, ask, say: (line) => console.log(line) })
      if (failed !== null) throw new BrakeRefusal(failed)
    } finally {
      close()
    }
    const proven = { uri, mapHash, pressBrakeId: settings.ownBrakeId }
    const before = commissionOf(asked.folder, proven)
    storeCommission(asked.folder, { ...proven, map, by, at: new Date(systemClock.now()).toISOString() })
    console.log(
      `Proven by ${by}${before === null ? '' : ` (before by ${before.by})`}: programs may be sent to this brake.`,
    )
    return 0
  })
}

async function askedYes(question: string): Promise<boolean> {
  const { ask, close } = openAnswers()
  const answer = await ask(question)
  close()
  return isYes(answer)
}
