// Formats a size in bytes with a suitable unit. Pure.
import type { Language } from '../../../shared/station-api/index.ts'

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const
const step = 1_000

export function formatBytes(bytes: number, language: Language): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(step)))
  const value = bytes / step ** power
  const numberFormat = new Intl.NumberFormat(language === 'nb' ? 'nb-NO' : 'en-GB', {
    maximumFractionDigits: power === 0 ? 0 : 1,
  })
  return `${numberFormat.format(value)} ${units[power] ?? 'B'}`
}
