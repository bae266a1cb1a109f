// A live workshop, its real service, and real stations on one clock that the test controls. Every call passes a proxy on loopback, where
// a storm may answer instead of the service or leave the call unanswered. Time passes only when nothing else is left to do.
import Database from 'better-sqlite3'
import { mkdirSync, mkdtempSync, rmSync, existsSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { Agent, createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { openKeySafe } from '../../../src-main/station/keys/key-safe.ts'
import { writeSettings } from '../../../src-main/station/settings/settings.ts'
import { openStation, type OpenedStation } from '../../../src-main/station/open/station.ts'
import type { Ledger } from '../../../src-main/ledger/index.ts'
import { openAdmin, type WorkshopAdmin } from '../../../src-service/admin/index.ts'
import { startService, type Service } from '../../../src-service/service.ts'
import { manualClock, type ManualClock } from '../../manual-clock.ts'
import { passOn, type Answer, type Sent } from '../../simulation/faults/fault-proxy.ts'

/** `silence`: the call does not arrive and gets no answer. */
export type Storm = (sent: Sent, now: number) => Answer | 'pass' | 'silence'

interface StormStation {
  opened: OpenedStation
  ledger: Ledger
  /** Marks a sheet, as an operator who has the sheet open. */
  mark: (sheetId: string) => Promise<void>
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
  const { start = '2026-11-24T08:00:00Z', stations = 1, stationsPerKey = 1, sandbox = false } = options
  const root = mkdtempSync(join(existsSync(fastDisk) ? fastDisk : tmpdir(), 'kant-storm-'))
  const clock = manualClock(Date.parse(start))
  const workshop = await StormWorkshop.start(join(root, 'workshop'), clock, sandbox)
  const proxy = await StormProxy.listen(workshop.baseUrl, clock)
  const rig = new StormRig(root, clock, workshop, proxy)
  await rig.openStations(stations, stationsPerKey)
  return rig
}

export class StormRig {
  readonly clock: ManualClock
  readonly admin: WorkshopAdmin
  readonly stations: StormStation[] = []
  readonly #root: string
  readonly #workshop: StormWorkshop
  readonly #proxy: StormProxy
  #exchangesInProgress = 0

  constructor(root: string, clock: ManualClock, workshop: StormWorkshop, proxy: StormProxy) {
    this.#root = root
    this.clock = clock
    this.#workshop = workshop
    this.admin = workshop.admin
    this.#proxy = proxy
  }

  async openStations(count: number, stationsPerKey: number): Promise<void> {
    let key = ''
    for (let no = 0; no < count; no += 1) {
      if (no % stationsPerKey === 0) key = this.#workshop.makeKey(`Kant ${no}`)
      this.stations.push(await this.#openStation(join(this.#root, `station-${no}`), key, stationsPerKey))
    }
  }

  /** The first station. */
  station(): StormStation {
    const [first] = this.stations
    if (first === undefined) throw new Error('there is no station')
    return first
  }

  /** Starts a storm; null ends it. */
  storm(storm: Storm | null): void {
    this.#proxy.storm = storm
  }

  /** Calls that reached the proxy since the previous `callsSince()`, by the status of the answer; 0: no answer. */
  callsSince(): Map<number, number> {
    return this.#proxy.statuses.readAndReset()
  }

  /** The same, by the requested path. */
  pathsSince(): Map<string, number> {
    return this.#proxy.paths.readAndReset()
  }

  async letPass(ms: number): Promise<void> {
    const end = this.clock.monotonic() + ms
    for (;;) {
      await this.#untilIdle()
      const remainingMs = end - this.clock.monotonic()
      const next = this.clock.nextWait()
      this.clock.advance(Math.min(remainingMs, next ?? remainingMs))
      if (next === null || next > remainingMs) return this.#untilIdle()
    }
  }

  /** Resolves to the milliseconds until the condition was true, at most `limitMs`. Checks the condition every `stepMs`. */
  async until(condition: () => boolean, limitMs: number, stepMs = 1_000): Promise<number> {
    const start = this.clock.monotonic()
    while (!condition() && this.clock.monotonic() - start < limitMs) await this.letPass(stepMs)
    return this.clock.monotonic() - start
  }

  /** Sheets with the number of times that each was bent since the start. */
  bent(): Map<string, number> {
    return this.#workshop.bent()
  }

  async close(): Promise<void> {
    for (const { opened } of this.stations) await opened.close()
    await this.#proxy.close()
    await this.#workshop.close()
    rmSync(this.#root, { recursive: true, force: true })
  }

  async #openStation(folder: string, key: string, stationsSharingKey: number): Promise<StormStation> {
    const { baseUrl } = this.#proxy
    mkdirSync(folder)
    writeSettings(folder, { baseUrl, stationsSharingKey })
    const safe = await openKeySafe({ folder, system: null, random: randomBytes })
    await safe.set(baseUrl, key)
    let ledger: Ledger | null = null
    const opened = openStation({
      dataFolder: folder,
      clock: this.clock,
      systemKeyStore: null,
      testHooks: {
        onLedger: (openedLedger) => {
          ledger = openedLedger
        },
        onExchange: (phase) => {
          this.#exchangesInProgress += phase === 'begun' ? 1 : -1
        },
      },
    })
    if (ledger === null) throw new Error('the station has no outbox')
    const { handlers } = opened.station
    const mark = async (sheetId: string): Promise<void> => {
      const { sheet } = await handlers['sheet.read']({ sheetId })
      await handlers['mark.create']({ sheetId, drawingVersion: sheet?.drawingVersion ?? 0, by: 'KN' })
    }
    return { opened, ledger, mark }
  }

  /** Resolves once only unanswered calls are in progress and no timer is due, for four ticks of the event loop. */
  async #untilIdle(): Promise<void> {
    for (let turns = 0; turns < 4; turns += 1) {
      await setImmediate()
      if (this.#exchangesInProgress !== this.#proxy.unansweredCalls) turns = -1
      else if (this.clock.nextWait() === 0) {
        this.clock.advance(0)
        turns = -1
      }
    }
  }
}

/** The service with its administration. */
class StormWorkshop {
  readonly admin: WorkshopAdmin
  readonly #service: Service
  readonly #sandboxAdmin: WorkshopAdmin
  readonly #database: Database.Database
  readonly #selectBentEvents
  /** The sheets that were bent before the start. */
  readonly #initiallyBent: ReadonlySet<string>

  static async start(dataFolder: string, clock: ManualClock, sandbox: boolean): Promise<StormWorkshop> {
    const service = await startService({ dataFolder, port: 0, clock: clock.now })
    return new StormWorkshop(service, dataFolder, clock, sandbox)
  }

  constructor(service: Service, dataFolder: string, { now: clock }: ManualClock, sandbox: boolean) {
    this.#service = service
    this.#sandboxAdmin = openAdmin({ dataFolder, clock })
    this.admin = sandbox
      ? this.#sandboxAdmin
      : openAdmin({ dataFolder, workshop: this.#sandboxAdmin.makeLiveWorkshop('Storm').slug, clock })
    this.#database = new Database(join(dataFolder, 'workshop.db'), { readonly: true })
    this.#selectBentEvents = this.#database.prepare<[], { id: string; times: number }>(
      `SELECT json_extract(body, '$.data.bendingSheet.id') AS id, count(*) AS times
       FROM event WHERE type = 'bending_sheet.bent' GROUP BY 1`,
    )
    this.#initiallyBent = new Set(this.#selectBentEvents.all().map(({ id }) => id))
  }

  get baseUrl(): string {
    return this.#service.baseUrl
  }

  makeKey(name: string): string {
    return this.admin.makeKey({ name, environment: this.admin.workshop.sandbox ? 'test' : 'live' })
  }

  bent(): Map<string, number> {
    return new Map(
      this.#selectBentEvents.all().flatMap(({ id, times }) => (this.#initiallyBent.has(id) ? [] : [[id, times]])),
    )
  }

  async close(): Promise<void> {
    this.#database.close()
    if (this.admin !== this.#sandboxAdmin) this.admin.close()
    this.#sandboxAdmin.close()
    await this.#service.close()
  }
}

/** Counts by name. */
class Counter<Name> {
  #counts = new Map<Name, number>()

  add(name: Name): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  /** Returns the counts and resets them. */
  readAndReset(): Map<Name, number> {
    const counts = this.#counts
    this.#counts = new Map()
    return counts
  }
}

/** Every call of a station passes this proxy, where a storm may answer instead of the service. */
class StormProxy {
  readonly statuses = new Counter<number>()
  readonly paths = new Counter<string>()
  storm: Storm | null = null
  /** The number of calls that are open and get no answer. */
  unansweredCalls = 0
  readonly #serviceUrl: URL
  readonly #clock: ManualClock
  readonly #agent = new Agent({ keepAlive: true })
  readonly #server: Server
  #port = 0

  static async listen(serviceUrl: string, clock: ManualClock): Promise<StormProxy> {
    const proxy = new StormProxy(new URL(serviceUrl), clock)
    proxy.#port = await portOf(proxy.#server)
    return proxy
  }

  constructor(serviceUrl: URL, clock: ManualClock) {
    this.#serviceUrl = serviceUrl
    this.#clock = clock
    this.#server = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const { method = '', url = '', headers } = incoming
        this.#receive({ method, path: url, headers, body: Buffer.concat(chunks) }, outgoing)
      })
    })
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}${this.#serviceUrl.pathname}`
  }

  async close(): Promise<void> {
    this.#agent.destroy()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #receive(sent: Sent, outgoing: ServerResponse): void {
    this.paths.add(`${sent.method} ${sent.path.split('/')[3]?.split('?')[0]}`)
    const answer = this.storm?.(sent, this.#clock.now()) ?? 'pass'
    if (answer === 'silence') {
      this.statuses.add(0)
      this.unansweredCalls += 1
      outgoing.on('close', () => (this.unansweredCalls -= 1))
    } else if (answer === 'pass') {
      void passOn(this.#agent, this.#serviceUrl.origin, sent).then((response) => this.#send(outgoing, response))
    } else this.#send(outgoing, answer)
  }

  #send(outgoing: ServerResponse, answer: Answer | null): void {
    this.statuses.add(answer?.status ?? 0)
    if (answer === null) outgoing.destroy()
    else outgoing.writeHead(answer.status, withLength(answer)).end(answer.body)
  }
}

export const sumOf = (calls: ReadonlyMap<number, number>): number =>
  [...calls.values()].reduce((sum, count) => sum + count, 0)

function withLength({ headers, body }: Answer): Answer['headers'] {
  const { 'transfer-encoding': _, 'keep-alive': __, connection: ___, ...otherHeaders } = headers
  return { ...otherHeaders, 'content-length': String(body.length) }
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no TCP address')
  return address.port
}
