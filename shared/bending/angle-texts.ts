// The texts of angles. The angle of a bend is written as its included angle, which a protractor reads. The angle of turn is beside it at
// most, with its name. Pure.
import en from '../../resources/translations/en.json' with { type: 'json' }
import nb from '../../resources/translations/nb.json' with { type: 'json' }
import { figureText } from '../base/figures.ts'
import { includedDegOf } from './profile/index.ts'
import type { Deg } from './units.ts'

type Language = 'nb' | 'en'
const translations: Readonly<Record<Language, { readonly bend_turn: string }>> = { nb, en }

/** Any angle, to a tenth of a degree unless `decimals` says more: "78,7°". A correction below 0 has a minus sign: "−1,5°". */
export const angleText = (deg: Deg, language: Language, decimals = 1): string =>
  `${figureText(deg, decimals, language).replace('-', '−')}°`

/** The angle of a bend that turns the sheet by so much, as its included angle: "105°" for a turn of 75°. */
export const bendAngleText = (turnDeg: Deg, language: Language): string => angleText(includedDegOf(turnDeg), language)

/** The angle of turn with its name: "turn 75°". */
export const turnText = (turnDeg: Deg, language: Language): string =>
  translations[language].bend_turn.replace('{turn}', angleText(turnDeg, language))

/** How far a bend is made while a step bends it: "118° (turn 62°)". */
export const swingText = (turnDeg: Deg, language: Language): string =>
  `${bendAngleText(turnDeg, language)} (${turnText(turnDeg, language)})`

/**
 * The text of an angle among the figures of a reason, by the name of the figure; null: it is not an angle. Angles of turn are written as
 * included angles. A limit has two decimals, because a bend may miss it by less than a tenth of a degree.
 */
export function angleFigureText(name: string, value: number, language: Language): string | null {
  if (name === 'atTurnDeg') return swingText(value, language)
  if (/turnDeg$/i.test(name)) return angleText(includedDegOf(value), language, 2)
  return /includedDeg$/i.test(name) ? angleText(value, language, 2) : null
}
