// The sentences of reasons, helps and missing outlines, in Bokmål and English. Indices become numbers from 1. Pure.
import type { PlanPart, PlanStepKind } from './plan-part.ts'
import type { PlanReason } from './plan-reason.ts'
import type { PlanHelp } from './plan.ts'

type Code = PlanReason['code'] | PlanHelp['code'] | 'outline_missing'
export type PlanLanguage = 'nb' | 'en'

const nb: Readonly<Record<Code, string>> = {
  hit: '{step} {bendIndex} treffer {part} ved {atTurnDeg}° med {piece} {pieceIndex}',
  trapped: 'etter bøy {bendIndex} sitter stykket fast i {part} med {piece} {pieceIndex}',
  no_gauge: 'bøy {bendIndex} har ikke noe anlegg som fingrene når',
  gauge_out_of_reach: 'bøy {bendIndex} ligger {nearestMm} mm fra anlegget, bakanslaget går fra {minMm} til {maxMm}',
  short_flange: 'flens {flangeIndex} er {lengthMm} mm når bøy {bendIndex} lages, den må være {neededMm}',
  angle_of_tools: 'bøy {bendIndex} må ned i {includedDeg}°, verktøyet går til {sharpestDeg}°',
  angle_of_folder: 'bøy {bendIndex} er {turnDeg}°, maskinen knekker til {largestDeg}°',
  radius_of_punch: 'bøy {bendIndex} har radius {radiusMm} mm, oververktøyet har {punchRadiusMm}',
  springback_unknown: 'tilbakefjæringen i bøy {bendIndex} er ikke kjent',
  no_tools: 'maskinen har ikke verktøy for disse bøyene i {thicknessMm} mm',
  no_hemming_tool: 'bøy {bendIndex} er et omslag i {thicknessMm} mm, maskinen har ikke verktøy for det',
  slot_depth: 'fliken av bøy {bendIndex} er {flapMm} mm, verktøyet lukker {depthMm}',
  slot_width: 'omslaget i bøy {bendIndex} er {heightMm} mm høyt, åpningen er {widthMm}',
  wrong_sequence: '{step} {bendIndex} kan ikke komme her',
  wrong_face: 'bøy {bendIndex} går nedover med denne siden opp',
  too_long_for_tools: 'bøyen er {lengthMm} mm lang, verktøyet er {segmentsMm}',
  too_many_bends: 'profilen har {bends} trinn, det planlegges inntil {most}',
  tapered: 'flens {flangeIndex} er konisk: bøyes for hånd',
  crosses_itself: 'den ferdige profilen går gjennom seg selv ved bøy {bendIndex}',
  stopped: 'søket ble stoppet etter {states} tilstander',
  works_on_die: 'går på {dieId}, med en kropp på {bodyMm} mm',
  works_on_punch: 'går med {punchId}',
  works_on_tools: 'går med {punchId} på {dieId}',
  works_on_hemming_tool: 'går med {hemmingToolId}',
  outline_missing: 'ikke kjent: omrisset av {id} mangler ({part})',
}

const en: Readonly<Record<Code, string>> = {
  hit: '{step} {bendIndex} hits {part} at {atTurnDeg}° with {piece} {pieceIndex}',
  trapped: 'after bend {bendIndex} {piece} {pieceIndex} holds the part in {part}',
  no_gauge: 'bend {bendIndex} has no edge or wall that the fingers reach',
  gauge_out_of_reach: 'bend {bendIndex} lies {nearestMm} mm from its stop, the backgauge goes from {minMm} to {maxMm}',
  short_flange: 'flange {flangeIndex} is {lengthMm} mm when bend {bendIndex} is made, it must be {neededMm}',
  angle_of_tools: 'bend {bendIndex} goes down to {includedDeg}°, the tools go to {sharpestDeg}°',
  angle_of_folder: 'bend {bendIndex} is {turnDeg}°, the machine folds to {largestDeg}°',
  radius_of_punch: 'bend {bendIndex} has radius {radiusMm} mm, the punch has {punchRadiusMm}',
  springback_unknown: 'the springback of bend {bendIndex} is not known',
  no_tools: 'the machine has no tools for these bends in {thicknessMm} mm',
  no_hemming_tool: 'bend {bendIndex} is a hem in {thicknessMm} mm, the machine has no tool for it',
  slot_depth: 'the flap of bend {bendIndex} is {flapMm} mm, the tool closes {depthMm}',
  slot_width: 'the hem of bend {bendIndex} is {heightMm} mm high, the opening is {widthMm}',
  wrong_sequence: '{step} {bendIndex} cannot come here',
  wrong_face: 'bend {bendIndex} goes down with this face up',
  too_long_for_tools: 'the bend is {lengthMm} mm long, the tools are {segmentsMm}',
  too_many_bends: 'the profile has {bends} steps, up to {most} are planned',
  tapered: 'flange {flangeIndex} is tapered: bent by hand',
  crosses_itself: 'the finished profile runs through itself at bend {bendIndex}',
  stopped: 'the search was stopped after {states} states',
  works_on_die: 'works on {dieId}, on a body of {bodyMm} mm',
  works_on_punch: 'works with {punchId}',
  works_on_tools: 'works with {punchId} on {dieId}',
  works_on_hemming_tool: 'works with {hemmingToolId}',
  outline_missing: 'not known: the outline of {id} is missing ({part})',
}

