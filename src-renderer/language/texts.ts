// The functions that give texts and numbers in a language, and the keys of the texts. Types only.
import type { TFunction } from 'i18next'
import type nb from '../../resources/translations/nb.json'
import type { Language } from './format.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof nb }
  }
}

/** The kinds of value that the service names by a code. An unknown code is shown unchanged. */
type NamedKind =
  | 'material'
  | 'family'
  | 'colour_side'
  | 'film'
  | 'grain'
  | 'hand'
  | 'hem'
  | 'bend'
  | 'approval'
  | 'mark_reason'
  | 'decision'
  | 'machine_kind'
  | 'plan_why'
  | 'deviation_reason'
  | 'program_event'

export interface Texts {
  t: TFunction
  language: Language
  mm: (mm: number) => string
  fineMm: (mm: number) => string
  thickness: (mm: number) => string
  /** Any angle; the text of a bend's angle is `bendAngleText`. */
  deg: (deg: number) => string
  kFactor: (kFactor: number) => string
  kn: (kn: number) => string
  day: (day: string) => string
  shortDay: (day: string) => string
  date: (day: string) => string
  when: (instant: string) => string
  age: (ms: number) => string
  named: (kind: NamedKind, code: string) => string
  /** The name of a field of a sheet such as 'profile.flanges[2].lengthMm'; the path itself if it has no name. */
  field: (path: string) => string
}
