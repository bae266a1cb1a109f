// A live workshop, its real service, and real stations on one clock that the test controls. Every call passes a proxy on loopback, where
// a storm may answer instead of the service or leave the call unanswered. Time passes only when nothing else is left to do.
import Database from 'better-sqlite3'
import { mkdirSync, mkdtempSync, rmSync, existsSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { Agent, createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { openKeySafe } from '../../../src-main/station/keys/key-safe.ts'
import { writeSettings } from '../../../src-main/station/settings/settings.ts'
import { openStation, type OpenedStation } from '../../../src-main/station/open/station.ts'
import type { Ledger } from '../../../src-main/ledger/index.ts'
import { openAdmin, type WorkshopAdmin } from '../../../src-service/admin/index.ts'
import { startService } from '../../../src-service/service.ts'
import { manualClock, type ManualClock } from '../../manual-clock.ts'
import { passOn, type Answer, type Sent } from '../../simulation/fault-proxy.ts'

/** `silence`: the call does not arrive and gets no answer. */
export type Storm = (sent: Sent, now: number) => Answer | 'pass' | 'silence'

interface StormStation {
  opened: OpenedStation
  ledger: Ledger
  /** Marks a sheet, as an operator who has the sheet open. */
  mark: (sheetId: string) => Promise<void>
}

export interface StormRig {
  clock: ManualClock
  admin: WorkshopAdmin
  stations: StormStation[]
  /** The first station's. */
  station: () => StormStation
  /** Starts a storm; null ends it. */
  storm: (storm: Storm | null) => void
  /** Calls that reached the proxy since the last call of this, by the status of the answer; 0: no answer. */
  callsSince: () => Map<number, number>
  /** The same, by the requested path. */
  pathsSince: () => Map<string, number>
  letPass: (ms: number) => Promise<void>
  /** Resolves to the milliseconds until the condition was true, at most `longest`. */
  until: (condition: () => boolean, longest: number, grain?: number) => Promise<number>
  /** Sheets with the number of times that each was bent since the start. */
  bent: () => Map<string, number>
  close: () => Promise<void>
}

export interface StormOptions {
  start?: string
  stations?: number
  stationsPerKey?: number
  /** Uses the sandbox, which has half the limits, instead of a live workshop. */
  sandbox?: boolean
}

const fastDisk = '/dev/shm'

export async function stormRig(options: StormOptions = {}): Promise<StormRig> {
  const { start = '2026-11-24T08:00:00Z', stations: howMany = 1, stationsPerKey = 1, sandbox = false } = options
  const root = mkdtempSync(join(existsSync(fastDisk) ? fastDisk : tmpdir(), 'kant-storm-'))
  const clock = manualClock(Date.parse(start))
  const dataFolder = join(root, 'workshop')
  const service = await startService({ dataFolder, port: 0, clock: clock.now })
  const sandboxAdmin = openAdmin({ dataFolder, clock: clock.now })
  const admin = sandbox
    ? sandboxAdmin
    : openAdmin({ dataFolder, workshop: sandboxAdmin.makeLiveWorkshop('Storm').slug, clock: clock.now })
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
      if (answer === 'pass') void passOn(agent, origin, sent).then((response) => send(outgoing, response))
      else send(outgoing, answer)
    })
  })
  const baseUrl = `http://127.0.0.1:${await portOf(gate)}${new URL(service.baseUrl).pathname}`

  let underWay = 0
  const stations: StormStation[] = []
  let key = ''
  for (let no = 0; no < howMany; no += 1) {
    if (no % stationsPerKey === 0) key = admin.makeKey({ name: `Kant ${no}`, environment })
    const folder = join(root, `station-${no}`)
    mkdirSync(folder)
    writeSettings(folder, { baseUrl, stationsSharingKey: stationsPerKey })
    const safe = await openKeySafe({ folder, system: null, random: randomBytes })
    await safe.set(baseUrl, key)
    let ledger: Ledger | null = null
    const opened = openStation({
      dataFolder: folder,
      clock,
      systemKeyStore: null,
      testHooks: {
        onLedger: (made) => {
          ledger = made
        },
        onExchange: (is) => {
          underWay += is === 'begun' ? 1 : -1
        },
      },
    })
    if (ledger === null) throw new Error('the station has no outbox')
    const { handlers } = opened.station
    const mark = async (sheetId: string): Promise<void> => {
      const { sheet } = await handlers['sheet.read']({ sheetId })
      await handlers['mark.create']({ sheetId, drawingVersion: sheet?.drawingVersion ?? 0, by: 'KN' })
    }
    stations.push({ opened, ledger, mark })
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
      const remainingMs = end - clock.monotonic()
      const next = clock.nextWait()
      clock.advance(Math.min(remainingMs, next ?? remainingMs))
      if (next === null || next > remainingMs) return quiet()
    }
  }
  return {
    clock,
    admin,
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
      const counted = calls
      calls = new Map()
      return counted
    },
    pathsSince: () => {
      const counted = paths
      paths = new Map()
      return counted
    },
    until: async (condition, longest, grain = 1_000) => {
      const from = clock.monotonic()
      while (!condition() && clock.monotonic() - from < longest) await letPass(grain)
      return clock.monotonic() - from
    },
    bent: () => new Map(bentEvents.all().flatMap(({ id, times }) => (before.has(id) ? [] : [[id, times]]))),
    close: async () => {
      for (const { opened } of stations) await opened.close()
      agent.destroy()
      gate.closeAllConnections()
      await new Promise((resolve) => gate.close(resolve))
      workshop.close()
      if (admin !== sandboxAdmin) admin.close()
      sandboxAdmin.close()
      await service.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

export const sumOf = (calls: ReadonlyMap<number, number>): number =>
  [...calls.values()].reduce((sum, some) => sum + some, 0)

function withLength({ headers, body }: Answer): Answer['headers'] {
  const { 'transfer-encoding': _, 'keep-alive': __, connection: ___, ...otherHeaders } = headers
  return { ...otherHeaders, 'content-length': String(body.length) }
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on a port')
  return address.port
}
