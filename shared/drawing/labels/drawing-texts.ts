// The texts of drawings and printed sheets in Bokmål and English, and the format of figures. A text that the screen also has is taken from
// its translations. Pure.
import en from '../../../resources/translations/en.json' with { type: 'json' }
import nb from '../../../resources/translations/nb.json' with { type: 'json' }
import type { RefusalCode } from '../../bending/index.ts'

type Translations = typeof nb

/** What a notice on paper tells the operator to do, in capitals. */
interface NoticeEndings {
  doNotBend: string
  askFirst: string
}

/** The texts of the screen. On paper some are within a line, without their capital letter, and some start a notice in capitals. */
function screenTexts(screen: Translations, { doNotBend, askFirst }: NoticeEndings) {
  const { sheet, approval, check, hand, bend, hem, bend_plan: plan } = screen
  return {
    dueDate: sheet.due,
    material: sheet.material,
    colourSide: sheet.colour_side,
    film: sheet.film,
    thickness: sheet.thickness,
    developedWidth: sheet.developed,
    quantity: sheet.quantity,
    profile: sheet.profile,
    unfolding: sheet.unfolding,
    bends: sheet.bends,
    direction: sheet.bend_direction,
    angle: sheet.bend_angle,
    radius: sheet.bend_radius,
    position: sheet.bend_position,
    pieces: sheet.pieces,
    hand: sheet.piece_hand,
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
    films: screen.film,
    materials: screen.material,
    families: screen.family,
    plan: plan.title,
    planHandling: plan.handling,
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

const norwegian = {
  ...screenTexts(nb, { doNotBend: 'SKAL IKKE BØYES', askFirst: 'SPØR KONTORET FØR DU BØYER' }),
  language: 'nb',
  decimal: ',',
  sheet: 'Bøyeseddel',
  sheetNo: 'seddel',
  customer: 'Kunde',
  family: 'Beslag',
  colour: 'Farge',
  strength: 'Rm',
  length: 'Lengde',
  drawing: 'Tegning',
  rework: 'Omarbeid',
  bendNo: 'Nr.',
  pieceNo: 'Stk.',
  initials: 'Signatur',
  bentOn: 'Bøyd dato',
  page: 'Side',
  of: 'av',
  tapered: 'Konisk',
  startEnd: 'nær ende',
  farEnd: 'fjern ende',
  faceUp: 'Fargeside opp',
  faceDown: 'Fargeside ned',
  noColourSide: 'Ingen fargeside',
  shortened: 'avkortet i lengden',
  cutouts: 'Utsparinger',
  edge: 'kant',
  byHand: 'KONISK – BØYES FOR HÅND',
  bend: 'bøy',
  notAgain: 'SKAL IKKE BØYES IGJEN',
  bentQuantity: 'Antall bøyd',
  more: 'til, se appen',
  moreText: ' … mer i appen',
  contents: 'Innhold',
  sheets: 'Bøyesedler',
  sheetName: 'Ordre · seddel',
  sheetCount: 'sedler',
  pieceCount: 'stykker',
  bendCount: 'bøyer',
  total: 'Sum',
  notHere: 'IKKE MED HER',
  seePage: 'se side',
  fields: {
    profile: 'profil',
    unfolding: 'utbretting',
    pieces: 'stykke',
    flanges: 'flens',
    bends: 'bøy',
    bendLines: 'bøyelinje',
    bend: 'bøy',
    outline: 'omriss',
    cutouts: 'utsparing',
    points: 'hjørne',
    sheetNo: 'seddelnummer',
    pieceNo: 'nummer',
    quantity: 'antall',
    hand: 'side',
    lengthMm: 'lengde',
    endLengthMm: 'lengde i andre enden',
    widthMm: 'bredde',
    thicknessMm: 'tykkelse',
    tensileStrengthMpa: 'strekkfasthet',
    angleDeg: 'vinkel',
    insideRadiusMm: 'radius',
    hem: 'omslag',
    gapMm: 'åpning',
    positionMm: 'plassering',
    endPositionMm: 'plassering i andre enden',
    direction: 'retning',
    diameterMm: 'diameter',
  },
}

type TextsOf<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Readonly<Record<string, string>> }
export type DrawingTexts = TextsOf<typeof norwegian>

export const norwegianTexts: DrawingTexts = norwegian

export const englishTexts: DrawingTexts = {
  ...screenTexts(en, { doNotBend: 'DO NOT BEND', askFirst: 'ASK THE OFFICE BEFORE YOU BEND' }),
  language: 'en',
  decimal: '.',
  sheet: 'Bending sheet',
  sheetNo: 'sheet',
  customer: 'Customer',
  family: 'Flashing',
  colour: 'Colour',
  strength: 'Rm',
  length: 'Length',
  drawing: 'Drawing',
  rework: 'Rework',
  bendNo: 'No.',
  pieceNo: 'Piece',
  initials: 'Initials',
  bentOn: 'Bent on',
  page: 'Page',
  of: 'of',
  tapered: 'Tapered',
  startEnd: 'near end',
  farEnd: 'far end',
  faceUp: 'Colour side up',
  faceDown: 'Colour side down',
  noColourSide: 'No colour side',
  shortened: 'shortened lengthwise',
  cutouts: 'Cut-outs',
  edge: 'edge',
  byHand: 'TAPERED – BEND BY HAND',
  bend: 'bend',
  notAgain: 'DO NOT BEND AGAIN',
  bentQuantity: 'Pieces bent',
  more: 'more, see the app',
  moreText: ' … more in the app',
  contents: 'Contents',
  sheets: 'Bending sheets',
  sheetName: 'Order · sheet',
  sheetCount: 'sheets',
  pieceCount: 'pieces',
  bendCount: 'bends',
  total: 'Total',
  notHere: 'NOT IN HERE',
  seePage: 'see page',
  fields: {
    profile: 'profile',
    unfolding: 'flat pattern',
    pieces: 'piece',
    flanges: 'flange',
    bends: 'bend',
    bendLines: 'bend line',
    bend: 'bend',
    outline: 'outline',
    cutouts: 'cut-out',
    points: 'corner',
    sheetNo: 'sheet number',
    pieceNo: 'number',
    quantity: 'quantity',
    hand: 'hand',
    lengthMm: 'length',
    endLengthMm: 'length at the far end',
    widthMm: 'width',
    thicknessMm: 'thickness',
    tensileStrengthMpa: 'tensile strength',
    angleDeg: 'angle',
    insideRadiusMm: 'radius',
    hem: 'hem',
    gapMm: 'gap',
    positionMm: 'position',
    endPositionMm: 'position at the far end',
    direction: 'direction',
    diameterMm: 'diameter',
  },
}

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
