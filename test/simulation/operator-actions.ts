// What people at the brakes do.
import type { Action } from './action.ts'
import { drawingOf } from './drawing.ts'

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
  const { sheetId } = random.pick(bendable).entry
  const seen = station.do(({ handlers }) => handlers['sheet.read']({ sheetId }))
  if (!seen.ok || seen.value.sheet === null) return null
  const { sheet } = seen.value
  // two people never have the same initials; one alone may leave them out
  const by = random.pick(
    world.stations.length === 1 ? [`${station.name}K`, null] : [`${station.name}K`, `${station.name}A`],
  )
  const { drawingVersion } = sheet
  const tick = station.do(({ handlers }) => handlers['mark.create']({ sheetId, drawingVersion, by }))
  if (tick.ok) station.ticks.push({ id: tick.value.id, sheetId, drawing: drawingOf(sheet), undone: false })
  return `${station.name} marks ${sheetId}: ${tick.ok ? tick.value.id : tick.code}`
}

const undo: Action['act'] = (world, random) => {
  const station = random.pick(world.stations)
  const tick = station.ticks.at(random.chance(0.8) ? -1 : -1 - random.below(station.ticks.length))
  if (tick === undefined) return null
  const undone = station.do(({ handlers }) => handlers['mark.undo']({ markId: tick.id }))
  if (undone.ok) tick.undone = true
  return `${station.name} undoes ${tick.id}: ${undone.ok ? 'undone' : undone.code}`
}

export const operatorActions: readonly Action[] = [
  { name: 'mark', weight: 22, act: mark },
  { name: 'undo', weight: 5, act: undo },
]
