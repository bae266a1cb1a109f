// What people at the brakes do.
import type { Decision, DecisionKind, Outbox } from '../../src-main/outbox/index.ts'
import type { Action, Simulated } from './action.ts'
import { drawingOf } from './drawing.ts'
import type { Random } from './random.ts'
import type { SimStation, Tick } from './sim-station.ts'

const mark: Action['act'] = (world, random) => {
  const station = random.pick(world.stations)
  const status = station.status()
  if (status === null) return null
  const [today, next] = status.days
  const date = (random.chance(0.85) ? today : next)?.date ?? status.today
  const list = station.do(({ handlers }) => handlers['list.read']({ date }))
  if (!list.ok) return null
  const bendable = list.value.entries.filter(({ entry, mark: marked, sheetState }) => {
    const free = entry.bent === null && (marked === null || marked.state === 'cancelled')
    return sheetState === 'ready' && (free || random.chance(0.1))
  })
  if (bendable.length === 0) return null
  // two people at two brakes take the same sheet
  const elsewhere = world.stations.filter((other) => other !== station).flatMap((other) => other.waitingSheets())
  const contested = bendable.filter(({ entry }) => elsewhere.includes(entry.sheetId))
  const { sheetId } = random.pick(contested.length > 0 && random.chance(0.5) ? contested : bendable).entry
  const seen = station.do(({ handlers }) => handlers['sheet.read']({ sheetId }))
  if (!seen.ok || seen.value.sheet === null) return null
  const { sheet } = seen.value
  // two people never have the same initials; one alone may leave them out
  const by = random.pick(
    world.stations.length === 1 ? [`${station.name}K`, null] : [`${station.name}K`, `${station.name}A`],
  )
  const { drawingVersion } = sheet
  const tick = station.do(({ handlers }) => handlers['mark.create']({ sheetId, drawingVersion, by }))
  if (tick.ok)
    station.ticks.push({
      id: tick.value.id,
      sheetId,
      drawing: drawingOf(sheet),
      alsoFor: [],
      undone: false,
      decided: false,
    })
  return `${station.name} marks ${sheetId}: ${tick.ok ? tick.value.id : tick.code}`
}

const undo: Action['act'] = (world, random) => {
  const station = random.pick(world.stations)
  const tick = station.ticks.at(random.chance(0.8) ? -1 : -1 - random.below(station.ticks.length))
  if (tick === undefined) return null
  const undone = station.do(({ handlers }) => handlers['mark.undo']({ markId: tick.id }))
  // killed in between, nobody knows whether it was
  if (undone.ok || undone.code === 'killed') tick.decided = true
  if (undone.ok) tick.undone = true
  return `${station.name} undoes ${tick.id}: ${undone.ok ? 'undone' : undone.code}`
}

/** The sheet as the station has it now. */
const sheetNow = (station: SimStation, sheetId: string) => {
  const read = station.do(({ handlers }) => handlers['sheet.read']({ sheetId }))
  return read.ok ? read.value.sheet : null
}

const decisionFor = (kind: DecisionKind, station: SimStation, { sheetId }: Tick): Decision | null => {
  if (kind !== 'send_all_the_same') return { kind, why: 'prøvd ut' }
  const sheet = sheetNow(station, sheetId)
  return sheet === null ? null : { kind, sheet }
}

const decide = (world: Simulated, random: Random, wanted: (tick: Tick, outbox: Outbox) => boolean): string | null => {
  const station = random.pick(world.stations)
  const found = station.do((_, outbox) => station.ticks.filter((tick) => wanted(tick, outbox)))
  if (!found.ok || found.value.length === 0) return null
  const tick = random.pick(found.value)
  const may = station.do((_, outbox) => outbox.decisions.detailsOf(tick.id)?.may ?? [])
  if (!may.ok || may.value.length === 0) return null
  const kind = may.value.includes('seen') && random.chance(0.7) ? 'seen' : random.pick(may.value)
  const decision = decisionFor(kind, station, tick)
  if (decision === null) return null
  const decided = station.do((_, outbox) =>
    outbox.decisions.decide(tick.id, decision, { by: 'Leder', operatorId: null }),
  )
  const became = decided.ok && decided.value.ok
  if (became && kind === 'send_all_the_same' && 'sheet' in decision) tick.alsoFor.push(drawingOf(decision.sheet))
  if (became || !decided.ok) tick.decided = true
  return `${station.name}: ${kind} ${tick.id}: ${became ? 'done' : 'refused'}`
}

const stateOf = ({ id }: Tick, outbox: Outbox): string | undefined => outbox.decisions.detailsOf(id)?.mark.state
const forAPerson = ['conflict', 'parked', 'bent_elsewhere', 'rework_wanted']

export const operatorActions: readonly Action[] = [
  { name: 'mark', weight: 22, act: mark },
  { name: 'undo', weight: 5, act: undo },
  {
    name: 'decide what needs a person',
    weight: 5,
    act: (world, random) => decide(world, random, (tick, outbox) => forAPerson.includes(stateOf(tick, outbox) ?? '')),
  },
  {
    name: 'decide about any mark',
    weight: 2,
    act: (world, random) => decide(world, random, () => true),
  },
  {
    name: 'report a drawing as wrong',
    weight: 2,
    act: (world, random) => {
      const station = random.pick(world.stations)
      const tick = station.ticks.at(-1)
      const sheet = tick === undefined ? null : sheetNow(station, tick.sheetId)
      if (sheet === null) return null
      const at = { sheet, pressBrakeId: null, operatorId: null }
      const told = station.do((_, outbox) => outbox.counting.reportDeviation({ ...at, reason: 'measure', text: null }))
      return `${station.name}: the drawing of ${sheet.id} is wrong: ${told.ok ? 'told' : told.code}`
    },
  },
  {
    name: 'release a drawing',
    weight: 2,
    act: (world, random) => {
      const station = random.pick(world.stations)
      const open = station.do((_, outbox) => outbox.deviations.open())
      if (!open.ok || open.value.length === 0) return null
      const { id, sheetId } = random.pick(open.value)
      const told = station.do((_, outbox) => outbox.counting.releaseDeviation({ id, by: 'Leder', why: 'målt på nytt' }))
      return `${station.name}: the drawing of ${sheetId} is right after all: ${told.ok ? 'told' : told.code}`
    },
  },
]
