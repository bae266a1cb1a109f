// The texts of reasons and warnings, in Bokmål and English. Pure.
import type { FitReason, FitWarning } from './reason.ts'

type Code = FitReason['code'] | FitWarning['code']

const nb: Readonly<Record<Code, string>> = {
  too_long: 'lengste bøy er {lengthMm} mm, maskinen tar {maxLengthMm}',
  too_thick: 'plata er {thicknessMm} mm tykk, maskinen tar {maxThicknessMm}',
  rated_thinner: 'plata er {thicknessMm} mm tykk, ved {lengthMm} mm lengde tar maskinen {ratedMm} i denne fastheten',
  no_tool_for_v: '{thicknessMm} mm plate trenger minst V{neededVMm}, maskinens største er V{widestVMm}',
  no_punch: 'maskinen har ikke oververktøy for {thicknessMm} mm plate',
  angle_of_tools: 'bøy {bend} må ned i {includedDeg}°, verktøyet går til {sharpestDeg}°',
  angle_of_folder: 'bøy {bend} er {turnDeg}°, maskinen knekker til {largestDeg}°',
  short_flange: 'flens {flange} er {lengthMm} mm, V{vMm} trenger {neededMm}',
  short_flange_folder: 'flens {flange} er {lengthMm} mm, maskinen trenger {neededMm}',
  force: 'bøyen krever {forceKn} kN på V{vMm}, maskinen har {maxForceKn}',
  tool_load: 'bøyen krever {knPerM} kN/m på V{vMm}, verktøyet tåler {maxKnPerM}',
  no_hemming_tool: 'bøy {bend} er et omslag i {thicknessMm} mm, maskinen har ikke verktøy for det',
  hem_force: 'omslaget i bøy {bend} krever {forceKn} kN, maskinen har {maxForceKn}',
  hem_tool_load: 'omslaget i bøy {bend} krever {knPerM} kN/m, verktøyet tåler {maxKnPerM}',
  hem_too_thick: 'omslaget i bøy {bend} er i {thicknessMm} mm, maskinen klemmer {maxThicknessMm} i denne fastheten',
  hem_under_clamp: 'omslaget i bøy {bend} står {heightMm} mm høyt, klemmen åpner {openingMm}',
  backgauge: 'bøy {bend} ligger {nearestMm} mm fra nærmeste anlegg, bakanslaget går fra {minMm} til {maxMm}',
  daylight: 'verktøyet trenger {neededMm} mm åpning, maskinen har {openHeightMm}',
  stroke: 'bøyen trenger {neededMm} mm slag, maskinen har {strokeMm}',
  machine_unknown: 'verkstedet har ikke beskrevet maskinen i noen fil som kan leses',
  tools_unknown: 'verkstedets fil over verktøy kan ikke leses',
  materials_unknown: 'verkstedets fil over materialer kan ikke leses',
  hem_force_unknown: 'kraften for omslaget i bøy {bend} i {thicknessMm} mm er ikke kjent',
  hem_rating_unknown: 'det er ikke kjent om maskinen klemmer omslaget i bøy {bend}',
  strength_unknown: 'fastheten til plata på {thicknessMm} mm er ikke kjent',
  springback_unknown: 'tilbakefjæringen i bøy {bend} er ikke kjent',
  offset_on_beam:
    'flens {flange} er {lengthMm} mm mellom motsatte bøyer, vangen er {beamThicknessMm} tykk: rekkefølgen avgjør',
  return_over_nose:
    'brettet etter flens {flange} når {reachMm} mm inn over klemmen, nesen er {noseDepthMm} dyp: rekkefølgen avgjør',
  cold: 'metallet må holde minst {lowestC} °C',
  small_radius: 'bøy {bend} har radius {radiusMm} mm, materialet tåler ned til {smallestMm}',
  turn_over: 'bøyene går {upBends} opp og {downBends} ned: plata må snus',
  tapered: 'flens {flange} går fra {startMm} til {endMm} mm: konisk, bøyes for hånd',
}

