// Texts of the plan about a sheet and a machine. Pure.
import type { PlanLane, PlanRow } from '../../shared/planning/index.ts'
import type { PlanAnswer } from '../../shared/station-api/index.ts'
import { piecesTexts, roughPiecesText } from '../language/pieces-texts.ts'
import type { Texts } from '../language/texts.ts'
import type { Tone } from '../ui/bend-state.ts'

const tones = { yes: 'done', no: 'fault', unknown: 'uncertain' } as const satisfies Record<PlanAnswer['fits'], Tone>
/** Whether an unloaded sheet fits is unknown. */
export const toneOfAnswer = (answer: PlanAnswer | undefined): Tone =>
  answer === undefined ? 'waiting' : tones[answer.fits]

export const sheetNameOf = ({ view: { entry } }: PlanRow): string => `${entry.orderNumber} · ${entry.sheetNo}`

/** Hours and minutes: '7 t 30 min'. */
export function timeOf({ t }: Texts, minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  const [hours, restMinutes] = [Math.floor(whole / 60), whole % 60]
  if (hours === 0) return t('plan.minutes', { min: restMinutes })
  return restMinutes === 0 ? t('plan.hours', { h: hours }) : t('plan.hours_minutes', { h: hours, min: restMinutes })
}

export function blankOf({ t, named, thickness }: Texts, { view: { entry } }: PlanRow): string {
  const colour = entry.colour === null ? '' : ` ${entry.colour}`
  return `${named('material', entry.material)}${colour} ${thickness(entry.thicknessMm)} ${t('plan.mm')}`
}

/** '4 × 2000 + 2 × 1350', as in the list. */
export const piecesOf = (
  texts: Pick<Texts, 't' | 'mm'>,
  { view, lengths }: Pick<PlanRow, 'view' | 'lengths'>,
): string => (lengths === null ? roughPiecesText(texts, view.entry) : piecesTexts(texts, lengths).join(' + '))

/** The pieces, and for a split sheet its lengths. */
export function piecesAndSplitOf(
  texts: Pick<Texts, 't' | 'mm'>,
  row: Pick<PlanRow, 'view' | 'lengths'> & { readonly planned: Pick<PlanRow['planned'], 'split'> },
): string {
  const { t, mm } = texts
  const { split } = row.planned
  const whole = piecesOf(texts, row)
  if (split === null) return whole
  const lengths = split.pieces.map(({ quantity, lengthMm }) =>
    t('plan.pieces', { count: quantity, length: mm(lengthMm) }),
  )
  return t('plan.in_lengths', { whole, lengths: lengths.join(' + ') })
}

/** The load against the shift, as a text with its tone. */
export function loadOf(texts: Texts, { lane, machine }: PlanLane): { tone: Tone; text: string } {
  const over = lane.minutes - machine.shiftMin
  if (over > 0) return { tone: 'needs_person', text: texts.t('plan.over', { time: timeOf(texts, over) }) }
  if (lane.slots.length === 0) return { tone: 'open', text: texts.t('plan.nothing') }
  return { tone: 'done', text: texts.t('plan.room', { time: timeOf(texts, -over) }) }
}
