// Marks of other stations that wait for a person there. Renders nothing where there are none.
import { useTexts } from '../language/use-texts.ts'
import { useStuckElsewhere } from '../station/stations-queries.ts'
import { Sign } from '../ui/sign.tsx'

export function StuckElsewhere() {
  const { t, when, named } = useTexts()
  const marks = useStuckElsewhere()
  if (marks.length === 0) return null
  return (
    <ul className="sheets-behind" aria-label={t('oversight.stuck_elsewhere')}>
      {marks.map(({ station, sheet, markedAt, reason, by }) => (
        <li key={`${station} ${sheet} ${markedAt}`} className="mark-line tone-person">
          <Sign tone="person" />
          <div className="mark-line-text">
            <p className="main">{t('oversight.stuck_at', { sheet: sheet ?? t('oversight.station_sheet'), station })}</p>
            <p>
              {[when(markedAt), by, reason === null ? null : named('mark_reason', reason)]
                .filter((part) => part !== null)
                .join(' · ')}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
