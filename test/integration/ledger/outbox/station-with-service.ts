// The set-up of the drain's tests: the real service over HTTP, the workshop's administration, a network that can be cut, the real client,
// and a ledger in a folder of its own with a manual clock.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cuttableNetwork } from '../../../../src-main/cli/demo/cuttable-network.ts'
import {
  openLedger,
  type Drain,
  type DrainPorts,
  type NewMark,
  type Ledger,
  type Sheet,
} from '../../../../src-main/ledger/index.ts'
import { Budget } from '../../../../src-main/workshop/budget.ts'
import { HttpWorkshopClient } from '../../../../src-main/workshop/client.ts'
import { createServiceClock, type ServiceClock } from '../../../../src-main/workshop/service-clock.ts'
import { expect } from 'vitest'
import { openAdmin, type WorkshopAdmin } from '../../../../src-service/admin/index.ts'
import { startService } from '../../../../src-service/service.ts'
import { manualClock, withoutTimeouts, type ManualClock } from '../../../manual-clock.ts'
import { newSandbox } from '../../service/new-sandbox.ts'
import { untilPasses } from '../../../until-passes.ts'

/** `through`: a proxy between the station and the service. `oneClock`: the service uses the test's clock, and its usual limits. */
export interface RigOptions {
  through?: (baseUrl: string) => Promise<{ baseUrl: string; close: () => Promise<void> }>
  oneClock?: boolean
}