const parts: Readonly<Record<PlanLanguage, Readonly<Record<PlanPart, string>>>> = {
  nb: {
    punch: 'oververktøyet',
    clamp: 'klemmen',
    beam: 'stempelbjelken',
    die: 'underverktøyet',
    holder: 'verktøyholderen',
    table: 'bordet',
    apron: 'forkledet',
    fingers: 'bakanslaget',
    hemming_tool: 'omslagsverktøyet',
    closing_slot: 'spalten',
    folding_beam: 'vangen',
    gauge: 'anslaget',
    sheet: 'seg selv',
  },
  en: {
    punch: 'the punch',
    clamp: 'the clamp',
    beam: 'the beam',
    die: 'the die',
    holder: 'the die holder',
    table: 'the table',
    apron: 'the apron',
    fingers: 'the fingers',
    hemming_tool: 'the hemming tool',
    closing_slot: 'the slot',
    folding_beam: 'the folding beam',
    gauge: 'the gauge',
    sheet: 'itself',
  },
}

const steps: Readonly<Record<PlanLanguage, Readonly<Record<PlanStepKind, string>>>> = {
  nb: { bend: 'bøy', pre_bend: 'forbøyingen av bøy', flatten: 'flatklemmingen av bøy', bump: 'valsebøy' },
  en: { bend: 'bend', pre_bend: 'the pre-bend of bend', flatten: 'the flattening of bend', bump: 'bump bend' },
}

const pieces = { nb: { flange: 'flens', bend: 'bøy' }, en: { flange: 'flange', bend: 'bend' } } as const

const sentences = { nb, en }

/** To a tenth of a millimetre and to whole degrees, with the language's decimal sign. */
function figure(name: string, value: number, language: PlanLanguage): string {
  if (name.endsWith('Index')) return String(value + 1)
  const rounded = String(name.endsWith('Deg') ? Math.round(value) : Math.round(value * 10) / 10)
  return language === 'nb' ? rounded.replace('.', ',') : rounded
}

const isKey = <K extends string>(table: Readonly<Record<K, string>>, key: unknown): key is K =>
  typeof key === 'string' && key in table

function filled(code: Code, params: object, language: PlanLanguage): string {
  const figures = new Map<string, unknown>(Object.entries(params))
  const wordFor = (name: string): string => {
    const [part, kind, piece] = [figures.get('part'), figures.get('stepKind'), figures.get('pieceKind')]
    if (name === 'part') return isKey(parts[language], part) ? parts[language][part] : ''
    if (name === 'step') return isKey(steps[language], kind) ? steps[language][kind] : ''
    if (name === 'piece') return isKey(pieces[language], piece) ? pieces[language][piece] : ''
    const value = figures.get(name)
    return typeof value === 'number' ? figure(name, value, language) : typeof value === 'string' ? value : ''
  }
  return sentences[language][code].replace(/\{(\w+)\}/g, (_, name: string) => wordFor(name))
}

/** The sentence of one reason, without a capital or a full stop: "bend 4 hits the die at 62° with flange 1". */
export const planReasonInWords = ({ code, params }: PlanReason, language: PlanLanguage): string =>
  filled(code, params, language)

export const planHelpInWords = ({ code, params }: PlanHelp, language: PlanLanguage): string =>
  filled(code, params, language)
