// One mark that needs a decision: the sheet as bent, the sheet now, the differences, and the answers.
import { Button } from '../ui/button.tsx'
import type { MarkDetailsView } from '../../shared/station-api/index.ts'
import { markSentences, stateName } from '../language/mark-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import { toneOf } from '../ui/bend-state.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { SheetDrawings } from '../sheet/drawings/index.ts'
import { useStatus } from '../station/station-context.tsx'
import { useMarkDetails } from '../station/work-queries.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { Sign } from '../ui/sign.tsx'
import { goTo } from '../use-route.ts'
import { MarkAnswers } from './mark-answers.tsx'
import { MarkPrograms } from './mark-programs.tsx'
import { sheetDifferences } from './sheet-differences.ts'

export function MarkScreen({ markId }: { markId: string }) {
  const { t } = useTexts()
  const details = useMarkDetails(markId)
  const sheet = details.data?.markedSheet ?? details.data?.currentSheet ?? null
  return (
    <main className="screen">
      <header className="bar">
        <Button className="back" onPress={() => goTo({ screen: 'marks' })}>
          <Icon name="back" /> {t('question.back')}
        </Button>
        <div className="bar-title">
          <h1>
            {sheet !== null
              ? t('sheet.title', { order: sheet.order.numberDisplay, sheet: sheet.sheetNo })
              : details.data !== undefined && t('marks.unnamed', { id: details.data.mark.sheetId.slice(0, 8) })}
          </h1>
          <p>{[sheet?.order.customerName, sheet?.order.title].filter(Boolean).join(' – ')}</p>
        </div>
        {details.data !== undefined && <OpenSheetButton details={details.data} />}
      </header>
      {details.data !== undefined ? (
        <MarkContent details={details.data} />
      ) : (
        details.isError && (
          <div className="empty">
            <Notice tone="fault" title={t('question.failed_title')}>
              <p>{t(`call_error.${details.error.code}`)}</p>
            </Notice>
          </div>
        )
      )}
    </main>
  )
}

function OpenSheetButton({ details: { mark, currentSheet } }: { details: MarkDetailsView }) {
  const { t } = useTexts()
  const { today } = useStatus()
  return (
    <Button
      isDisabled={currentSheet === null}
      onPress={() => goTo({ screen: 'sheet', date: today, sheetId: mark.sheetId })}
    >
      {t('mark.open_sheet')}
    </Button>
  )
}

function MarkContent({ details }: { details: MarkDetailsView }) {
  const texts = useTexts()
  const { t } = texts
  const { mark, detail } = details
  const tone = toneOf(mark.state)
  return (
    <div className="question">
      <section className={`question-state tone-${tone}`} role={tone === 'needs_person' ? 'alert' : 'status'}>
        <Sign tone={tone} />
        <div>
          <strong>{stateName(t, mark)}</strong>
          <p>{markSentences(texts, mark).join(' ')}</p>
          {detail !== null && <p className="sub to-office">{t('question.detail', { detail })}</p>}
        </div>
      </section>
      <Differences details={details} />
      <div className="sides">
        <BentSide details={details} />
        <NowSide details={details} />
      </div>
      <MarkPrograms details={details} />
      <div className="question-foot">
        <EarlierAnswers details={details} />
        <MarkAnswers details={details} />
      </div>
    </div>
  )
}

function Differences({ details: { markedSheet, currentSheet } }: { details: MarkDetailsView }) {
  const texts = useTexts()
  const { t } = texts
  if (markedSheet === null || currentSheet === null) return null
  const differences = sheetDifferences(texts, markedSheet, currentSheet)
  return (
    <section className="differences" aria-label={t('question.differences')}>
      {differences.length === 0 ? (
        <p>{t('question.same')}</p>
      ) : (
        <ul>
          {differences.map(({ name, before, after }) => (
            <li key={name}>
              {name}: {before} → <strong>{after}</strong>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function BentSide({ details: { markedSheet, mark } }: { details: MarkDetailsView }) {
  const { t, when } = useTexts()
  const title = t('question.bent')
  return (
    <section className="side" aria-label={title}>
      <h2>{title}</h2>
      <p className="sub">
        {t('question.who', {
          version: mark.drawingVersion,
          quantity: mark.quantity,
          when: when(mark.markedAt),
          by: mark.by ?? t('question.nobody'),
        })}
      </p>
      {markedSheet === null ? (
        <p className="side-none">{t('question.bent_lost')}</p>
      ) : (
        <BlankDrawings sheet={markedSheet} />
      )}
    </section>
  )
}

function NowSide({ details: { currentSheet } }: { details: MarkDetailsView }) {
  const { t, when } = useTexts()
  const { brakes } = useStatus()
  const title = t('question.now')
  const bentBy = currentSheet?.bent ?? null
  const brake = brakes.find(({ id }) => id === bentBy?.pressBrakeId)
  return (
    <section className="side" aria-label={title}>
      <h2>{title}</h2>
      {currentSheet !== null && (
        <p className="sub">
          {t('question.now_version', { version: currentSheet.drawingVersion, quantity: currentSheet.quantity })}
          {bentBy !== null &&
            ` · ${t('question.now_bent', {
              quantity: bentBy.quantity,
              when: when(bentBy.at),
              by: bentBy.by ?? t('question.nobody'),
              brake: brake?.name ?? t('question.no_brake'),
            })}`}
        </p>
      )}
      {currentSheet === null ? (
        <p className="side-none">{t('question.now_gone')}</p>
      ) : (
        <BlankDrawings sheet={currentSheet} />
      )}
    </section>
  )
}

function BlankDrawings({ sheet }: { sheet: Sheet }) {
  const [piece] = sheet.pieces
  return <SheetDrawings sheet={sheet} piece={piece} madePieces={[]} pieceNo={piece?.pieceNo ?? 1} />
}

/** Earlier answers, the newest last. */
function EarlierAnswers({ details: { decisions } }: { details: MarkDetailsView }) {
  const { t, when, named } = useTexts()
  if (decisions.length === 0) return null
  return (
    <ul className="decided">
      {decisions.map(({ kind, reason, by, decidedAt }) => (
        <li key={`${decidedAt} ${kind}`}>
          {t('question.decided', {
            when: when(decidedAt),
            by: by ?? t('question.nobody'),
            what: [named('decision', kind), reason].filter((part) => part !== null).join(' – '),
          })}
        </li>
      ))}
    </ul>
  )
}
