// Undelivered marks with reason and age, and drawings that were reported as wrong. Shows the first; the marks screen shows all.
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { StoppedDrawings } from '../marks/stopped-drawings.tsx'
import { UndeliveredMarks } from '../marks/undelivered-marks.tsx'
import { useMarks } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { Notice } from '../ui/notice.tsx'
import { goTo } from '../use-route.ts'
import { useStuckElsewhere } from '../station/stations-queries.ts'
import { Sign } from '../ui/sign.tsx'

const marksShown = 10

export function Undelivered() {
  const { t } = useTexts()
  const { queue } = useStatus()
  const { data, error } = useMarks()
  const inDelivery = queue.undelivered + queue.held
  return (
    <section className="oversight-part" aria-label={t('oversight.marks')}>
      <div className="oversight-head">
        <h2>{t('oversight.marks')}</h2>
        <p>
          {[
            queue.needsPerson > 0 && t('oversight.marks_person', { count: queue.needsPerson }),
            inDelivery > 0 && t('oversight.marks_way', { count: inDelivery }),
          ]
            .filter((part) => part !== false)
            .join(' · ')}
        </p>
        {(data?.total ?? 0) > marksShown && (
          <Button onPress={() => goTo({ screen: 'marks' })}>{t('oversight.marks_all')}</Button>
        )}
      </div>
      {error !== null && (
        <Notice tone="fault" title={t('marks.failed_title')}>
          <p>{t(`call_error.${error.code}`)}</p>
        </Notice>
      )}
      {data?.total === 0 && <p className="muted">{t('oversight.marks_none')}</p>}
      {data !== undefined && <UndeliveredMarks marks={data.marks.slice(0, marksShown)} />}
      <StuckElsewhere />
      <StoppedDrawings />
    </section>
  )
}

/** Marks of other stations that wait for a person there. Renders nothing where there are none. */
function StuckElsewhere() {
  const { t, when, named } = useTexts()
  const marks = useStuckElsewhere()
  if (marks.length === 0) return null
  return (
    <ul className="sheets-behind" aria-label={t('oversight.stuck_elsewhere')}>
      {marks.map(({ station, sheet, markedAt, reason, by }) => (
        <li key={`${station} ${sheet} ${markedAt}`} className="mark-line tone-needs_person">
          <Sign tone="needs_person" />
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
