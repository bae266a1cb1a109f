// What a person at a brake sees on the screen.
import type { ListView } from '../../../shared/station-api/index.ts'
import type { Random } from '../random.ts'
import type { SimStation } from '../sim-station.ts'

export type Line = ListView['entries'][number]

/** The entries of a day's list, usually today's. Empty if the station does not run. */
export function listedLines(station: SimStation, random: Random): Line[] {
  const status = station.status()
  if (status === null) return []
  const [today, next] = status.days
  const date = (random.chance(0.85) ? today : next)?.date ?? status.today
  const list = station.do((handlers) => handlers['list.read']({ date }))
  return list.ok ? list.value.entries : []
}

/** A sheet that can be worked on. */
export function workableSheet(station: SimStation, random: Random): string | null {
  const ready = listedLines(station, random).filter(({ sheetState }) => sheetState === 'ready')
  const free = ready.filter(({ entry, mark }) => entry.bent === null && (mark === null || mark.state === 'cancelled'))
  const from = free.length > 0 && random.chance(0.9) ? free : ready
  return from.length === 0 ? null : random.pick(from).entry.sheetId
}

/** The sheet as the station has it now. */
export const sheetNow = (station: SimStation, sheetId: string) => {
  const read = station.do((handlers) => handlers['sheet.read']({ sheetId }))
  return read.ok ? read.value.sheet : null
}
