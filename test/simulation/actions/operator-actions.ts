// What people at the brakes do.
import type { DecisionKind } from '../../../src-main/ledger/index.ts'
import type { Action, Simulated } from './action.ts'
import { bentElsewhere } from '../boundaries.ts'
import { listedLines, sheetNow, type Line } from './listed-sheets.ts'
import { drawingOf } from '../drawing-hash.ts'
import { needsPerson, type OutboxRow } from '../store-files/outbox-rows.ts'
import type { Random } from '../random.ts'
import type { SimStation, Tick } from '../sim-station.ts'
import { letTimePass } from '../world.ts'

const mark: Action['act'] = (world, random) => {
  const station = random.pick(world.stations)
  const description = markAt(station, world, random)
  const tick = station.ticks.at(-1)
  const other = random.pick(world.stations)
  // an operator at another brake has the sheet too, and marks it at the same time
  if (tick === undefined || other === station || random.chance(0.35)) return description
  return `${description ?? 'nothing'}, and ${markSheet(other, tick.sheetId, world, random) ?? 'nobody else'}`
}

/** Whether the sheet can be marked, as far as the station knows. */
const isFree = ({ entry, mark: marked, sheetState }: Line): boolean =>
  sheetState === 'ready' && entry.bent === null && (marked === null || marked.state === 'cancelled')

const markAt = (station: SimStation, world: Simulated, random: Random): string | null => {
  // a batch that is begun is usually left to be counted
  const startedJobs = station.isUp() ? station.ledger().atWork() : []
  const bendable = listedLines(station, random).filter((line) => {
    if (startedJobs.includes(line.entry.sheetId) && random.chance(0.8)) return false
    return isFree(line) || (line.sheetState === 'ready' && random.chance(0.1))
  })
  if (bendable.length === 0) return null
  // two people at two brakes take the same sheet
  const elsewhere = world.stations.filter((other) => other !== station).flatMap((other) => other.waitingSheets())
  const contested = bendable.filter(({ entry }) => elsewhere.includes(entry.sheetId))
  const { sheetId } = random.pick(contested.length > 0 && random.chance(0.85) ? contested : bendable).entry
  return markSheet(station, sheetId, world, random)
}

const markSheet = (station: SimStation, sheetId: string, world: Simulated, random: Random): string | null => {
  const sheet = sheetNow(station, sheetId)
  const work = station.do((handlers) => handlers['work.read']({ sheetId }))
  if (sheet === null || !work.ok) return null
  // two people never have the same initials; a single person may leave them out
  const by = random.pick(
    world.stations.length === 1 ? [`${station.name}K`, null] : [`${station.name}K`, `${station.name}A`],
  )
  const { drawingVersion, quantity } = sheet
  const donePieces = work.value.pieces.reduce((sum, piece) => sum + piece.done, 0)
  const choice = donePieces > quantity ? 'over' : 'close_short'
  const pieces =
    donePieces === 0 || donePieces === quantity ? null : ({ count: donePieces, choice, reason: 'prøvd ut' } as const)
  const tick = station.do((handlers) => handlers['mark.create']({ sheetId, drawingVersion, by, pieces }))
  if (tick.ok && pieces !== null) station.tally('marked with other pieces')
  if (tick.ok)
    station.ticks.push({
      id: tick.value.id,
      sheetId,
      drawing: drawingOf(sheet),
      alsoFor: [],
      undone: false,
      decided: false,
    })
  return `${station.name} marks ${sheetId}${pieces === null ? '' : ` with ${donePieces} of ${quantity}`}: ${tick.ok ? tick.value.id : tick.error}`
}

/** Neither station can know of the other's mark yet. */
const markTwice: Action['act'] = async (world, random) => {
  const [one, other] = world.stations
  if (one === undefined || other === undefined) return null
  const listedThere = new Set(
    listedLines(other, random)
      .filter(isFree)
      .map(({ entry }) => entry.sheetId),
  )
  const both = listedLines(one, random).filter((line) => isFree(line) && listedThere.has(line.entry.sheetId))
  if (both.length === 0) return null
  const { sheetId } = random.pick(both).entry
  const descriptions = [one, other].map((station) => markSheet(station, sheetId, world, random))
  // one of the stations must find that the other was first
  for (const station of [one, other]) if (random.chance(0.9)) station.killAt(random.pick(bentElsewhere), bentElsewhere)
  await letTimePass(world, 14_000)
  return `${descriptions.join(', and ')}, and 14 s pass`
}

const undoTick = (station: SimStation, tick: Tick): string => {
  const undone = station.do((handlers) => handlers['mark.undo']({ markId: tick.id }))
  // after a kill in between, the undo may or may not be stored
  if (undone.ok || undone.error === 'killed') tick.decided = true
  if (undone.ok) tick.undone = true
  return `${station.name} undoes ${tick.id}: ${undone.ok ? 'undone' : undone.error}`
}

const undo: Action['act'] = (world, random) => {
  const station = random.pick(world.stations)
  const tick = station.ticks.at(random.chance(0.8) ? -1 : -1 - random.below(station.ticks.length))
  return tick === undefined ? null : undoTick(station, tick)
}

const stateOf = (station: SimStation, { id }: Tick): string | undefined =>
  station
    .outbox()
    .rows()
    .find((row) => row.operation_id === id)?.state

