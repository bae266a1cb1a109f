// Texts of the plan about a sheet and a machine. Pure.
import type { PlanLane, PlanRow, Split } from '../../shared/planning/index.ts'
import type { EntryView, PlanAnswer } from '../../shared/station-api/index.ts'
import type { Texts } from '../language/texts.ts'
import type { Tone } from '../ui/bend-state.ts'

const tones = { yes: 'done', no: 'fault', unknown: 'doubt' } as const satisfies Record<PlanAnswer['fits'], Tone>
/** Whether an unloaded sheet fits is unknown. */
export const toneOfAnswer = (answer: PlanAnswer | undefined): Tone =>
  answer === undefined ? 'waiting' : tones[answer.fits]

export const sheetNameOf = ({ view: { entry } }: PlanRow): string => `${entry.orderNumber} · ${entry.sheetNo}`

/** Hours and minutes: '7 t 30 min'. */
export function timeOf({ t }: Texts, minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  if (hours === 0) return t('plan.minutes', { min: rest })
  return rest === 0 ? t('plan.hours', { h: hours }) : t('plan.hours_minutes', { h: hours, min: rest })
}

export function blankOf({ t, named, thickness }: Texts, { view: { entry } }: PlanRow): string {
  const colour = entry.colour === null ? '' : ` ${entry.colour}`
  return `${named('material', entry.material)}${colour} ${thickness(entry.thicknessMm)} ${t('plan.mm')}`
}

/** '2 × 4000', and for a split sheet its lengths. */
export function piecesOf({ t, mm }: Pick<Texts, 't' | 'mm'>, { entry }: EntryView, split: Split | null): string {
  const whole = t('plan.pieces', { count: entry.quantity, length: mm(entry.lengthMm) })
  if (split === null) return whole
  const lengths = split.pieces.map(({ quantity, lengthMm }) =>
    t('plan.pieces', { count: quantity, length: mm(lengthMm) }),
  )
  return t('plan.in_lengths', { whole, lengths: lengths.join(' + ') })
}

/** The load against the shift, as a text with its tone. */
export function loadOf(texts: Texts, { lane, machine }: PlanLane): { tone: Tone; text: string } {
  const over = lane.minutes - machine.shiftMin
  if (over > 0) return { tone: 'person', text: texts.t('plan.over', { time: timeOf(texts, over) }) }
  if (lane.slots.length === 0) return { tone: 'open', text: texts.t('plan.nothing') }
  return { tone: 'done', text: texts.t('plan.room', { time: timeOf(texts, -over) }) }
}
