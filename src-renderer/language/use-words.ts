// The words and figures of the language chosen, for a part of the screen.
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldNames } from './field-name.ts'
import {
  ageOf,
  formatDate,
  formatDay,
  formatDeg,
  formatFineMm,
  formatInstant,
  formatKFactor,
  formatKn,
  formatMm,
  formatShortDay,
  formatThickness,
  type Language,
} from './format.ts'
import { languageOf } from './language.ts'

/** The kinds of value that the service names by a code. An unknown code is shown as it came. */
export type NamedKind =
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

export interface Words {
  t: TFunction
  language: Language
  mm: (mm: number) => string
  fineMm: (mm: number) => string
  thickness: (mm: number) => string
  deg: (deg: number) => string
  kFactor: (kFactor: number) => string
  kn: (kn: number) => string
  day: (day: string) => string
  shortDay: (day: string) => string
  date: (day: string) => string
  when: (instant: string) => string
  age: (ms: number) => string
  named: (kind: NamedKind, code: string) => string
  /** A field of a sheet, 'profile.flanges[2].lengthMm', as people call it; as it came where nobody gave it a name. */
  field: (path: string) => string
}

export function useWords(): Words {
  const { t, i18n } = useTranslation()
  const language = languageOf(i18n)
  return useMemo(
    () => ({
      t,
      language,
      mm: (mm) => formatMm(mm, language),
      fineMm: (mm) => formatFineMm(mm, language),
      thickness: (mm) => formatThickness(mm, language),
      deg: (deg) => formatDeg(deg, language),
      kFactor: (kFactor) => formatKFactor(kFactor, language),
      kn: (kn) => formatKn(kn, language),
      day: (day) => formatDay(day, language),
      date: (day) => formatDate(day, language),
      shortDay: (day) => formatShortDay(day, language),
      when: (instant) => formatInstant(instant, Date.now(), language),
      age: (ms) => {
        const { unit, count } = ageOf(ms)
        return t(`age.${unit}`, { count })
      },
      named: (kind, code) => wordOf(i18n.getResource(language, 'translation', `${kind}.${code}`)) ?? code,
      field: (path) => {
        for (const { key, no, of } of fieldNames(path)) {
          const name = wordOf(i18n.getResource(language, 'translation', key))
          if (name !== null) return name.replace('{{no}}', String(no)).replace('{{of}}', String(of))
        }
        return path
      },
    }),
    [t, i18n, language],
  )
}

const wordOf = (found: unknown): string | null => (typeof found === 'string' ? found : null)