/** What the screen showed a moment ago and does not show now. */
const undoAsItLeaves: Action['act'] = async (world, random) => {
  const about = world.stations.flatMap((station) =>
    station.ticks
      .slice(-3)
      .filter((tick) => station.isUp() && ['held', 'queued', 'sending'].includes(stateOf(station, tick) ?? ''))
      .map((tick) => ({ station, tick })),
  )
  if (about.length === 0) return null
  const { station, tick } = random.pick(about)
  for (let tries = 0; tries < 4 && stateOf(station, tick) !== 'sending'; tries += 1)
    await letTimePass(world, 4_000, 0.4)
  const isLeaving = stateOf(station, tick) === 'sending'
  return isLeaving ? `as it leaves, ${undoTick(station, tick)}` : `${tick.id} did not leave`
}

/** The usual decision of a person, if it is possible. */
const usualDecisions: readonly DecisionKind[] = ['seen', 'try_again', 'call_back']

const decide = (world: Simulated, random: Random, wanted: (row: OutboxRow) => boolean): string | null => {
  const candidates = world.stations.flatMap((station) => {
    const rows = new Map(
      station
        .outbox()
        .rows()
        .map((row) => [row.operation_id, row]),
    )
    const ticks = station.ticks.filter(({ id }) => {
      const row = rows.get(id)
      return row !== undefined && wanted(row)
    })
    return station.isUp() && ticks.length > 0 ? [{ station, ticks }] : []
  })
  if (candidates.length === 0) return null
  const { station, ticks } = random.pick(candidates)
  const tick = random.pick(ticks)
  const markId = tick.id
  const details = station.do((handlers) => handlers['mark.details']({ markId }))
  if (!details.ok || details.value.possibleDecisions.length === 0) return null
  const { possibleDecisions, currentSheet } = details.value
  const likely = possibleDecisions.find((kind) => usualDecisions.includes(kind))
  const decision = likely !== undefined && random.chance(0.7) ? likely : random.pick(possibleDecisions)
  if (decision === 'send_all_the_same' && currentSheet === null) return null
  const drawingVersion = currentSheet?.drawingVersion ?? null
  const answer = { markId, decision, reason: 'prøvd ut', operatorId: null, drawingVersion }
  const result = station.do((handlers) => handlers['mark.decide'](answer))
  // after a kill in between, the decision may or may not be stored
  const perhaps = result.ok || result.error === 'killed'
  if (perhaps && decision === 'send_all_the_same' && currentSheet !== null) tick.alsoFor.push(drawingOf(currentSheet))
  if (perhaps) tick.decided = true
  return `${station.name}: ${decision} ${markId}: ${result.ok ? 'done' : result.error}`
}

export const operatorActions: readonly Action[] = [
  { name: 'mark', weight: 22, act: mark },
  { name: 'two mark one sheet at once', weight: 2, act: markTwice },
  { name: 'undo', weight: 4, act: undo },
  { name: 'undo as the report leaves', weight: 2, act: undoAsItLeaves },
  {
    name: 'decide what needs a person',
    weight: 5,
    act: (world, random) => decide(world, random, needsPerson),
  },
  {
    name: 'see that a sheet was bent elsewhere',
    weight: 3,
    act: (world, random) => decide(world, random, ({ state }) => state === 'bent_elsewhere'),
  },
  {
    name: 'decide about any mark',
    weight: 2,
    act: (world, random) => decide(world, random, () => true),
  },
  {
    name: 'call a mark back that was delivered',
    weight: 1.5,
    act: (world, random) => decide(world, random, ({ state }) => state === 'delivered'),
  },
  {
    name: 'answer what rework was wanted of',
    weight: 2,
    act: (world, random) => decide(world, random, ({ state }) => state === 'rework_wanted'),
  },
  {
    name: 'call a mark back before it is sent',
    weight: 1,
    act: (world, random) => decide(world, random, ({ state, request }) => state === 'queued' && request === null),
  },
  {
    name: 'report a drawing as wrong',
    weight: 3,
    act: (world, random) => {
      const station = random.pick(world.stations)
      const tick = station.ticks.at(-1)
      const sheet = tick === undefined ? null : sheetNow(station, tick.sheetId)
      if (sheet === null) return null
      const shownSheet = { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, operatorId: null }
      const result = station.do((handlers) =>
        handlers['deviation.report']({ ...shownSheet, reason: 'measure', text: null }),
      )
      if (result.ok) world.reportedWrong.add(sheet.id)
      return `${station.name}: the drawing of ${sheet.id} is wrong: ${result.ok ? 'told' : result.error}`
    },
  },
  {
    name: 'release a drawing',
    weight: 2,
    act: (world, random) => {
      const station = random.pick(world.stations)
      const open = station.do((handlers) => handlers['deviations.list']({}))
      if (!open.ok || open.value.deviations.length === 0) return null
      const { id: deviationId, sheetId } = random.pick(open.value.deviations)
      const release = { deviationId, by: 'Leder', reason: 'målt på nytt' }
      const result = station.do((handlers) => handlers['deviation.release'](release))
      return `${station.name}: the drawing of ${sheetId} is right after all: ${result.ok ? 'told' : result.error}`
    },
  },
]
