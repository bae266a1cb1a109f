// At the top of a sheet that cannot be bent or written as it is: which field, what is wrong with it, and what to do.
import type { Refusal } from '../../shared/bending/index.ts'
import { refusalText } from '../language/refusal-words.ts'
import { useWords } from '../language/use-words.ts'
import { Sign } from '../ui/sign.tsx'

export function UnsoundSheet({ refusal }: { refusal: Refusal }) {
  const words = useWords()
  const { t } = words
  const { field, message } = refusal
  return (
    <section className="check" aria-label={t('unsound.title')}>
      <h2 className="warning tone-fault">
        <Sign tone="fault" />
        <span>{t('unsound.title')}</span>
      </h2>
      <p>{t('unsound.reason', { reason: refusalText(words, refusal) })}</p>
      <p>{t('unsound.todo')}</p>
      <p className="muted to-office">{t('unsound.to_office', { field, message })}</p>
    </section>
  )
}
