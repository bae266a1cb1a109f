// What happens to machines: time, kills, restarts, clocks that are set, networks that fail.
import { machineScopes } from '../../../shared/workshop-api/index.ts'
import type { Action } from './action.ts'
import { outboxMigrations } from '../../../src-main/ledger/store/schema.ts'
import { boundaries, rareBoundaries, seldomBoundaries, upgradeBoundaries } from '../boundaries.ts'
import { letTimePass, passToService } from '../world.ts'

const minuteMs = 60_000

export const machineActions: readonly Action[] = [
  {
    name: 'seconds pass',
    weight: 22,
    act: async (world, random) => {
      const ms = 500 + random.below(15_000)
      await letTimePass(world, ms, 0.1)
      return `up to ${ms} ms pass`
    },
  },
  {
    name: 'a minute passes',
    weight: 5,
    act: async (world, random) => {
      const ms = 20_000 + random.below(60_000)
      await letTimePass(world, ms, 0.1)
      return `up to ${ms} ms pass`
    },
  },
  {
    name: 'a long time passes',
    weight: 0.5,
    act: async (world, random) => {
      const ms = random.pick([16, 20, 61]) * minuteMs
      await letTimePass(world, ms)
      return `${ms / minuteMs} minutes pass`
    },
  },
  {
    name: 'give a new key',
    weight: 1,
    act: async (world, random) => {
      const station = random.pick(world.stations)
      if (!world.workshop.isUp() || !station.isUp()) return null
      await world.giveNewKey(station)
      return `${station.name} has a new key`
    },
  },
  {
    name: 'give a key that lacks a right',
    weight: 0.5,
    act: async (world, random) => {
      const station = random.pick(world.stations)
      if (!world.workshop.isUp() || !station.isUp()) return null
      const lacks = random.pick(machineScopes)
      const scopes = machineScopes.filter((scope) => scope !== lacks)
      await world.giveNewKey(station, scopes)
      return `${station.name} has a key without ${lacks}`
    },
  },
  {
    name: 'restart the service',
    weight: 0.3,
    act: async (world) => {
      await world.workshop.stop()
      await world.workshop.start()
      return 'the service was restarted'
    },
  },
  {
    name: 'the service goes down',
    weight: 0.4,
    act: async (world) => {
      await world.workshop.stop()
      return 'the service is down'
    },
  },
  {
    name: 'the service comes up',
    weight: 3,
    act: async (world) => {
      if (world.workshop.isUp()) return null
      await world.workshop.start()
      return 'the service is up'
    },
  },
  {
    name: 'restore the service',
    weight: 2,
    act: async (world, random) => {
      if (!world.workshop.hasBackup() || !world.workshop.isUp()) return null
      await world.workshop.restore()
      world.serviceRestored()
      // checked before a later event there hides it
      if (random.chance(0.7)) for (const station of world.stations) station.requestSync()
      return 'the service was restored from its backup'
    },
  },
  {
    name: 'the service goes back behind a rework',
    weight: 0.6,
    act: async (world, random) => {
      const { workshop } = world
      if (!workshop.isUp()) return null
      const deliveredSheets = new Set(world.stations.flatMap((station) => station.sheetsIn('delivered')))
      const bent = workshop
        .sheets()
        .filter(({ id, bent, removed }) => bent === 1 && removed === 0 && deliveredSheets.has(id))
      if (bent.length === 0) return null
      const { id } = random.pick(bent)
      workshop.admin().sheets.rework(id)
      workshop.backUp()
      workshop.admin().sheets.change(id, { note: 'etter kopien' })
      await letTimePass(world, 40_000)
      if (!workshop.isUp()) return `rework of ${id}`
      await workshop.restore()
      world.serviceRestored()
      for (const station of world.stations) station.requestSync()
      return `rework of ${id}, and the service was restored to where that had just been done`
    },
  },
  {
    name: 'set the station’s clock',
    weight: 0.7,
    act: (world, random) => {
      const station = random.pick(world.stations)
      const seconds = random.pick([-4_000, -120, -15, 15, 120, 4_000])
      station.stepWallClock(seconds * 1_000)
      return `${station.name}'s clock steps ${seconds} s`
    },
  },
  {
    name: 'ask now',
    weight: 2,
    act: (world, random) => {
      const station = random.pick(world.stations)
      station.requestSync()
      return `${station.name} asks now`
    },
  },
  {
    name: 'kill soon',
    weight: 3.5,
    act: (world, random) => {
      const station = random.pick(world.stations)
      const aims = [random.pick(boundaries), random.pick(boundaries), random.pick(rareBoundaries)]
      for (const boundary of aims) station.killAt(boundary)
      // these calls wait for their turn
      for (const sides of seldomBoundaries) {
        const side = random.pick(sides)
        station.killAt(side, sides)
        aims.push(side)
      }
      return `${station.name} is to be killed at ${aims.join(', ')}`
    },
  },
  {
    name: 'kill now',
    weight: 0.4,
    act: (world, random) => {
      const station = random.pick(world.stations)
      if (!station.isUp()) return null
      station.killNow()
      return `${station.name} is killed`
    },
  },
  {
    name: 'start',
    weight: 8,
    act: (world, random) => {
      const stationsDown = world.stations.filter((station) => !station.isUp())
      if (stationsDown.length === 0) return null
      const station = random.pick(stationsDown)
      station.open()
      return `${station.name} starts`
    },
  },
  {
    name: 'restart',
    weight: 0.5,
    act: async (world, random) => {
      const station = random.pick(world.stations)
      if (!station.isUp()) return null
      await station.close()
      station.open()
      return `${station.name} restarts`
    },
  },
  {
    name: 'an older program’s store is brought up to date',
    weight: 0.5,
    act: async (world, random) => {
      const station = random.pick(world.stations)
      await station.close()
      await station.removeKilled()
      const schema = station.putOlderStore(1 + random.below(outboxMigrations.length - 1))
      if (schema === null) return null
      const boundary = random.pick(upgradeBoundaries)
      station.killAt(boundary)
      station.open()
      await station.removeKilled()
      // started again immediately, until no kill interrupts it
      while (!station.isUp()) {
        station.open()
        await station.removeKilled()
      }
      return `${station.name} is started on its store of schema ${schema}, killed at ${boundary}, and started again`
    },
  },
  {
    name: 'the disturbance changes',
    weight: 1.5,
    act: (world, random) => {
      const outcome = random.pick([
        'line_down',
        'line_down',
        'cut',
        'lost',
        'late',
        { says: 'html' },
        { says: 'status_503' },
        { says: 'status_502' },
        { says: 'minute_429' },
      ] as const)
      world.disturbance = { outcome, sheetId: null, untilStep: world.step + 2 + random.below(12) }
      return `disturbance: ${typeof outcome === 'string' ? outcome : outcome.says}`
    },
  },
  {
    name: 'the line fails as marks are due',
    weight: 1,
    act: async (world, random) => {
      if (!world.stations.some((station) => station.isUp() && station.waitingSheets().length > 0)) return null
      world.disturbance = { outcome: 'line_down', sheetId: null, untilStep: world.step + 1 + random.below(4) }
      for (const { proxy } of world.stations) await proxy.lineDown()
      await letTimePass(world, 12_000)
      return 'the line fails for 12 s and more'
    },
  },
  {
    name: 'calls about one sheet fail',
    weight: 6,
    act: (world, random) => {
      const waiting = random.pick(world.stations).waitingSheets()
      if (waiting.length === 0) return null
      const sheetId = random.pick(waiting)
      const says = random.pick([
        'status_500',
        'status_500',
        'status_500',
        'precondition_required',
        'precondition_required',
        'invalid_request',
        'invalid_request',
      ] as const)
      world.disturbance = { outcome: { says }, sheetId, untilStep: world.step + (says === 'status_500' ? 60 : 20) }
      return `calls about ${sheetId} end with ${says}`
    },
  },
  {
    name: 'a late call arrives',
    weight: 4,
    act: async (world, random) => {
      if (world.lateCalls.length === 0) return null
      const [late] = world.lateCalls.splice(random.below(world.lateCalls.length), 1)
      if (late === undefined) return null
      await passToService(world, late.station, late.sent, true)
      return `late: ${late.station.name} ${late.sent.method} ${late.sent.path}`
    },
  },
]
