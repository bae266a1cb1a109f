// Formats numbers, days and times in both languages. Pure; the clock and the time zone are parameters.

export type Language = 'nb' | 'en'
export const languages: readonly Language[] = ['nb', 'en']

const locale = { nb: 'nb-NO', en: 'en-GB' } as const

// creating a format takes a hundred times as long as using it, so each is created once
const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

function numberFormat(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options)
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale[language], options)
  numberFormats.set(key, format)
  return format
}

function dateFormat(localeTag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = localeTag + JSON.stringify(options)
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(localeTag, options)
  dateFormats.set(key, format)
  return format
}

/** Millimetres with one decimal at most; no thousands separator, as on drawings. */
export function formatMm(mm: number, language: Language): string {
  return number(mm, language, 1)
}

/** Millimetres with two decimals at most: a tolerance, and figures that differ by less than a tenth. */
export function formatFineMm(mm: number, language: Language): string {
  return number(mm, language, 2)
}

/** Blank thickness: two decimals at most, one at least. */
export function formatThickness(mm: number, language: Language): string {
  return numberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 2 }).format(mm)
}

/** A K-factor, with two decimals at most. */
export function formatKFactor(kFactor: number, language: Language): string {
  return number(kFactor, language, 2)
}

/** A force in kilonewtons, with one decimal at most. */
export function formatKn(kn: number, language: Language): string {
  return number(kn, language, 1)
}

function number(value: number, language: Language, decimals: number): string {
  return numberFormat(language, { maximumFractionDigits: decimals, useGrouping: false }).format(value)
}

/** A day of the workshop's calendar, YYYY-MM-DD: 'lørdag 21. november'. */
export function formatDay(day: string, language: Language): string {
  return dayFormat(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(noon(day))
}

/** The same, short: 'lør. 21. nov.'. */
export function formatShortDay(day: string, language: Language): string {
  return dayFormat(language, { weekday: 'short', day: 'numeric', month: 'short' }).format(noon(day))
}

/** A day without its weekday: '21. nov.'. */
export function formatDate(day: string, language: Language): string {
  return dayFormat(language, { day: 'numeric', month: 'short' }).format(noon(day))
}

const dayFormat = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  dateFormat(locale[language], { ...options, timeZone: 'UTC' })

const noon = (day: string): Date => new Date(`${day}T12:00:00Z`)

/**
 * An instant in local time: '12:03' on the same day as `nowMs`, otherwise with the date before it. `timeZone`: the computer's own by
 * default.
 */
export function formatInstant(instant: string, nowMs: number, language: Language, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone }
  const moment = new Date(instant)
  const time = dateFormat(locale[language], { hour: '2-digit', minute: '2-digit', hour12: false, ...zone })
  const day = dateFormat('en-CA', { dateStyle: 'short', ...zone })
  if (day.format(moment) === day.format(nowMs)) return time.format(moment)
  const date = dateFormat(locale[language], { day: 'numeric', month: 'short', ...zone })
  return `${date.format(moment)} ${time.format(moment)}`
}

export interface Age {
  unit: 'seconds' | 'minutes' | 'hours' | 'days'
  count: number
}

/** A duration in the largest unit that it fills; at least 0. */
export function ageOf(ms: number): Age {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return { unit: 'seconds', count: seconds }
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) }
}
