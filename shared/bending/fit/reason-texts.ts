// The texts of reasons and warnings in a language, from the translations of the screen. Pure.
import en from '../../../resources/translations/en.json' with { type: 'json' }
import nb from '../../../resources/translations/nb.json' with { type: 'json' }
import { figureText } from '../../base/figures.ts'
import { angleFigureText } from '../angle-texts.ts'
import type { CodedReason } from '../coded-reason.ts'
import type { FitReason, FitWarning } from './reason.ts'

type Code = FitReason['code'] | FitWarning['code']

// fails to compile if a code has no text
const reasonTexts: Readonly<Record<'nb' | 'en', Readonly<Record<Code, string>>>> = {
  nb: nb.fit_reason,
  en: en.fit_reason,
}

// a station of another version may send a code that is unknown here
const sentences: Readonly<Record<'nb' | 'en', Readonly<Record<string, string>>>> = reasonTexts

/** Forces to a tenth, everything else to a hundredth. */
const decimalsOf = (name: string): number => (/kn/i.test(name) ? 1 : 2)

/** The text of one reason or warning, without a capital or a full stop: "flange 3 is 5 mm; V8 needs at least 5.5". An unknown code is its own text. */
export function fitInWords(
  { code, params }: FitReason | FitWarning | CodedReason,
  language: keyof typeof sentences,
): string {
  const figures = new Map<string, string | number>(Object.entries(params))
  return (sentences[language][code] ?? code).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Number(figures.get(name) ?? 0)
    return angleFigureText(name, value, language) ?? figureText(value, decimalsOf(name), language)
  })
}
