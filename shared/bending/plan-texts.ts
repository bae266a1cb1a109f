// The texts of the planner's answers, of its reasons and of what it does not know, from the translations of the screen. Pure.
import en from '../../resources/translations/en.json' with { type: 'json' }
import nb from '../../resources/translations/nb.json' with { type: 'json' }
import { figureText } from '../base/figures.ts'
import { angleFigureText } from './angle-texts.ts'
import type { CodedReason } from './coded-reason.ts'
import type {
  PlanRemedy,
  PlanMissing,
  PlanPart,
  PlanPiece,
  PlanReason,
  PlanStation,
  PlanStepKind,
} from './plan/index.ts'

type Language = 'nb' | 'en'
type Translated<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>
type Known = PlanReason['code'] | PlanRemedy['code']

// each fails to compile if a code has no text
const parts: Translated<PlanPart> = { nb: nb.plan_part, en: en.plan_part }
const pieces: Translated<PlanPiece['kind']> = { nb: nb.plan_piece, en: en.plan_piece }
const kinds: Translated<Exclude<PlanStepKind, 'bend' | 'bump'>> = { nb: nb.plan_step_kind, en: en.plan_step_kind }
const reasonTexts: Translated<Known> = { nb: nb.plan_reason, en: en.plan_reason }
const answers = { nb: nb.plan_answer, en: en.plan_answer }

// a reason of another version has a code that is unknown here
const sentences: Readonly<Record<Language, Readonly<Record<string, string>>>> = reasonTexts

const has = <Key extends string>(record: Readonly<Record<Key, string>>, key: string): key is Key =>
  Object.hasOwn(record, key)

function paramText(name: string, value: string | number | undefined, language: Language): string {
  if (value === undefined) return ''
  if (typeof value === 'string') {
    if (name === 'part' && has(parts[language], value)) return parts[language][value]
    if (name === 'pieceKind' && has(pieces[language], value)) return pieces[language][value]
    if (name === 'stepKind') return has(kinds[language], value) ? ` (${kinds[language][value]})` : ''
    return value
  }
  // indices count from 0, people count from 1
  if (name.endsWith('Index')) return String(value + 1)
  return angleFigureText(name, value, language) ?? figureText(value, 1, language)
}

/** A correction that may turn a bend (from 1) so far that these reasons block it. */
interface CorrectionNotKnown {
  readonly bend: number
  readonly correctionDeg: number
  readonly reasons: readonly CodedReason[]
}

/** The text of one reason or remedy, without a capital or a full stop: "bend 4 hits the die at 118° (turn 62°) with flange 1". An unknown code is its own text. */
export function planReasonText({ code, params }: PlanReason | PlanRemedy | CodedReason, language: Language): string {
  const figures = new Map<string, string | number>(Object.entries(params))
  return (sentences[language][code] ?? code).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    paramText(name, figures.get(name), language),
  )
}

/** The text of an answer without its reasons, of whose order it is, or of an answer's only reason (`no_order`, `sound_sheet`): "does not work". */
export const planAnswerText = (code: keyof (typeof answers)['nb'], language: Language): string =>
  answers[language][code]

/** "the outline of the die (v8-88) is missing". */
export const planMissingText = ({ part, id }: PlanMissing, language: Language): string =>
  (language === 'nb' ? nb : en).plan_missing.outline.replace('{part}', parts[language][part]).replace('{id}', id)

/** "with its angle correction of -1.5°, bend 2 may be turned too far: bend 2 hits the die at 88° (turn 92°) with flange 1". */
export const correctionNotKnownText = (
  { bend, correctionDeg, reasons }: CorrectionNotKnown,
  language: Language,
): string =>
  (language === 'nb' ? nb : en).plan_missing.correction
    .replace('{correction}', figureText(correctionDeg, 1, language))
    .replace('{bend}', String(bend))
    .replace('{reasons}', reasons.map((reason) => planReasonText(reason, language)).join('; '))

/** "the die". */
export const planPartText = (part: PlanPart, language: Language): string => parts[language][part]

/** "flange 2", counted from 1. */
export const planPieceText = ({ kind, index }: PlanPiece, language: Language): string =>
  `${pieces[language][kind]} ${index + 1}`

const filled = (text: string, figures: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(figures[name] ?? ''))

/** Where the tools of a station stand, and of which segments: "0–1035 mm · 835 + 200". Null: the segments are not known. */
export function stationPlaceText(
  { fromMm, lengthMm, lowerSegmentsMm, upperSegmentsMm }: PlanStation,
  language: Language,
): string | null {
  if (lowerSegmentsMm.length === 0) return null
  const words = (language === 'nb' ? nb : en).bend_plan
  const mm = (figure: number): string => figureText(figure, 1, language)
  const sum = (segments: readonly number[]): string => segments.map(mm).join(' + ')
  const [lower, upper] = [sum(lowerSegmentsMm), sum(upperSegmentsMm)]
  const segments = lower === upper ? [lower] : [filled(words.below, { lower }), filled(words.above, { upper })]
  return [filled(words.station_place, { from: mm(fromMm), to: mm(fromMm + lengthMm) }), ...segments].join(' · ')
}

/** One station as a line to set up the table from, counted from 1: "Set-up 1 · Station 2 · v8-88 · straight-88 · 0–1035 mm · 835 + 200". */
export function stationText(station: PlanStation, index: number, language: Language): string {
  const { bend_plan: words, brake_link: link } = language === 'nb' ? nb : en
  const { setUp, dieId, hemmingToolId, punchId, punchTurned } = station
  const punch = punchId === null || !punchTurned ? punchId : `${punchId} (${link.punch_turned})`
  return [
    filled(words.set_up, { set_up: setUp + 1 }),
    filled(words.station, { station: index + 1 }),
    hemmingToolId ?? dieId,
    punch,
    stationPlaceText(station, language),
  ]
    .filter((part) => part !== null)
    .join(' · ')
}
