// What is bent, left, waiting and stuck: in all, per machine, order and day, over the days chosen; whether the service says the same; what is
// not delivered; and what people decided.
import { useCallback, useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { CallError, OversightView, OversightWanted } from '../../shared/station-api/index.ts'
import { Granted } from '../grants/granted.tsx'
import { useWords } from '../language/use-words.ts'
import { useCall } from '../station/queries.ts'
import { useLinkState, useStatus } from '../station/station-context.tsx'
import { Notice } from '../ui/notice.tsx'
import { Acts } from './acts.tsx'
import { Agreement } from './agreement.tsx'
import { CountsTable } from './counts-table.tsx'
import { DaysChart } from './days-chart.tsx'
import { datesOf, rangeOf, type DayRange, type DaysAsked } from './days-asked.ts'
import { Figures } from './figures.tsx'
import { useOversight } from './oversight-queries.ts'
import { RangeChoice, TypedRange } from './range-choice.tsx'
import { SheetsBehind } from './sheets-behind.tsx'
import { Undelivered } from './undelivered.tsx'
import { useAsking, type Asking } from './use-asking.ts'

// whoever opens a sheet and comes back finds the days as they were
let keptDays: DaysAsked = { kind: 'week' }
// and the list that the sheet was opened from
let keptLook: Look | null = null

interface Look {
  what: string
  wanted: OversightWanted
}

export const OversightScreen = () => (
  <Granted grant="oversee">
    <Oversight />
  </Granted>
)

function Oversight() {
  const { t, language } = useWords()
  const { today } = useStatus()
  const isOpen = useLinkState() === 'open'
  const [days, askFor] = useState(keptDays)
  const choose = (next: DaysAsked): void => {
    keptDays = next
    askFor(next)
  }
  const range = rangeOf(days, today)
  const counts = useOversight(range)
  const csv = useCall('oversight.export')
  const { asking, ask, stop } = useAsking()
  return (
    <main className="screen">
      <header className="bar oversight-bar">
        <h1>{t('oversight.title')}</h1>
        <RangeChoice asked={days} today={today} onAsk={choose} />
        <div className="bar-end">
          <Button
            className="button"
            isDisabled={!isOpen || asking.state === 'running'}
            // days to come are read by themselves
            onPress={() => ask(datesOf(range).toReversed())}
          >
            {t('oversight.ask')}
          </Button>
          <Button
            className="button"
            isDisabled={!isOpen || csv.isPending || counts.data === undefined}
            onPress={() => csv.mutate({ range, language })}
          >
            {t('oversight.export')}
          </Button>
        </div>
      </header>
      <div className="scroller oversight">
        {days.kind === 'typed' && <TypedRange asked={days} today={today} onAsk={choose} />}
        <AskingNote asking={asking} onStop={stop} />
        <ExportNote files={csv.data?.files ?? null} error={csv.error} onClose={() => csv.reset()} />
        <FreshNote />
        {counts.data !== undefined ? (
          <Counted view={counts.data} range={range} />
        ) : counts.isError ? (
          <Notice tone="fault" title={t('oversight.failed_title')}>
            <p>{t(`call_error.${counts.error.code}`)}</p>
            <Button className="button" onPress={() => void counts.refetch()}>
              {t('oversight.retry')}
            </Button>
          </Notice>
        ) : (
          <div className="oversight-loading" aria-busy="true">
            <Notice tone="waiting" title={t('oversight.loading')}>
              <p role="status">{t('oversight.loading_text', { days: datesOf(range).length })}</p>
            </Notice>
          </div>
        )}
        <Undelivered />
        <Acts range={range} />
      </div>
    </main>
  )
}

function Counted({ view, range }: { view: OversightView; range: DayRange }) {
  const { t } = useWords()
  const [look, lookAt] = useState(keptLook)
  useEffect(() => void (keptLook = null), [])
  const onLook = useCallback((what: string, wanted: OversightWanted): void => lookAt({ what, wanted }), [])
  const isAnyRead = view.days.some(({ agreement }) => agreement !== null)
  const nothing = view.total.sheets === 0 && view.total.good + view.total.scrap + view.total.test === 0
  if (view.knownFrom === null)
    return (
      <Notice tone="waiting" title={t('oversight.never_title')}>
        <p>{t('oversight.never_text')}</p>
      </Notice>
    )
  return (
    <>
      <KnownNote view={view} />
      {nothing && !isAnyRead && (
        <Notice tone="doubt" title={t('oversight.unread_title')}>
          <p>{t('oversight.unread_text')}</p>
        </Notice>
      )}
      {nothing && isAnyRead && (
        <Notice tone="open" title={t('oversight.empty_title')}>
          <p>{t('oversight.empty_text')}</p>
        </Notice>
      )}
      {!nothing && <Figures counts={view.total} stuckAfterMinutes={view.stuckAfterMinutes} onLook={onLook} />}
      <Agreement days={view.days} />
      {!nothing && (
        <>
          <DaysChart days={view.days} />
          <CountsTable view={view} onLook={onLook} />
        </>
      )}
      {look !== null && (
        <SheetsBehind {...look} range={range} onOpen={() => (keptLook = look)} onClose={() => lookAt(null)} />
      )}
    </>
  )
}

/** From when on something is known, and of which days nothing is. */
function KnownNote({ view }: { view: OversightView }) {
  const { t, date: shortDate, day } = useWords()
  const never = view.days.flatMap(({ date, agreement }) => (date !== null && agreement === null ? [date] : []))
  if (never.length === 0 || view.knownFrom === null) return null
  return (
    <p className="oversight-note note-stale">
      {t('oversight.known_from', { day: day(view.knownFrom) })}{' '}
      {t('oversight.days_never', {
        count: never.length,
        days: spansOf(never)
          .map((span) => span.map(shortDate).join('–'))
          .join(', '),
      })}
    </p>
  )
}

/** Days that follow on one another as their first and last. */
function spansOf(dates: readonly string[]): string[][] {
  const spans: string[][] = []
  let before: string | undefined
  for (const date of dates) {
    const span = spans.at(-1)
    if (span !== undefined && before !== undefined && datesOf({ from: before, to: date }).length === 2) span[1] = date
    else spans.push([date])
    before = date
  }
  return spans
}

/** Figures that nobody has brought up to date look and read otherwise than those that are. */
function FreshNote() {
  const { t, when } = useWords()
  const { connection, freshAt } = useStatus()
  const isLost = useLinkState() === 'lost'
  if (connection.state === 'online' && !isLost) return null
  return (
    <p className="oversight-note note-stale" role="status">
      {freshAt === null ? t('oversight.stale_never') : t('oversight.stale', { when: when(freshAt) })}
    </p>
  )
}

function AskingNote({ asking, onStop }: { asking: Asking; onStop: () => void }) {
  const { t, day } = useWords()
  const { state, done, total, failedAt } = asking
  if (state === 'idle') return null
  const text =
    state === 'running'
      ? t('oversight.asking', { done, total })
      : state === 'stopped'
        ? t('oversight.ask_stopped', { done, total })
        : t('oversight.ask_failed', { day: failedAt === null ? '' : day(failedAt) })
  return (
    <div className={`oversight-note ${state === 'failed' ? 'note-fault' : 'note-asking'}`}>
      <p role={state === 'failed' ? 'alert' : 'status'}>{text}</p>
      {state === 'running' && (
        <>
          <progress max={total} value={done} aria-label={text} />
          <Button className="button" onPress={onStop}>
            {t('oversight.cancel')}
          </Button>
        </>
      )}
    </div>
  )
}

interface ExportNoteProps {
  files: readonly string[] | null
  error: CallError | null
  onClose: () => void
}

function ExportNote({ files, error, onClose }: ExportNoteProps) {
  const { t } = useWords()
  const [isOpen, open] = useState(false)
  if (error !== null)
    return (
      <p className="oversight-note note-fault" role="alert">
        {t('oversight.export_failed')}: {t(`call_error.${error.code}`)}
      </p>
    )
  if (files === null) return null
  return (
    <div className="oversight-note export-note">
      <p role="status">{t('oversight.exported', { files: t('export.files', { count: files.length }) })}</p>
      <Button className="button" aria-expanded={isOpen} onPress={() => open(!isOpen)}>
        {t('export.show')}
      </Button>
      <Button className="button" onPress={onClose}>
        {t('oversight.close')}
      </Button>
      {isOpen && (
        <ul>
          {files.map((file) => (
            <li key={file}>{file}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
