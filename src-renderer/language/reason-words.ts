// Why a mark is where it is, in words where we have them, else as the station's own code.
import i18next, { type TFunction } from 'i18next'

export function reasonText(t: TFunction, reason: string | null): string | null {
  if (reason === null) return null
  const words: unknown = i18next.getResource(i18next.language, 'translation', `mark_reason.${reason}`)
  return typeof words === 'string' ? words : t('mark_reason.with_code', { reason })
}
