// Shown at the top of an invalid sheet: the field, the error, and what to do.
import type { Refusal } from '../../shared/bending/index.ts'
import { refusalText } from '../language/refusal-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import { Sign } from '../ui/sign.tsx'

export function InvalidSheet({ refusal }: { refusal: Refusal }) {
  const texts = useTexts()
  const { t } = texts
  const { field, message } = refusal
  return (
    <section className="check" aria-label={t('unsound.title')}>
      <h2 className="warning tone-fault">
        <Sign tone="fault" />
        <span>{t('unsound.title')}</span>
      </h2>
      <p>{t('unsound.reason', { reason: refusalText(texts, refusal) })}</p>
      <p>{t('unsound.todo')}</p>
      <p className="muted to-office">{t('unsound.to_office', { field, message })}</p>
    </section>
  )
}
