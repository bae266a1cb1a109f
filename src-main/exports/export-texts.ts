// The texts of one language in exported files. Pure.
import { figureText } from '../../shared/base/figures.ts'
import { translatedFieldName } from '../../shared/station-api/index.ts'

export type Language = 'nb' | 'en'

/** Each text under its full key: 'material.sink'. */
export type Sentences = Readonly<Record<string, string>>

export interface ExportTexts {
  readonly language: Language
  /** A text with its parameters; the key where there is no text, so that a missing text is visible. */
  say: (name: string, params?: Readonly<Record<string, string>>) => string
  /** The text of a code of the service; the code itself where there is no text. */
  word: (kind: string, code: string) => string
  /** The name of a field of a sheet: 'lengden på flens 3'. */
  field: (path: string) => string
  /** A number with the decimal sign of the language, at most six decimals, and no thousands separator. */
  figure: (value: number) => string
}

export function exportTexts(language: Language, sentences: Sentences): ExportTexts {
  return {
    language,
    say: (name, params = {}) =>
      (sentences[name] ?? name).replace(/\{\{(\w+)\}\}/g, (_, param: string) => params[param] ?? ''),
    field: (path) => translatedFieldName(path, (key) => sentences[key] ?? null),
    word: (kind, code) => sentences[`${kind}.${code}`] ?? code,
    figure: (value) => figureText(value, 6, language),
  }
}
