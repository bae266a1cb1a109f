// The sentences of one language, as files that leave the station say them. Pure.
import { fieldInWords } from '../../shared/station-api/index.ts'

export type Language = 'nb' | 'en'

/** Each sentence under its whole name: 'material.sink'. */
export type Sentences = Readonly<Record<string, string>>

export interface Speech {
  readonly language: Language
  /** A sentence with what belongs in it; by its name where there is none, so that nothing goes missing in silence. */
  say: (name: string, params?: Readonly<Record<string, string>>) => string
  /** The word for a code of the service's; a code that nobody has a word for stands as it came. */
  word: (kind: string, code: string) => string
  /** What a field of a sheet is called: 'lengden på flens 3'. */
  field: (path: string) => string
  /** With the decimal sign of the language, at most six decimals, and no thousands mark. */
  figure: (value: number) => string
}

export function speechIn(language: Language, sentences: Sentences): Speech {
  return {
    language,
    say: (name, params = {}) =>
      (sentences[name] ?? name).replace(/\{\{(\w+)\}\}/g, (_, param: string) => params[param] ?? ''),
    field: (path) => fieldInWords(path, (key) => sentences[key] ?? null),
    word: (kind, code) => sentences[`${kind}.${code}`] ?? code,
    figure: (value) => {
      const rounded = String(Math.round(value * 1e6) / 1e6)
      return language === 'nb' ? rounded.replace('.', ',') : rounded
    },
  }
}
