// The texts of the planner's answers, of its reasons and of what it does not know, in Bokmål and English. Pure.
import type { PlanHelp, PlanMissing, PlanPart, PlanPiece, PlanReason } from './plan/index.ts'

type Code = PlanReason['code'] | PlanHelp['code']
type Language = 'nb' | 'en'

const parts: Readonly<Record<Language, Readonly<Record<PlanPart, string>>>> = {
  nb: {
    punch: 'oververktøyet',
    clamp: 'klemmen',
    beam: 'bommen',
    die: 'underverktøyet',
    holder: 'verktøyholderen',
    table: 'bordet',
    apron: 'forkanten',
    fingers: 'anslagsfingrene',
    hemming_tool: 'omslagsverktøyet',
    closing_slot: 'klemspalten',
    folding_beam: 'knekkebommen',
    gauge: 'bakanslaget',
    sheet: 'plata selv',
  },
  en: {
    punch: 'the punch',
    clamp: 'the clamp',
    beam: 'the beam',
    die: 'the die',
    holder: 'the holder',
    table: 'the table',
    apron: 'the apron',
    fingers: 'the fingers',
    hemming_tool: 'the hemming tool',
    closing_slot: 'the closing slot',
    folding_beam: 'the folding beam',
    gauge: 'the gauge',
    sheet: 'the blank itself',
  },
}

const pieces = { nb: { flange: 'flens', bend: 'bøy' }, en: { flange: 'flange', bend: 'bend' } } as const
const kinds = {
  nb: { bend: '', pre_bend: ' (forbøyen)', flatten: ' (klemmingen)', bump: '' },
  en: { bend: '', pre_bend: ' (the pre-bend)', flatten: ' (the flattening)', bump: '' },
} as const

const nb: Readonly<Record<Code, string>> = {
  hit: 'bøy {bendIndex}{stepKind} treffer {part} ved {atTurnDeg}° med {pieceKind} {pieceIndex}',
  trapped: 'etter bøy {bendIndex} sitter {part} fast i {pieceKind} {pieceIndex}',
  no_gauge: 'bøy {bendIndex} har ingen flate som bakanslaget kan ta',
  gauge_out_of_reach: 'bøy {bendIndex} ligger {nearestMm} mm fra anslaget, bakanslaget går fra {minMm} til {maxMm}',
  short_flange: 'flens {flangeIndex} er {lengthMm} mm, bøy {bendIndex} trenger {neededMm}',
  angle_of_tools: 'bøy {bendIndex} må ned i {includedDeg}°, verktøyet går til {sharpestDeg}°',
  angle_of_folder: 'bøy {bendIndex} er {turnDeg}°, maskinen knekker til {largestDeg}°',
  radius_of_punch: 'bøy {bendIndex} har radius {radiusMm} mm, oververktøyet har {punchRadiusMm}',
  springback_unknown: 'tilbakefjæringen i bøy {bendIndex} er ikke kjent',
  no_tools: 'maskinen har ikke verktøy for {thicknessMm} mm plate',
  no_hemming_tool: 'bøy {bendIndex} er et omslag i {thicknessMm} mm, maskinen har ikke verktøy for det',
  slot_depth: 'klaffen i bøy {bendIndex} er {flapMm} mm, klemspalten er {depthMm} dyp',
  slot_width: 'klaffen i bøy {bendIndex} står {heightMm} mm høyt, klemspalten er {widthMm} vid',
  short_sole: 'klaffen i bøy {bendIndex} er {flapMm} mm, sålen på klemmen er {soleMm} dyp',
  wrong_sequence: 'bøy {bendIndex}{stepKind} må komme etter et annet steg',
  wrong_face: 'bøy {bendIndex} går nedover med denne siden opp',
  too_long_for_tools: 'bøyen er {lengthMm} mm lang, verktøyene er {segmentsMm} til sammen',
  too_many_bends: '{bends} steg er for mange, {most} kan planlegges',
  tapered: 'flens {flangeIndex} er konisk: bøyes for hånd',
  crosses_itself: 'profilen går gjennom seg selv ved bøy {bendIndex}',
  stopped: 'søket ble stoppet etter {states} stillinger',
  works_on_die: 'går på {dieId}, som er {bodyMm} mm bred',
  works_on_punch: 'går på {punchId}',
  works_on_tools: 'går på {dieId} med {punchId}',
  works_on_hemming_tool: 'går på {hemmingToolId}',
}

