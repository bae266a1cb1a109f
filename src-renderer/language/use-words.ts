// The words and figures of the language chosen, for a part of the screen.
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ageOf,
  formatDate,
  formatDay,
  formatDeg,
  formatInstant,
  formatKFactor,
  formatMm,
  formatShortDay,
  formatThickness,
  type Language,
} from './format.ts'
import { languageOf } from './language.ts'

/** The kinds of value that the service names by a code. An unknown code is shown as it came. */
export type NamedKind =
  'material' | 'family' | 'colour_side' | 'film' | 'grain' | 'hand' | 'hem' | 'bend' | 'approval' | 'mark_reason'

export interface Words {
  t: TFunction
  language: Language
  mm: (mm: number) => string
  thickness: (mm: number) => string
  deg: (deg: number) => string
  kFactor: (kFactor: number) => string
  day: (day: string) => string
  shortDay: (day: string) => string
  date: (day: string) => string
  when: (instant: string) => string
  age: (ms: number) => string
  named: (kind: NamedKind, code: string) => string
}

export function useWords(): Words {
  const { t, i18n } = useTranslation()
  const language = languageOf(i18n)
  return useMemo(
    () => ({
      t,
      language,
      mm: (mm) => formatMm(mm, language),
      thickness: (mm) => formatThickness(mm, language),
      deg: (deg) => formatDeg(deg, language),
      kFactor: (kFactor) => formatKFactor(kFactor, language),
      day: (day) => formatDay(day, language),
      date: (day) => formatDate(day, language),
      shortDay: (day) => formatShortDay(day, language),
      when: (instant) => formatInstant(instant, Date.now(), language),
      age: (ms) => {
        const { unit, count } = ageOf(ms)
        return t(`age.${unit}`, { count })
      },
      named: (kind, code) => namedIn(i18n.getResource(language, 'translation', `${kind}.${code}`), code),
    }),
    [t, i18n, language],
  )
}

const namedIn = (word: unknown, code: string): string => (typeof word === 'string' ? word : code)
