// Compares the counts with those of the service, and shows both and the reason for each differing day.
import type { OversightAgreement, OversightView } from '../../shared/station-api/index.ts'
import { useTexts, type Texts } from '../language/use-texts.ts'
import { Notice } from '../ui/notice.tsx'

/** Sheets that were bent after the list was read do not count as a difference: the service knows them. */
const differs = ({ service, station, bentSince }: OversightAgreement): boolean =>
  service.sheets !== station.sheets || service.bent + bentSince !== station.bent || service.waiting !== station.waiting

export function Agreement({ days }: Pick<OversightView, 'days'>) {
  const texts = useTexts()
  const { t, shortDay } = texts
  const readDays = days.flatMap(({ date, agreement }) =>
    date === null || agreement === null ? [] : [{ date, agreement }],
  )
  if (readDays.length === 0) return null
  const differing = readDays.filter(({ agreement }) => differs(agreement))
  if (differing.length === 0)
    return (
      <Notice tone="done" title={t('oversight.agrees')}>
        <p>{t('oversight.agrees_text')}</p>
      </Notice>
    )
  return (
    <Notice
      tone={differing.every(({ agreement }) => isBeingDelivered(agreement)) ? 'moving' : 'needs_person'}
      title={t('oversight.differs')}
    >
      <ul className="differing-days">
        {differing.map(({ date, agreement }) => (
          <li key={date}>
            {t('oversight.differs_day', {
              day: shortDay(date),
              service: t('oversight.figures', agreement.service),
              here: t('oversight.figures', agreement.station),
            })}{' '}
            {reasonsOf(texts, agreement).join(' ')}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** The only difference is marks that are still delivered automatically. */
const isBeingDelivered = ({ service, station, marked, bentSince }: OversightAgreement): boolean =>
  station.bent - service.bent === marked + bentSince &&
  service.sheets === station.sheets &&
  service.waiting === station.waiting

function reasonsOf(
  { t, when }: Texts,
  { readAt, service, station, marked, stuck, bentSince, malformed }: OversightAgreement,
): string[] {
  const isExplained =
    station.bent - service.bent === marked + stuck + bentSince && service.sheets - station.sheets === malformed
  return [
    marked > 0 && t('oversight.why_marked', { count: marked }),
    stuck > 0 && t('oversight.why_stuck', { count: stuck }),
    bentSince > 0 && t('oversight.why_bent_since', { count: bentSince, when: when(readAt) }),
    malformed > 0 && t('oversight.why_malformed', { count: malformed }),
    (!isExplained || station.waiting !== service.waiting) && t('oversight.why_since', { when: when(readAt) }),
  ].filter((sentence) => sentence !== false)
}