const en: Readonly<Record<Code, string>> = {
  hit: 'bend {bendIndex}{stepKind} hits {part} at {atTurnDeg}° with {pieceKind} {pieceIndex}',
  trapped: 'after bend {bendIndex} {part} is trapped in {pieceKind} {pieceIndex}',
  no_gauge: 'bend {bendIndex} has no face that the backgauge can take',
  gauge_out_of_reach: 'bend {bendIndex} lies {nearestMm} mm from the stop, the backgauge goes from {minMm} to {maxMm}',
  short_flange: 'flange {flangeIndex} is {lengthMm} mm, bend {bendIndex} needs {neededMm}',
  angle_of_tools: 'bend {bendIndex} must reach {includedDeg}°, the tools go to {sharpestDeg}°',
  angle_of_folder: 'bend {bendIndex} is {turnDeg}°, the machine folds to {largestDeg}°',
  radius_of_punch: 'bend {bendIndex} has radius {radiusMm} mm, the punch has {punchRadiusMm}',
  springback_unknown: 'the springback of bend {bendIndex} is not known',
  no_tools: 'the machine has no tools for {thicknessMm} mm',
  no_hemming_tool: 'bend {bendIndex} is a hem in {thicknessMm} mm, the machine has no tool for it',
  slot_depth: 'the flap of bend {bendIndex} is {flapMm} mm, the closing slot is {depthMm} deep',
  slot_width: 'the flap of bend {bendIndex} stands {heightMm} mm high, the closing slot is {widthMm} wide',
  short_sole: 'the flap of bend {bendIndex} is {flapMm} mm, the sole of the clamp is {soleMm} deep',
  wrong_sequence: 'bend {bendIndex}{stepKind} must come after another step',
  wrong_face: 'bend {bendIndex} goes down with this face up',
  too_long_for_tools: 'the bend is {lengthMm} mm long, the tools are {segmentsMm} together',
  too_many_bends: '{bends} steps are too many, {most} can be planned',
  tapered: 'flange {flangeIndex} is tapered: bent by hand',
  crosses_itself: 'the profile runs through itself at bend {bendIndex}',
  stopped: 'the search was stopped after {states} states',
  works_on_die: 'works on {dieId}, which is {bodyMm} mm wide',
  works_on_punch: 'works on {punchId}',
  works_on_tools: 'works on {dieId} with {punchId}',
  works_on_hemming_tool: 'works on {hemmingToolId}',
}

const sentences: Readonly<Record<Language, Readonly<Record<string, string>>>> = { nb, en }

const has = <Key extends string>(record: Readonly<Record<Key, string>>, key: string): key is Key =>
  Object.hasOwn(record, key)

function figureText(name: string, value: string | number | undefined, language: Language): string {
  if (value === undefined) return ''
  if (typeof value === 'string') {
    if (name === 'part' && has(parts[language], value)) return parts[language][value]
    if (name === 'pieceKind' && has(pieces[language], value)) return pieces[language][value]
    if (name === 'stepKind' && has(kinds[language], value)) return kinds[language][value]
    return value
  }
  // indices count from 0, people count from 1
  if (name.endsWith('Index')) return String(value + 1)
  const rounded = String(Math.round(value * 10) / 10)
  return language === 'nb' ? rounded.replace('.', ',') : rounded
}

/** A reason as a station of another version sends it: its code may be unknown here. */
interface Coded {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}

/** The text of one reason or help, without a capital or a full stop: "bend 4 hits the die at 62° with flange 1". An unknown code is its own text. */
export function planReasonText({ code, params }: PlanReason | PlanHelp | Coded, language: Language): string {
  const figures = new Map<string, string | number>(Object.entries(params))
  return (sentences[language][code] ?? code).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    figureText(name, figures.get(name), language),
  )
}

const answers = {
  nb: {
    works: 'går',
    impossible: 'går ikke',
    no_order: 'ingen rekkefølge går',
    not_known: 'ikke kjent',
    not_planned_yet: 'ikke planlagt ennå',
    sound_sheet: 'seddelen er feil',
  },
  en: {
    works: 'works',
    impossible: 'does not work',
    no_order: 'no order works',
    not_known: 'not known',
    not_planned_yet: 'not planned yet',
    sound_sheet: 'the sheet is wrong',
  },
} as const

/** The text of an answer without its reasons, or of an answer's only reason (`no_order`, `sound_sheet`): "does not work". */
export const planAnswerText = (code: keyof (typeof answers)['nb'], language: Language): string =>
  answers[language][code]

const missing = {
  nb: (part: string, id: string): string => `omrisset av ${part} (${id}) mangler`,
  en: (part: string, id: string): string => `the outline of ${part} (${id}) is missing`,
}

/** "the outline of the die (v8-88) is missing". */
export const planMissingText = ({ part, id }: PlanMissing, language: Language): string =>
  missing[language](parts[language][part], id)

/** "the die". */
export const planPartText = (part: PlanPart, language: Language): string => parts[language][part]

/** "flange 2", counted from 1. */
export const planPieceText = ({ kind, index }: PlanPiece, language: Language): string =>
  `${pieces[language][kind]} ${index + 1}`