const en: Readonly<Record<Code, string>> = {
  too_long: 'the longest bend is {lengthMm} mm, the machine takes {maxLengthMm}',
  too_thick: 'the blank is {thicknessMm} mm thick, the machine takes {maxThicknessMm}',
  rated_thinner:
    'the blank is {thicknessMm} mm thick, at a length of {lengthMm} mm the machine takes {ratedMm} of this strength',
  no_tool_for_v: '{thicknessMm} mm sheet metal needs V{neededVMm} at least, the widest here is V{widestVMm}',
  no_punch: 'the machine has no punch for {thicknessMm} mm sheet metal',
  angle_of_tools: 'bend {bend} goes down to {includedDeg}°, the tools go to {sharpestDeg}°',
  angle_of_folder: 'bend {bend} is {turnDeg}°, the machine folds to {largestDeg}°',
  short_flange: 'flange {flange} is {lengthMm} mm, V{vMm} needs {neededMm}',
  short_flange_folder: 'flange {flange} is {lengthMm} mm, the machine needs {neededMm}',
  force: 'the bend takes {forceKn} kN on V{vMm}, the machine has {maxForceKn}',
  tool_load: 'the bend takes {knPerM} kN/m on V{vMm}, the tools stand {maxKnPerM}',
  no_hemming_tool: 'bend {bend} is a hem in {thicknessMm} mm, the machine has no tool for it',
  hem_force: 'the hem of bend {bend} takes {forceKn} kN, the machine has {maxForceKn}',
  hem_tool_load: 'the hem of bend {bend} takes {knPerM} kN/m, the tool stands {maxKnPerM}',
  hem_too_thick: 'the hem of bend {bend} is in {thicknessMm} mm, the machine presses {maxThicknessMm} of this strength',
  hem_under_clamp: 'the hem of bend {bend} stands {heightMm} mm high, the clamp opens {openingMm}',
  backgauge: 'bend {bend} lies {nearestMm} mm from the nearest stop, the backgauge goes from {minMm} to {maxMm}',
  daylight: 'the tools need {neededMm} mm of daylight, the machine has {openHeightMm}',
  stroke: 'the bend needs a stroke of {neededMm} mm, the machine has {strokeMm}',
  machine_unknown: 'no file of the workshop that can be read describes the machine',
  tools_unknown: 'the workshop’s file of tools cannot be read',
  materials_unknown: 'the workshop’s file of materials cannot be read',
  hem_force_unknown: 'the force for the hem of bend {bend} in {thicknessMm} mm is not known',
  hem_rating_unknown: 'it is not known whether the machine presses the hem of bend {bend}',
  strength_unknown: 'the strength of the {thicknessMm} mm sheet metal is not known',
  springback_unknown: 'the springback of bend {bend} is not known',
  offset_on_beam:
    'flange {flange} is {lengthMm} mm between opposite bends, the beam is {beamThicknessMm} thick: the order decides',
  return_over_nose:
    'the return after flange {flange} reaches {reachMm} mm over the clamp, its nose is {noseDepthMm} deep: the order decides',
  cold: 'the metal must be at least {lowestC} °C',
  small_radius: 'bend {bend} has radius {radiusMm} mm, the material stands {smallestMm} and up',
  turn_over: 'the bends go {upBends} up and {downBends} down: the blank is turned over',
  tapered: 'flange {flange} goes from {startMm} to {endMm} mm: tapered, bent by hand',
}

const sentences = { nb, en }

/** Forces to a tenth, everything else to a hundredth, with the language's decimal sign. */
function figure(name: string, value: number, language: keyof typeof sentences): string {
  const steps = /kn/i.test(name) ? 10 : 100
  const rounded = String(Math.round(value * steps) / steps)
  return language === 'nb' ? rounded.replace('.', ',') : rounded
}

/** The text of one reason or warning, without a capital or a full stop: "flange 3 is 5 mm, V8 needs 5.5". */
export function fitInWords({ code, params }: FitReason | FitWarning, language: keyof typeof sentences): string {
  const figures = new Map<string, number>(Object.entries(params))
  return sentences[language][code].replace(/\{(\w+)\}/g, (_, name: string) =>
    figure(name, figures.get(name) ?? 0, language),
  )
}
