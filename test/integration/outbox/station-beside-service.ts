// What the drain's tests stand on: the real service over HTTP, the workshop's desk, a network that can be cut, the real client,
// and an outbox in a folder of its own with a clock that the test holds.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cuttableNetwork } from '../../../src-main/cli/cuttable-network.ts'
import {
  openOutbox,
  type Drain,
  type DrainPorts,
  type NewMark,
  type Outbox,
  type Sheet,
} from '../../../src-main/outbox/index.ts'
import { createBudget } from '../../../src-main/workshop/budget.ts'
import { createWorkshopClient } from '../../../src-main/workshop/client.ts'
import { createServiceClock } from '../../../src-main/workshop/service-clock.ts'
import { expect, vi } from 'vitest'
import { openDesk } from '../../../src-service/desk/desk.ts'
import { startService } from '../../../src-service/service.ts'
import { manualClock, withoutTimeOuts } from '../../manual-clock.ts'

/** `through`: what stands between the station and the service. `oneClock`: the service goes by the test's clock, with its usual limits. */
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
  const desk = openDesk({ dataFolder, ...ofTest })
  const between = await through?.(service.baseUrl)
  const network = await cuttableNetwork(between?.baseUrl ?? service.baseUrl)
  const serviceClock = createServiceClock(clock)
  const counts = new Map<string, number>()
  const budget = createBudget({
    clock,
    serviceClock,
    counts: {
      count: (window) => counts.get(window) ?? 0,
      add: (window, calls) => counts.set(window, (counts.get(window) ?? 0) + calls),
      forget: (window) => void counts.delete(window),
    },
  })
  let key = desk.makeKey({ name: 'Kant' })
  const client = createWorkshopClient({
    baseUrl: network.baseUrl,
    key: () => key,
    budget,
    serviceClock,
    clock: withoutTimeOuts(clock),
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
  let outbox: Outbox
  let drain: Drain
  const open = (changed: Partial<DrainPorts> = {}): void => {
    outbox = openOutbox({ folder, clock, watch: { onLine: (line) => lines.push(line) } })
    drain = outbox.drain({ ...ports, ...changed })
    drain.start()
  }
  open()

  const looked = { timeout: 10_000, interval: 10 }
  const stateOf = (sheet: Sheet): string | undefined => outbox.marks.markOf(sheet.id)?.state
  const reasonOf = (sheet: Sheet): string | null | undefined => outbox.marks.markOf(sheet.id)?.reason

  return {
    stateOf,
    reasonOf,
    /** Until the sheet's mark has this state or this reason; no time passes on the station's clock. */
    becomes: (sheet: Sheet, what: string): Promise<void> =>
      vi.waitFor(() => expect([stateOf(sheet), reasonOf(sheet)]).toContain(what), looked),
    /** The same, letting a second pass between looks. */
    becomesInTime: (sheet: Sheet, state: string): Promise<void> =>
      vi.waitFor(() => {
        clock.advance(1_000)
        expect(stateOf(sheet)).toBe(state)
      }, looked),
    queueBecomes: (state: string): Promise<void> => vi.waitFor(() => expect(drain.queue().state).toBe(state), looked),
    /** By the station's own count. */
    callsToday: (): number =>
      [...counts].reduce((sum, [window, calls]) => sum + (window.startsWith('day/') ? calls : 0), 0),
    /** The hold of every mark made so far ends. */
    holdOver: (): void => clock.advance(10_000),
    folder,
    organization,
    desk,
    network,
    clock,
    ports,
    client,
    /** The table's lines in the order in which they fired. */
    lines,
    marks: () => outbox.marks,
    outbox: () => outbox,
    drain: () => drain,
    useKey: (value: string) => {
      key = value
    },
    /** Closes the station's side and opens it again, with other ports where a test wants them. */
    reopen: async (changed: Partial<DrainPorts> = {}): Promise<void> => {
      await outbox.close()
      open(changed)
    },
    /** As many fresh sheets as asked for, as the station reads them. */
    sheets: async (count: number): Promise<Sheet[]> => {
      const read: Sheet[] = []
      for (const id of desk.makeSheets({ count, approved: true })) {
        const sheet = await client.readBendingSheet(id, { priority: 'read' })
        if (!sheet.ok) throw new Error(`sheet ${id} cannot be read`)
        read.push(sheet.value)
      }
      return read
    },
    mark: (sheet: Sheet, more: Partial<NewMark> = {}) =>
      outbox.marks.create({
        sheet,
        by: 'KN',
        pressBrakeId: null,
        fingerprint: `${organization.shopSlug}/test`,
        serviceOffsetMs: serviceClock.offsetMs(),
        ...more,
      }),
    close: async (): Promise<void> => {
      await outbox.close()
      await client.close()
      await network.close()
      await between?.close()
      desk.close()
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
