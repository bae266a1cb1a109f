// The brake programs of a mark: when and by whom each was sent, its events, and the counts.
import type { MarkDetailsView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { pieceName, wholePiecesOf } from '../work/made-pieces.ts'

export function MarkPrograms({ details }: { details: MarkDetailsView }) {
  const texts = useTexts()
  const { t, when, named } = texts
  const { programs, counts, markedSheet, currentSheet } = details
  const sheet = markedSheet ?? currentSheet
  const nameOf = (pieceNo: number): string => pieceName(texts, pieceNo, sheet === null ? [] : wholePiecesOf(sheet))
  if (programs.length === 0 && counts.length === 0) return null
  const title = t('oversight.made_with')
  return (
    <section className="mark-programs" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {programs.map(({ id, pieceNo, version, sentAt, by, link, events, countedPieces }) => (
          <li key={id}>
            {t('oversight.program_sent', {
              piece: nameOf(pieceNo),
              version,
              when: when(sentAt),
              by: by ?? t('question.nobody'),
              link,
            })}{' '}
            {events.length === 0
              ? t('oversight.program_never_loaded')
              : events.map(({ kind, occurredAt }) => `${named('program_event', kind)} ${when(occurredAt)}`).join(', ')}
            {countedPieces > 0 && ` · ${t('oversight.program_counted', { count: countedPieces })}`}
          </li>
        ))}
        {counts.map(({ pieceNo, done, test, scrap, rebend }) => (
          <li key={pieceNo}>{t('oversight.piece_counts', { piece: nameOf(pieceNo), done, test, scrap, rebend })}</li>
        ))}
      </ul>
    </section>
  )
}
