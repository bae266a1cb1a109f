// What people at the brakes count, and how they hand a batch over.
import type { WorkView } from '../../../shared/station-api/index.ts'
import type { Action, Simulated } from './action.ts'
import { workableSheet, sheetNow } from './listed-sheets.ts'
import type { Random } from '../random.ts'
import type { Act, SimStation, Tried } from '../sim-station.ts'

/** Prefers a sheet that somebody works on. */
function sheetToCount(station: SimStation, random: Random): string | null {
  const startedJobs = station.ledger().atWork()
  return startedJobs.length > 0 && random.chance(0.6) ? random.pick(startedJobs) : workableSheet(station, random)
}

const recordAct = (station: SimStation, act: Omit<Act, 'seen'>, did: Tried<WorkView>): string => {
  // an act that arrives twice is one act; after a kill in between, it may or may not be stored
  const before = station.acts.find(({ id }) => id === act.id)
  if (before === undefined) {
    if (did.ok || did.error === 'killed') station.acts.push({ ...act, seen: did.ok })
  } else before.seen ||= did.ok
  if (did.ok) station.tally('counted')
  return did.ok ? 'counted' : did.error
}

const count: Action['act'] = (world, random) => {
  const station = random.pick(world.stations)
  const sheetId = sheetToCount(station, random)
  const sheet = sheetId === null ? null : sheetNow(station, sheetId)
  if (sheet === null) return null
  const { pieceNo, quantity } = random.pick(sheet.pieces)
  const target = { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, operatorId: null, pieceNo }
  const actId = `${station.name}-${world.step}`
  const kind = random.pick(['good', 'good', 'good', 'good', 'test', 'scrap', 'rebend'] as const)
  const pieces = random.chance(0.5) ? quantity : 1 + random.below(quantity + 1)
  const book = () =>
    recordAct(
      station,
      { id: actId, pieceNo, deltas: [pieces] },
      station.do((handlers) => handlers['count.book']({ ...target, actId, kind, count: pieces, reason: null })),
    )
  const first = book()
  // a double tap
  const repetition = random.chance(0.2) ? `, ${book()} again` : ''
  return `${station.name} counts ${pieces} ${kind} of ${sheet.id}, piece ${pieceNo}: ${first}${repetition}`
}

const correct: Action['act'] = (world, random) => {
  const station = random.pick(world.stations)
  const sheetId = sheetToCount(station, random)
  const sheet = sheetId === null ? null : sheetNow(station, sheetId)
  if (sheet === null) return null
  const { pieceNo } = random.pick(sheet.pieces)
  const target = { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, operatorId: null, pieceNo }
  const actId = `${station.name}-${world.step}`
  if (random.chance(0.5)) {
    const result = station.do((handlers) => handlers['count.last_was_scrap']({ ...target, actId }))
    return `${station.name}: the last of ${sheet.id} was scrap: ${recordAct(station, { id: actId, pieceNo, deltas: [-1, 1] }, result)}`
  }
  const delta = random.pick([-3, -1, -1, 1, 2])
  const corrects = random.pick(['good', 'good', 'scrap'] as const)
  const reason = 'talt på nytt'
  const result = station.do((handlers) => handlers['count.adjust']({ ...target, actId, kind: corrects, delta, reason }))
  return `${station.name} corrects ${sheet.id} by ${delta} ${corrects}: ${recordAct(station, { id: actId, pieceNo, deltas: [delta] }, result)}`
}

/** Codes that a station displays and that nobody has taken yet. */
function shown(world: Simulated): { giver: SimStation; nonce: string; code: string; jobId: string }[] {
  const takenCodes = new Set<string>()
  for (const station of world.stations)
    for (const { nonce, direction } of station.ledger().handOvers()) if (direction === 'taken') takenCodes.add(nonce)
  return world.stations.flatMap((giver) =>
    giver
      .ledger()
      .handOvers()
      .filter(({ nonce, direction, takenBack }) => direction === 'given' && takenBack === 0 && !takenCodes.has(nonce))
      .map((row) => ({ giver, ...row })),
  )
}

const scan = (station: SimStation, text: string): string => {
  const read = station.do((handlers) => handlers['handover.read']({ text }))
  const sheet = read.ok ? sheetNow(station, read.value.sheetId) : null
  if (!read.ok || sheet === null) return read.ok ? 'sheet_unknown' : read.error
  const { drawingVersion } = sheet
  const result = station.do((handlers) => handlers['handover.take']({ text, drawingVersion, operatorId: null }))
  if (result.ok) station.tally('taken over')
  return result.ok ? 'taken' : result.error
}

const give: Action['act'] = (world, random) => {
  const station = random.pick(world.stations)
  const startedJobs = station.ledger().atWork()
  const sheet = startedJobs.length === 0 ? null : sheetNow(station, random.pick(startedJobs))
  if (sheet === null) return null
  const target = { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, operatorId: null }
  const result = station.do((handlers) => handlers['handover.give'](target))
  const action = `${station.name} hands ${sheet.id} over`
  if (!result.ok) return `${action}: ${result.error}`
  station.tally('handed over')
  // in most cases another person scans the code immediately
  const others = world.stations.filter((other) => other !== station)
  const { handOver } = result.value
  if (handOver === null || others.length === 0 || random.chance(0.2)) return `${action}: given`
  const taker = random.pick(others)
  return `${action}: given, and ${taker.name} scans it: ${scan(taker, handOver.code)}`
}

const takeOver: Action['act'] = (world, random) => {
  const codes = shown(world)
  if (codes.length === 0) return null
  const { giver, code } = random.pick(codes)
  const others = world.stations.filter((station) => station !== giver)
  const station = others.length === 0 || random.chance(0.1) ? giver : random.pick(others)
  const first = scan(station, code)
  const repetition = random.chance(0.3) ? `, ${scan(station, code)} again` : ''
  return `${station.name} scans what ${giver.name} shows: ${first}${repetition}`
}

const scanOld: Action['act'] = (world, random) => {
  const station = random.pick(world.stations)
  const handOvers = station.ledger().handOvers()
  if (handOvers.length === 0) return null
  return `${station.name} scans a code again: ${scan(station, random.pick(handOvers).code)}`
}

const takeBack: Action['act'] = (world, random) => {
  const codes = shown(world)
  if (codes.length === 0) return null
  const { giver, jobId } = random.pick(codes)
  const sheetId = giver
    .ledger()
    .sums()
    .find((sum) => sum.jobId === jobId)?.sheetId
  if (sheetId === undefined) return null
  const result = giver.do((handlers) =>
    handlers['handover.take_back']({ sheetId, reason: 'ingen kom', operatorId: null }),
  )
  if (result.ok) giver.tally('taken back')
  return `${giver.name} takes ${sheetId} back: ${result.ok ? 'taken back' : result.error}`
}

export const ledgerActions: readonly Action[] = [
  { name: 'count', weight: 9, act: count },
  { name: 'correct a count', weight: 2, act: correct },
  { name: 'hand over', weight: 4, act: give },
  { name: 'take over', weight: 3, act: takeOver },
  { name: 'scan a code that was scanned', weight: 0.7, act: scanOld },
  { name: 'take back', weight: 0.7, act: takeBack },
]
