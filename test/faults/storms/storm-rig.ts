// A live workshop, its real service, and real stations on one clock that the test holds. Every call passes a gate on loopback, where
// a storm may answer in the service's place or leave the call without an answer. Time passes only when nobody has anything else to do.
import Database from 'better-sqlite3'
import { mkdirSync, mkdtempSync, rmSync, existsSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { Agent, createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { openKeySafe } from '../../../src-main/station/key-safe.ts'
import { writeSettings } from '../../../src-main/station/settings.ts'
import { openStation, type OpenedStation } from '../../../src-main/station/station.ts'
import type { Outbox } from '../../../src-main/outbox/index.ts'
import { openDesk, type Desk } from '../../../src-service/desk/desk.ts'
import { startService } from '../../../src-service/service.ts'
import { manualClock, type ManualClock } from '../../manual-clock.ts'
import { passOn, type Answer, type Sent } from '../../simulation/fault-proxy.ts'

/** `silence`: the call arrives nowhere and nobody answers. */
export type Storm = (sent: Sent, now: number) => Answer | 'pass' | 'silence'

export interface StormStation {
  opened: OpenedStation
  outbox: Outbox
  /** As an operator does who has the sheet before him. */
  mark: (sheetId: string) => Promise<void>
}

export interface StormRig {
  clock: ManualClock
  desk: Desk
  stations: StormStation[]
  /** The first. */
  station: () => StormStation
  /** From now on; null: fair weather. */
  storm: (storm: Storm | null) => void
  /** Calls that came to the gate since the last look, by the status of what was answered; 0: nothing was. */
  callsSince: () => Map<number, number>
  /** The same by what was asked for. */
  pathsSince: () => Map<string, number>
  letPass: (ms: number) => Promise<void>
  /** How many ms passed until it was so; at most `longest`. */
  until: (so: () => boolean, longest: number, grain?: number) => Promise<number>
  /** Sheets with the number of times that each was bent since the beginning. */
  bent: () => Map<string, number>
  close: () => Promise<void>
}

export interface StormOptions {
  start?: string
  stations?: number
  stationsPerKey?: number
  /** The sandbox, with half the limits, rather than a live workshop. */
  sandbox?: boolean
}

const fastDisk = '/dev/shm'

export async function stormRig(options: StormOptions = {}): Promise<StormRig> {
  const { start = '2026-11-24T08:00:00Z', stations: howMany = 1, stationsPerKey = 1, sandbox = false } = options
  const root = mkdtempSync(join(existsSync(fastDisk) ? fastDisk : tmpdir(), 'kant-storm-'))
  const clock = manualClock(Date.parse(start))
  const dataFolder = join(root, 'workshop')
  const service = await startService({ dataFolder, port: 0, clock: clock.now })
  const sandboxDesk = openDesk({ dataFolder, clock: clock.now })
  const desk = sandbox
    ? sandboxDesk
    : openDesk({ dataFolder, workshop: sandboxDesk.makeLiveWorkshop('Storm').slug, clock: clock.now })
  const environment = sandbox ? 'test' : 'live'
  const workshop = new Database(join(dataFolder, 'workshop.db'), { readonly: true })
  const bentEvents = workshop.prepare<[], { id: string; times: number }>(
    `SELECT json_extract(body, '$.data.bendingSheet.id') AS id, count(*) AS times
     FROM event WHERE type = 'bending_sheet.bent' GROUP BY 1`,
  )
  const before = new Set(bentEvents.all().map(({ id }) => id))

  const agent = new Agent({ keepAlive: true })
  const { origin } = new URL(service.baseUrl)
  let calls = new Map<number, number>()
  let paths = new Map<string, number>()
  let storm: Storm | null = null
  let silent = 0
  const count = (status: number): void => void calls.set(status, (calls.get(status) ?? 0) + 1)
  const send = (outgoing: ServerResponse, answer: Answer | null): void => {
    count(answer?.status ?? 0)
    if (answer === null) outgoing.destroy()
    else outgoing.writeHead(answer.status, withLength(answer)).end(answer.body)
  }
  const gate = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming
      const sent = { method, path: url, headers, body: Buffer.concat(chunks) }
      const name = `${method} ${url.split('/')[3]?.split('?')[0]}`
      paths.set(name, (paths.get(name) ?? 0) + 1)
      const answer = storm?.(sent, clock.now()) ?? 'pass'
      if (answer === 'silence') {
        count(0)
        silent += 1
        outgoing.on('close', () => (silent -= 1))
        return
      }
      if (answer === 'pass') void passOn(agent, origin, sent).then((given) => send(outgoing, given))
      else send(outgoing, answer)
    })
  })
  const baseUrl = `http://127.0.0.1:${await portOf(gate)}${new URL(service.baseUrl).pathname}`

  let underWay = 0
  const stations: StormStation[] = []
  let key = ''
  for (let no = 0; no < howMany; no += 1) {
    if (no % stationsPerKey === 0) key = desk.makeKey({ name: `Kant ${no}`, environment })
    const folder = join(root, `station-${no}`)
    mkdirSync(folder)
    writeSettings(folder, { baseUrl, stationsSharingKey: stationsPerKey })
    const safe = await openKeySafe({ folder, system: null, random: randomBytes })
    await safe.set(baseUrl, key)
    let outbox: Outbox | null = null
    const opened = openStation({
      dataFolder: folder,
      clock,
      systemKeyStore: null,
      watch: {
        onOutbox: (made) => {
          outbox = made
        },
        onExchange: (is) => {
          underWay += is === 'begun' ? 1 : -1
        },
      },
    })
    if (outbox === null) throw new Error('the station has no outbox')
    const { handlers } = opened.station
    const mark = async (sheetId: string): Promise<void> => {
      const { sheet } = await handlers['sheet.read']({ sheetId })
      await handlers['mark.create']({ sheetId, drawingVersion: sheet?.drawingVersion ?? 0, by: 'KN' })
    }
    stations.push({ opened, outbox, mark })
  }

  const quiet = async (): Promise<void> => {
    for (let turns = 0; turns < 4; turns += 1) {
      await turn()
      if (underWay !== silent) turns = -1
      else if (clock.nextWait() === 0) {
        clock.advance(0)
        turns = -1
      }
    }
  }
  const letPass = async (ms: number): Promise<void> => {
    const end = clock.monotonic() + ms
    for (;;) {
      await quiet()
      const left = end - clock.monotonic()
      const next = clock.nextWait()
      clock.advance(Math.min(left, next ?? left))
      if (next === null || next > left) return quiet()
    }
  }
  return {
    clock,
    desk,
    stations,
    station: () => {
      const [first] = stations
      if (first === undefined) throw new Error('there is no station')
      return first
    },
    letPass,
    storm: (next) => {
      storm = next
    },
    callsSince: () => {
      const seen = calls
      calls = new Map()
      return seen
    },
    pathsSince: () => {
      const seen = paths
      paths = new Map()
      return seen
    },
    until: async (so, longest, grain = 1_000) => {
      const from = clock.monotonic()
      while (!so() && clock.monotonic() - from < longest) await letPass(grain)
      return clock.monotonic() - from
    },
    bent: () => new Map(bentEvents.all().flatMap(({ id, times }) => (before.has(id) ? [] : [[id, times]]))),
    close: async () => {
      for (const { opened } of stations) await opened.close()
      agent.destroy()
      gate.closeAllConnections()
      await new Promise((resolve) => gate.close(resolve))
      workshop.close()
      if (desk !== sandboxDesk) desk.close()
      sandboxDesk.close()
      await service.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

export const sumOf = (calls: ReadonlyMap<number, number>): number =>
  [...calls.values()].reduce((sum, some) => sum + some, 0)

function withLength({ headers, body }: Answer): Answer['headers'] {
  const { 'transfer-encoding': _, 'keep-alive': __, connection: ___, ...kept } = headers
  return { ...kept, 'content-length': String(body.length) }
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on a port')
  return address.port
}
