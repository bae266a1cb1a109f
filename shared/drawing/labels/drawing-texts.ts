// The texts of drawings and printed sheets in Bokmål and English, from the translations, and the format of figures. Pure.
import en from '../../../resources/translations/en.json' with { type: 'json' }
import nb from '../../../resources/translations/nb.json' with { type: 'json' }
import type { RefusalCode } from '../../bending/index.ts'

type Translations = typeof nb

/** The texts that the screen has too. On paper some are within a line, without their capital letter, and some start a notice in capitals. */
function screenTexts(screen: Translations) {
  const { doNotBend, askFirst } = screen.printed.notices
  const { sheet, approval, check, hand, bend, hem, bend_plan: plan, bend_step: step } = screen
  return {
    dueDate: sheet.due,
    material: sheet.material,
    colourSide: sheet.colour_side,
    film: sheet.film,
    thickness: sheet.thickness,
    developedWidth: sheet.developed,
    quantity: screen.printed.quantity,
    profile: sheet.profile,
    flatPattern: sheet.flat_pattern,
    bends: sheet.bends,
    direction: sheet.bend_direction,
    angle: sheet.bend_angle,
    radius: sheet.bend_radius,
    position: sheet.bend_position,
    pieces: sheet.pieces,
    hand: screen.printed.hand,
    note: sheet.note,
    allBrakes: screen.brake.all,
    bent: screen.state.bent,
    up: withoutCapital(bend.up),
    down: withoutCapital(bend.down),
    left: withoutCapital(hand.left),
    right: withoutCapital(hand.right),
    stated: withoutCapital(check.service),
    ours: withoutCapital(check.ours),
    waits: withoutCapital(approval.awaiting),
    wantsChange: withoutCapital(approval.change_requested),
    flatPatternDiffers: withoutCapital(check.title),
    awaiting: `${approval.awaiting.toUpperCase()} – ${doNotBend}`,
    changeRequested: `${approval.change_requested.toUpperCase()} – ${doNotBend}`,
    differs: `${check.title.toUpperCase()} – ${askFirst}`,
    refusals: refusalTexts(screen.export_refused, withoutCapital(check.service)),
    hems: {
      closed: withoutCapital(hem.closed),
      open: withoutCapital(hem.open),
      teardrop: withoutCapital(hem.teardrop),
    },
    colourSides: screen.colour_side,
    colourPlaces: screen.colour_place,
    films: screen.film,
    materials: screen.material,
    families: screen.family,
    plan: plan.title,
    planNoRoom: plan.no_room,
    planHandling: plan.handling,
    planToolChange: plan.change_tools,
    planColourSide: {
      up: plan.colour_side.print.up.toUpperCase(),
      down: plan.colour_side.print.down.toUpperCase(),
    },
    planEdge: plan.edge_short,
    planLevel: step.height,
    planRetract: withoutCapital(step.retract),
    planKinds: plan.kind,
  }
}

const withoutCapital = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

const withoutField = (text: string): string => text.replace('{{field}} ', '')

/** The screen's texts of refusals without their subject, which is a field's name or the sheet. */
function refusalTexts(
  screen: Translations['export_refused'],
  theSheet: string,
): Record<RefusalCode | 'failed', string> {
  return {
    not_a_number: withoutField(screen.not_a_number),
    not_positive: withoutField(screen.not_positive),
    out_of_range: withoutField(screen.out_of_range),
    wrong_count: withoutField(screen.wrong_count),
    unknown_value: withoutField(screen.unknown_value),
    contradicts: withoutField(screen.contradicts),
    too_short: withoutField(screen.too_short),
    outside: withoutField(screen.outside),
    crosses: withoutField(screen.crosses),
    failed: screen.failed.replace(`${theSheet} `, ''),
  }
}

function textsIn(translations: Translations, language: 'nb' | 'en', decimal: ',' | '.') {
  const { notices: _, ...printedTexts } = translations.printed
  return { ...screenTexts(translations), ...printedTexts, language, decimal }
}

const norwegian = textsIn(nb, 'nb', ',')

type TextsOf<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Readonly<Record<string, string>> }
export type DrawingTexts = Omit<TextsOf<typeof norwegian>, 'language'> & Pick<typeof norwegian, 'language'>

export const norwegianTexts: DrawingTexts = norwegian

export const englishTexts: DrawingTexts = textsIn(en, 'en', '.')

/** The text of a value of an open enumeration; the value itself if it is unknown. */
export const textFor = (texts: Readonly<Record<string, string>>, value: string): string => texts[value] ?? value

/** A figure as written on drawings: to a tenth, no trailing zero, the language's decimal sign. */
export const figure = (value: number, texts: Pick<DrawingTexts, 'decimal'>): string =>
  String(Math.round(value * 10) / 10).replace('.', texts.decimal)

/** A figure rounded to a hundredth: for thicknesses and radii, and for figures that differ by less than a tenth. */
export const fineFigure = (value: number, texts: Pick<DrawingTexts, 'decimal'>): string =>
  String(Math.round(value * 100) / 100).replace('.', texts.decimal)

/** 24.11.2026 in Norwegian, 2026-11-24 elsewhere. */
export const writtenDay = (day: string, texts: Pick<DrawingTexts, 'language'>): string =>
  texts.language === 'nb' ? day.split('-').toReversed().join('.') : day
