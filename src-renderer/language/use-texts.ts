// Texts and number formats in the chosen language, for components.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { angleText } from '../../shared/bending/index.ts'
import { translatedFieldName } from '../../shared/station-api/index.ts'
import {
  ageOf,
  formatDate,
  formatDay,
  formatFineMm,
  formatInstant,
  formatKFactor,
  formatKn,
  formatMm,
  formatShortDay,
  formatThickness,
} from './format.ts'
import { languageOf } from './language.ts'
import type { Texts } from './texts.ts'

export type { Texts } from './texts.ts'

export function useTexts(): Texts {
  const { t, i18n } = useTranslation()
  const language = languageOf(i18n)
  return useMemo(
    () => ({
      t,
      language,
      mm: (mm) => formatMm(mm, language),
      fineMm: (mm) => formatFineMm(mm, language),
      thickness: (mm) => formatThickness(mm, language),
      deg: (deg) => angleText(deg, language),
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
      named: (kind, code) => textOrNull(i18n.getResource(language, 'translation', `${kind}.${code}`)) ?? code,
      field: (path) => translatedFieldName(path, (key) => textOrNull(i18n.getResource(language, 'translation', key))),
    }),
    [t, i18n, language],
  )
}

const textOrNull = (resource: unknown): string | null => (typeof resource === 'string' ? resource : null)
