// The set-up of the drain's tests: the real service over HTTP, the workshop's administration, a network that can be cut, the real client,
// and a ledger in a folder of its own with a manual clock.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cuttableNetwork } from '../../../src-main/cli/demo/cuttable-network.ts'
import {
  openLedger,
  type Drain,
  type DrainPorts,
  type NewMark,
  type Ledger,
  type Sheet,
} from '../../../src-main/ledger/index.ts'
import { Budget } from '../../../src-main/workshop/budget.ts'
import { HttpWorkshopClient } from '../../../src-main/workshop/client.ts'
import { createServiceClock } from '../../../src-main/workshop/service-clock.ts'
import { expect, vi } from 'vitest'
import { openAdmin } from '../../../src-service/admin/index.ts'
import { startService } from '../../../src-service/service.ts'
import { manualClock, withoutTimeouts } from '../../manual-clock.ts'

/** `through`: a proxy between the station and the service. `oneClock`: the service uses the test's clock, and its usual limits. */
export interface RigOptions {
  through?: (baseUrl: string) => Promise<{ baseUrl: string; close: () => Promise<void> }>
  oneClock?: boolean
}

export async function stationBesideService({ through, oneClock = false }: RigOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kant-outbox-'))
  const clock = manualClock(Date.now())
  const dataFolder = join(folder, 'workshop')
  const ofTest = oneClock ? { clock: clock.now } : {}
  const service = await startService({ dataFolder, port: 0, limitFactor: oneClock ? 1 : 50, ...ofTest })
  const admin = openAdmin({ dataFolder, ...ofTest })
  const between = await through?.(service.baseUrl)
  const network = await cuttableNetwork(between?.baseUrl ?? service.baseUrl)
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
    baseUrl: network.baseUrl,
    key: () => key,
    budget,
    serviceClock,
    clock: withoutTimeouts(clock),
  })
  const first = await client.readMe({ priority: 'read' })
  if (!first.ok) throw new Error('the service does not answer')
  budget.setLimits(first.value.limits)
  const { organization } = first.value

  const lines: string[] = []
  const ports: DrainPorts = {
    report: (report) => client.reportBent(report),
    readSheet: (id, signal) => client.readBendingSheet(id, { priority: 'mark', signal }),
    readMe: (signal) => client.readMe({ priority: 'mark', signal }),
    ready: () => Promise.resolve(),
    serviceOffsetMs: () => serviceClock.offsetMs(),
  }
  let ledger: Ledger
  let drain: Drain
  const open = (changed: Partial<DrainPorts> = {}): void => {
    ledger = openLedger({ folder, clock, testHooks: { onRule: (line) => lines.push(line) } })
    drain = ledger.drain({ ...ports, ...changed })
    drain.start()
  }
  open()

  // a fact is awaited, and the limit is far above what a loaded machine needs
  const waiting = { timeout: 50_000, interval: 10 }
  const stateOf = (sheet: Sheet): string | undefined => ledger.marks.markOnSheet(sheet.id)?.state
  const reasonOf = (sheet: Sheet): string | null | undefined => ledger.marks.markOnSheet(sheet.id)?.reason

  return {
    stateOf,
    reasonOf,
    /** Waits until the sheet's mark has this state or this reason. The station's clock does not advance. */
    becomes: (sheet: Sheet, what: string): Promise<void> =>
      vi.waitFor(() => expect([stateOf(sheet), reasonOf(sheet)]).toContain(what), waiting),
    /** The same, but the station's clock advances by a second between checks. */
    becomesInTime: (sheet: Sheet, state: string): Promise<void> =>
      vi.waitFor(() => {
        clock.advance(1_000)
        expect(stateOf(sheet)).toBe(state)
      }, waiting),
    queueBecomes: (state: string): Promise<void> => vi.waitFor(() => expect(drain.queue().state).toBe(state), waiting),
    /** The station's own count. */
    callsToday: (): number =>
      [...counts].reduce((sum, [window, calls]) => sum + (window.startsWith('day/') ? calls : 0), 0),
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
    marks: () => ledger.marks,
    ledger: () => ledger,
    drain: () => drain,
    useKey: (value: string) => {
      key = value
    },
    /** Closes the station's ledger and opens it again, with other ports where a test needs them. */
    reopen: async (changed: Partial<DrainPorts> = {}): Promise<void> => {
      await ledger.close()
      open(changed)
    },
    /** New sheets, as the station reads them. */
    sheets: async (count: number): Promise<Sheet[]> => {
      const read: Sheet[] = []
      for (const id of admin.makeSheets({ count, approved: true })) {
        const sheet = await client.readBendingSheet(id, { priority: 'read' })
        if (!sheet.ok) throw new Error(`sheet ${id} cannot be read`)
        read.push(sheet.value)
      }
      return read
    },
    mark: (sheet: Sheet, more: Partial<NewMark> = {}) =>
      ledger.marks.create({
        sheet,
        by: 'KN',
        pressBrakeId: null,
        fingerprint: `${organization.shopSlug}/test`,
        serviceOffsetMs: serviceClock.offsetMs(),
        ...more,
      }),
    close: async (): Promise<void> => {
      await ledger.close()
      await client.close()
      await network.close()
      await between?.close()
      admin.close()
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
