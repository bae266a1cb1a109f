// A real workshop service on loopback, and the client, the cache and the sync of a station, with one clock that the test controls.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Cache, type CacheOptions, openCache } from '../../../src-main/cache/cache.ts'
import { Sync, type SyncOptions } from '../../../src-main/sync/sync.ts'
import { Budget } from '../../../src-main/workshop/budget.ts'
import { type CallLogEntry, type WorkshopClient, HttpWorkshopClient } from '../../../src-main/workshop/client.ts'
import { createServiceClock } from '../../../src-main/workshop/service-clock.ts'
import { workshopDate } from '../../../shared/workshop-api/index.ts'
import { type WorkshopAdmin, openAdmin } from '../../../src-service/admin/index.ts'
import { type Service, startService } from '../../../src-service/service.ts'
import { newSandbox } from '../service/new-sandbox.ts'
import { type ManualClock, manualClock, withoutTimeouts } from '../../manual-clock.ts'
import { untilPasses } from '../../until-passes.ts'

export interface Workshop {
  clock: ManualClock
  service: Service
  admin: WorkshopAdmin
  keys: { sandbox: string; maskin: string }
  folder: string
  close: () => Promise<void>
}

/** A new sandbox. `limitFactor` raises its limits. */
export async function openWorkshop(options: { limitFactor?: number } = {}): Promise<Workshop> {
  const folder = mkdtempSync(join(tmpdir(), 'kant-sync-'))
  const clock = manualClock()
  const dataFolder = join(folder, 'service')
  const keys = await newSandbox(dataFolder, clock.now())
  const service = await startService({
    dataFolder,
    port: 0,
    clock: clock.now,
    checkAnswers: true,
    ...options,
  })
  const admin = openAdmin({ dataFolder, clock: clock.now })
  return {
    clock,
    service,
    admin,
    keys,
    folder,
    close: async () => {
      admin.close()
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface StationSide {
  client: WorkshopClient
  cache: Cache
  sync: Sync
  /** All calls, in the order in which they ended. */
  calls: CallLogEntry[]
  close: () => Promise<void>
}

export interface StationSideOptions extends Partial<Pick<SyncOptions, 'ownBrake' | 'keeps' | 'marksOf'>> {
  baseUrl?: string
  key?: () => string | null
  /** A folder below the workshop's, so that a second station with the same name continues with the data of the first. */
  name?: string
  cache?: Partial<CacheOptions>
}

export function openStationSide(workshop: Workshop, options: StationSideOptions = {}): StationSide {
  const { clock } = workshop
  const { baseUrl = workshop.service.baseUrl, key = () => workshop.keys.maskin, name = '.' } = options
  const calls: CallLogEntry[] = []
  const cache = openCache({ folder: join(workshop.folder, name), clock, ...options.cache })
  const serviceClock = createServiceClock(clock)
  const budget = new Budget({ clock, serviceClock, counts: cache.calls })
  const client = new HttpWorkshopClient({
    baseUrl,
    key,
    budget,
    serviceClock,
    clock: withoutTimeouts(clock),
    log: (entry) => calls.push(entry),
  })
  const sync = new Sync({
    client,
    cache,
    clock,
    today: () => workshopDate(serviceClock.now()),
    ownBrake: options.ownBrake ?? (() => null),
    keeps: options.keeps ?? (() => false),
    pollPauseMs: () => 30_000,
    secondsFor: (priority, n) => budget.secondsFor('read', priority, n),
    onMe: (me) => budget.setLimits(me.limits),
    ...(options.marksOf === undefined ? {} : { marksOf: options.marksOf }),
  })
  return {
    client,
    cache,
    sync,
    calls,
    close: async () => {
      await sync.stop()
      budget.close()
      await client.close()
      cache.close()
    },
  }
}

/** Starts, and waits until every sheet is fetched or has failed. */
export async function start({ sync }: StationSide, clock: ManualClock): Promise<void> {
  const turn = sync.pullNow()
  sync.start()
  await letTimePass(turn, clock)
}

/** Advances the clock by the poll pause and waits for the next turn. */
export async function nextTurn({ calls }: StationSide, clock: ManualClock): Promise<void> {
  const before = calls.length
  await untilPasses(() => expect(clock.waiting()).toBe(1))
  clock.advance(clock.nextWait() ?? 0)
  await untilPasses(() => {
    expect(calls.length).toBeGreaterThan(before)
    expect(clock.waiting()).toBe(1)
  })
}

/** Advances the clock as the limits require until the promise settles. */
async function letTimePass(promise: Promise<unknown>, clock: ManualClock): Promise<void> {
  let settled = false
  void (async () => {
    await promise
    settled = true
  })()
  await letTimePassUntil(() => settled, clock)
}

/** Advances the clock from one wait to the next until the condition is true. */
export async function letTimePassUntil(isSo: () => boolean, clock: ManualClock): Promise<void> {
  await untilPasses(() => {
    const wait = isSo() ? null : clock.nextWait()
    if (wait !== null) clock.advance(wait)
    expect(isSo()).toBe(true)
  })
}

export const names = (calls: readonly CallLogEntry[]): string[] => calls.map(({ call }) => call)
