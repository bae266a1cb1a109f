// Undelivered marks with their reason and age; marks that need a person come first.
import { Button } from '../ui/button.tsx'
import type { MarkView } from '../../shared/station-api/index.ts'
import { markSentences } from '../language/mark-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import { needsPerson, toneOf } from '../ui/bend-state.ts'
import { useSheet } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'
import { useNow } from '../ui/use-now.ts'
import { goTo } from '../use-route.ts'

export function UndeliveredMarks({ marks }: { marks: readonly MarkView[] }) {
  const { t } = useTexts()
  return (
    <>
      <MarkGroup title={t('marks.needs_person')} marks={marks.filter(({ state }) => needsPerson(state))} />
      <MarkGroup title={t('marks.on_their_way')} marks={marks.filter(({ state }) => !needsPerson(state))} />
    </>
  )
}

function MarkGroup({ title, marks }: { title: string; marks: readonly MarkView[] }) {
  if (marks.length === 0) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="mark-list">
        {marks.map((mark) => (
          <MarkLine key={mark.id} mark={mark} />
        ))}
      </ul>
    </section>
  )
}

function MarkLine({ mark }: { mark: MarkView }) {
  const texts = useTexts()
  const { t, when, age } = texts
  const { today } = useStatus()
  const now = useNow(30_000)
  const sheet = useSheet(mark.sheetId).data?.sheet
  const tone = toneOf(mark.state)
  return (
    <li className={`mark-line tone-${tone}`}>
      <Sign tone={tone} />
      <div className="mark-line-text">
        <p className="main">
          {sheet === null || sheet === undefined
            ? t('marks.unnamed', { id: mark.sheetId.slice(0, 8) })
            : [t('sheet.title', { order: sheet.order.numberDisplay, sheet: sheet.sheetNo }), sheet.order.customerName]
                .filter((part) => part !== null)
                .join(' – ')}
        </p>
        <p>
          <strong>{t(`state.${mark.state}`)}.</strong> {markSentences(texts, mark).join(' ')}
        </p>
        <p className="sub">
          {t('marks.marked_at', { when: when(mark.markedAt) })} {mark.by !== null && t('marks.by', { by: mark.by })} (
          {t('marks.age', { age: age(now - Date.parse(mark.markedAt)) })}) ·{' '}
          {t('marks.quantity', { quantity: mark.quantity, version: mark.drawingVersion })}
          {sheet !== null && sheet !== undefined && sheet.quantity !== mark.quantity && (
            <> · {t('marks.quantity_now', { quantity: sheet.quantity })}</>
          )}
        </p>
      </div>
      <div className="mark-line-buttons">
        <Button
          variant={needsPerson(mark.state) ? 'primary' : 'plain'}
          size={needsPerson(mark.state) ? 'big' : 'normal'}
          onPress={() => goTo({ screen: 'mark', markId: mark.id })}
        >
          {t(needsPerson(mark.state) ? 'marks.answer' : 'marks.look')}
        </Button>
        <Button
          onPress={() => goTo({ screen: 'sheet', date: today, sheetId: mark.sheetId })}
          isDisabled={sheet === null || sheet === undefined}
        >
          {t('mark.open_sheet')}
        </Button>
      </div>
    </li>
  )
}
