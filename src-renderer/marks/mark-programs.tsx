// The brake programs of a mark: when and by whom each was sent, its events, and the counts.
import type { MarkDetailsView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { namePiece } from '../work/made-pieces.ts'

export function MarkPrograms({ details: { programs, counts } }: { details: MarkDetailsView }) {
  const texts = useTexts()
  const { t, when, named } = texts
  if (programs.length === 0 && counts.length === 0) return null
  const title = t('oversight.made_with')
  return (
    <section className="mark-programs" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {programs.map(({ id, pieceNo, version, sentAt, by, link, became, counted }) => (
          <li key={id}>
            {t('oversight.program_sent', {
              piece: namePiece(texts, pieceNo),
              version,
              when: when(sentAt),
              by: by ?? t('question.nobody'),
              link,
            })}{' '}
            {became.length === 0
              ? t('oversight.program_never_loaded')
              : became.map(({ kind, at }) => `${named('program_event', kind)} ${when(at)}`).join(', ')}
            {counted > 0 && ` · ${t('oversight.program_counted', { count: counted })}`}
          </li>
        ))}
        {counts.map(({ pieceNo, done, test, scrap, rebend }) => (
          <li key={pieceNo}>
            {t('oversight.piece_counts', { piece: namePiece(texts, pieceNo), done, test, scrap, rebend })}
          </li>
        ))}
      </ul>
    </section>
  )
}