export async function stationWithService(options: RigOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kant-outbox-'))
  const clock = manualClock(Date.now())
  const workshop = await startWorkshop(join(folder, 'workshop'), clock, options)
  const { admin, network } = workshop
  const connection = await connect(network.baseUrl, admin, clock)
  const { client, organization, serviceClock } = connection
  const lines: string[] = []
  const ports = drainPorts(client, serviceClock)
  const station = new LedgerWithDrain(folder, clock, ports, lines)

  return {
    ...waitsOf(station, clock),
    callsToday: connection.callsToday,
    useKey: connection.useKey,
    /** Ends the hold of every mark. */
    holdOver: (): void => clock.advance(10_000),
    folder,
    organization,
    admin,
    network,
    clock,
    ports,
    client,
    /** The transition rules in the order in which they were applied. */
    lines,
    marks: () => station.ledger.marks,
    ledger: () => station.ledger,
    drain: () => station.drain,
    /** Closes the station's ledger and opens it again, with other ports where a test needs them. */
    reopen: (changes: Partial<DrainPorts> = {}): Promise<void> => station.reopen(changes),
    /** New sheets, as the station reads them. */
    sheets: async (count: number): Promise<Sheet[]> => {
      const sheets: Sheet[] = []
      for (const id of admin.makeSheets({ count, approved: true })) {
        const sheet = await client.readBendingSheet(id, { priority: 'read' })
        if (!sheet.ok) throw new Error(`sheet ${id} cannot be read`)
        sheets.push(sheet.value)
      }
      return sheets
    },
    mark: (sheet: Sheet, changes: Partial<NewMark> = {}) =>
      station.ledger.marks.create({
        sheet,
        by: 'KN',
        pressBrakeId: null,
        fingerprint: `${organization.shopSlug}/test`,
        serviceOffsetMs: serviceClock.offsetMs(),
        ...changes,
      }),
    close: async (): Promise<void> => {
      await station.ledger.close()
      await client.close()
      await workshop.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The service with its administration, behind a network that can be cut. */
async function startWorkshop(dataFolder: string, clock: ManualClock, { through, oneClock = false }: RigOptions) {
  await newSandbox(dataFolder)
  const clockOption = oneClock ? { clock: clock.now } : {}
  const service = await startService({ dataFolder, port: 0, limitFactor: oneClock ? 1 : 50, ...clockOption })
  const admin = openAdmin({ dataFolder, ...clockOption })
  const proxy = await through?.(service.baseUrl)
  const network = await cuttableNetwork(proxy?.baseUrl ?? service.baseUrl)
  return {
    admin,
    network,
    close: async (): Promise<void> => {
      await network.close()
      await proxy?.close()
      admin.close()
      await service.close()
    },
  }
}

/** The station's client, with the limits that the service reports for its key. */
async function connect(baseUrl: string, admin: WorkshopAdmin, clock: ManualClock) {
  const serviceClock = createServiceClock(clock)
  const counts = new Map<string, number>()
  const budget = new Budget({
    clock,
    serviceClock,
    counts: {
      count: (window) => counts.get(window) ?? 0,
      add: (window, calls) => counts.set(window, (counts.get(window) ?? 0) + calls),
      forget: (window) => void counts.delete(window),
    },
  })
  let key = admin.makeKey({ name: 'Kant' })
  const client = new HttpWorkshopClient({
    baseUrl,
    key: () => key,
    budget,
    serviceClock,
    clock: withoutTimeouts(clock),
  })
  const me = await client.readMe({ priority: 'read' })
  if (!me.ok) throw new Error('the service does not answer')
  budget.setLimits(me.value.limits)
  return {
    client,
    serviceClock,
    organization: me.value.organization,
    useKey: (value: string): void => {
      key = value
    },
    /** The station's own count. */
    callsToday: (): number =>
      [...counts].reduce((sum, [window, calls]) => sum + (window.startsWith('day/') ? calls : 0), 0),
  }
}

function drainPorts(client: HttpWorkshopClient, serviceClock: ServiceClock): DrainPorts {
  return {
    report: (report) => client.reportBent(report),
    readSheet: (id, signal) => client.readBendingSheet(id, { priority: 'mark', signal }),
    readMe: (signal) => client.readMe({ priority: 'mark', signal }),
    ready: () => Promise.resolve(),
    serviceOffsetMs: () => serviceClock.offsetMs(),
  }
}

/** A ledger with its drain, which can be closed and opened again. */
class LedgerWithDrain {
  ledger: Ledger
  drain: Drain
  readonly #open: (changes: Partial<DrainPorts>) => { ledger: Ledger; drain: Drain }

  constructor(folder: string, clock: ManualClock, ports: DrainPorts, lines: string[]) {
    this.#open = (changes) => {
      const ledger = openLedger({ folder, clock, testHooks: { onRule: (line) => lines.push(line) } })
      const drain = ledger.drain({ ...ports, ...changes })
      drain.start()
      return { ledger, drain }
    }
    const { ledger, drain } = this.#open({})
    this.ledger = ledger
    this.drain = drain
  }

  async reopen(changes: Partial<DrainPorts>): Promise<void> {
    await this.ledger.close()
    const { ledger, drain } = this.#open(changes)
    this.ledger = ledger
    this.drain = drain
  }
}

/** Reads and awaits the states of marks and of the queue. */
function waitsOf(station: LedgerWithDrain, clock: ManualClock) {
  const stateOf = (sheet: Sheet): string | undefined => station.ledger.marks.markOnSheet(sheet.id)?.state
  const reasonOf = (sheet: Sheet): string | null | undefined => station.ledger.marks.markOnSheet(sheet.id)?.reason
  return {
    stateOf,
    reasonOf,
    /** Waits until the sheet's mark has this state or this reason. The station's clock does not advance. */
    becomes: (sheet: Sheet, stateOrReason: string): Promise<void> =>
      untilPasses(() => expect([stateOf(sheet), reasonOf(sheet)]).toContain(stateOrReason)),
    /** The same, but the station's clock advances by a second between checks. */
    becomesInTime: (sheet: Sheet, state: string): Promise<void> =>
      untilPasses(() => {
        clock.advance(1_000)
        expect(stateOf(sheet)).toBe(state)
      }),
    queueBecomes: (state: string): Promise<void> => untilPasses(() => expect(station.drain.queue().state).toBe(state)),
  }
}
