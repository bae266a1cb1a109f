// What the plan says of a sheet and a machine in few words. Pure.
import type { PlanLane, PlanRow, Split } from '../../shared/planning/index.ts'
import type { EntryView, PlanAnswer } from '../../shared/station-api/index.ts'
import type { Words } from '../language/words.ts'
import type { Tone } from '../list/bend-state.ts'

const tones = { yes: 'done', no: 'fault', unknown: 'doubt' } as const satisfies Record<PlanAnswer['fits'], Tone>
/** A sheet that is not here is not known to fit. */
export const toneOfAnswer = (answer: PlanAnswer | undefined): Tone =>
  answer === undefined ? 'waiting' : tones[answer.fits]

export const sheetNameOf = ({ view: { entry } }: PlanRow): string => `${entry.orderNumber} · ${entry.sheetNo}`

/** Hours and minutes: '7 t 30 min'. */
export function timeOf({ t }: Words, minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  if (hours === 0) return t('plan.minutes', { min: rest })
  return rest === 0 ? t('plan.hours', { h: hours }) : t('plan.hours_minutes', { h: hours, min: rest })
}

export function plateOf({ t, named, thickness }: Words, { view: { entry } }: PlanRow): string {
  const colour = entry.colour === null ? '' : ` ${entry.colour}`
  return `${named('material', entry.material)}${colour} ${thickness(entry.thicknessMm)} ${t('plan.mm')}`
}

/** '2 × 4000', and of a sheet that is split the lengths that it is made in. */
export function piecesOf({ t, mm }: Pick<Words, 't' | 'mm'>, { entry }: EntryView, split: Split | null): string {
  const whole = t('plan.pieces', { count: entry.quantity, length: mm(entry.lengthMm) })
  if (split === null) return whole
  const lengths = split.pieces.map(({ quantity, lengthMm }) =>
    t('plan.pieces', { count: quantity, length: mm(lengthMm) }),
  )
  return t('plan.in_lengths', { whole, lengths: lengths.join(' + ') })
}

/** How the load stands to the shift, and how grave that is. */
export function loadOf(words: Words, { lane, machine }: PlanLane): { tone: Tone; text: string } {
  const over = lane.minutes - machine.shiftMin
  if (over > 0) return { tone: 'person', text: words.t('plan.over', { time: timeOf(words, over) }) }
  if (lane.slots.length === 0) return { tone: 'open', text: words.t('plan.nothing') }
  return { tone: 'done', text: words.t('plan.room', { time: timeOf(words, -over) }) }
}
