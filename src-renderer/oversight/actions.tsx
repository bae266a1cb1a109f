// Decisions of people in the selected days: who, when and why.
import type { OversightAct } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Tone } from '../ui/bend-state.ts'
import { Notice } from '../ui/notice.tsx'
import { Sign } from '../ui/sign.tsx'
import type { DayRange } from './day-range.ts'
import { useActions } from './oversight-queries.ts'

const tones: Record<OversightAct['kind'], Tone> = {
  approval_override: 'needs_person',
  reported: 'fault',
  released: 'done',
  decision: 'uncertain',
}

export function Actions({ range }: { range: DayRange }) {
  const { t } = useTexts()
  const { data, error } = useActions(range)
  return (
    <section className="oversight-part" aria-label={t('oversight.acts')}>
      <h2>{t('oversight.acts')}</h2>
      {error !== null && (
        <Notice tone="fault" title={t('oversight.failed_title')}>
          <p>{t(`call_error.${error.code}`)}</p>
        </Notice>
      )}
      {data?.acts.length === 0 && <p className="muted">{t('oversight.acts_none')}</p>}
      {data !== undefined && (
        <ul className="mark-list">
          {data.acts.map((action) => (
            <Action key={`${action.actedAt} ${action.kind} ${action.sheetId}`} action={action} />
          ))}
        </ul>
      )}
      {data?.isAll === false && <p className="sub">{t('oversight.acts_more')}</p>}
    </section>
  )
}

function Action({
  action: { kind, code, reason, by, actedAt, sheetId, orderNumber, sheetNo },
}: {
  action: OversightAct
}) {
  const { t, when, named } = useTexts()
  const tone = tones[kind]
  const detail = code === null ? null : kind === 'decision' ? named('decision', code) : named('deviation_reason', code)
  return (
    <li className={`mark-line tone-${tone}`}>
      <Sign tone={tone} />
      <div className="mark-line-text">
        <p className="main">
          {t(`oversight.act.${kind}`)}
          {detail !== null && `: ${detail}`}
        </p>
        <p>{reason === null ? t('oversight.act_no_why') : t('oversight.act_why', { why: reason })}</p>
        <p className="sub">
          {t('oversight.act_by', { when: when(actedAt), by: by ?? t('oversight.act_nobody') })} ·{' '}
          {orderNumber === null
            ? t('marks.unnamed', { id: sheetId.slice(0, 8) })
            : sheetNo === null
              ? orderNumber
              : t('sheet.title', { order: orderNumber, sheet: sheetNo })}
        </p>
      </div>
    </li>
  )
}
