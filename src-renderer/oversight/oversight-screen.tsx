// The overview: totals, counts per machine, order and day for the selected days, the comparison with the service, undelivered marks, and
// decisions.
import { useCallback, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { CallError, OversightView, OversightFilter } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { useLinkState, useStatus } from '../station/station-context.tsx'
import { useScreenStore } from '../store/use-screen-store.ts'
import { Notice } from '../ui/notice.tsx'
import { Actions } from './actions.tsx'
import { Agreement } from './agreement.tsx'
import { CountsTable } from './counts-table.tsx'
import { DaysChart } from './days-chart.tsx'
import { datesOf, rangeOf, type DayRange, type DayChoice } from './day-range.ts'
import { Figures } from './figures.tsx'
import { useOversight } from './oversight-queries.ts'
import { RangeChoice, TypedRange } from './range-choice.tsx'
import { SheetsBehind } from './sheets-behind.tsx'
import { StationTiles } from './station-tiles.tsx'
import { Undelivered } from './undelivered.tsx'
import { useDaysRefresh, type DaysRefresh } from './use-days-refresh.ts'

export function OversightScreen() {
  const { t, language } = useTexts()
  const { today } = useStatus()
  const isOpen = useLinkState() === 'open'
  const { overview } = useScreenStore()
  const [days, setDays] = useState(overview.days)
  const choose = (next: DayChoice): void => {
    overview.setDays(next)
    setDays(next)
  }
  const range = rangeOf(days, today)
  const counts = useOversight(range)
  const csv = useCall('oversight.export')
  const { refresh, start, stop } = useDaysRefresh()
  return (
    <main className="screen">
      <header className="bar oversight-bar">
        <h1>{t('oversight.title')}</h1>
        <RangeChoice choice={days} today={today} onChoose={choose} />
        <div className="bar-end">
          <Button
            isDisabled={!isOpen || refresh.state === 'running'}
            // days to come are read automatically
            onPress={() => start(datesOf(range).toReversed())}
          >
            {t('oversight.ask')}
          </Button>
          <Button
            isDisabled={!isOpen || counts.data === undefined}
            isPending={csv.isPending}
            onPress={() => csv.mutate({ range, language })}
          >
            {t('oversight.export')}
          </Button>
        </div>
      </header>
      <div className="scroller oversight">
        {days.kind === 'typed' && <TypedRange choice={days} today={today} onChoose={choose} />}
        <RefreshNote refresh={refresh} onStop={stop} />
        <ExportNote files={csv.data?.files ?? null} error={csv.error} onClose={() => csv.reset()} />
        <FreshNote />
        <StationTiles />
        {counts.data !== undefined ? (
          <OverviewContent view={counts.data} range={range} />
        ) : counts.isError ? (
          <Notice tone="fault" title={t('oversight.failed_title')}>
            <p>{t(`call_error.${counts.error.code}`)}</p>
            <Button onPress={() => void counts.refetch()}>{t('oversight.retry')}</Button>
          </Notice>
        ) : (
          <div className="oversight-loading" aria-busy="true">
            <Notice tone="waiting" title={t('oversight.loading')}>
              <p role="status">{t('oversight.loading_text', { days: datesOf(range).length })}</p>
            </Notice>
          </div>
        )}
        <Undelivered />
        <Actions range={range} />
      </div>
    </main>
  )
}

function OverviewContent({ view, range }: { view: OversightView; range: DayRange }) {
  const { t } = useTexts()
  const { overview } = useScreenStore()
  const [figure, setFigure] = useState(overview.openFigure)
  useEffect(() => overview.setOpenFigure(null), [overview])
  const onShowSheets = useCallback((title: string, filter: OversightFilter): void => setFigure({ title, filter }), [])
  const isAnyRead = view.days.some(({ agreement }) => agreement !== null)
  const isEmpty = view.total.sheets === 0 && view.total.good + view.total.scrap + view.total.test === 0
  if (view.firstKnownDay === null)
    return (
      <Notice tone="waiting" title={t('oversight.never_title')}>
        <p>{t('oversight.never_text')}</p>
      </Notice>
    )
  return (
    <>
      <KnownNote view={view} />
      {isEmpty && !isAnyRead && (
        <Notice tone="uncertain" title={t('oversight.unread_title')}>
          <p>{t('oversight.unread_text')}</p>
        </Notice>
      )}
      {isEmpty && isAnyRead && (
        <Notice tone="open" title={t('oversight.empty_title')}>
          <p>{t('oversight.empty_text')}</p>
        </Notice>
      )}
      {!isEmpty && (
        <Figures counts={view.total} stuckAfterMinutes={view.stuckAfterMinutes} onShowSheets={onShowSheets} />
      )}
      <Agreement days={view.days} />
      {!isEmpty && (
        <>
          <DaysChart days={view.days} />
          <CountsTable view={view} onShowSheets={onShowSheets} />
        </>
      )}
      {figure !== null && (
        <SheetsBehind
          {...figure}
          range={range}
          onOpen={() => overview.setOpenFigure(figure)}
          onClose={() => setFigure(null)}
        />
      )}
    </>
  )
}

/** The first day with data, the days without any, and those that only another station read. */
function KnownNote({ view }: { view: OversightView }) {
  const { t, date: shortDate, day } = useTexts()
  const unread = view.days.flatMap(({ date, agreement, readElsewhere }) =>
    date !== null && agreement === null ? [{ date, station: readElsewhere?.station ?? null }] : [],
  )
  if (unread.length === 0 || view.firstKnownDay === null) return null
  const byStation = Map.groupBy(unread, ({ station }) => station)
  return (
    <p className="oversight-note note-stale">
      <span>{t('oversight.known_from', { day: day(view.firstKnownDay) })}</span>
      {[...byStation].map(([station, unreadDays]) => {
        const spans = spansOf(unreadDays.map(({ date }) => date)).map((span) => span.map(shortDate).join('–'))
        const counted = { count: unreadDays.length, days: spans.join(', ') }
        return (
          <span key={station}>
            {station === null
              ? t('oversight.days_never', counted)
              : t('oversight.days_elsewhere', { ...counted, station })}
          </span>
        )
      })}
    </p>
  )
}

/** The first and the last day of each run of consecutive days. */
function spansOf(dates: readonly string[]): string[][] {
  const spans: string[][] = []
  let previous: string | undefined
  for (const date of dates) {
    const span = spans.at(-1)
    if (span !== undefined && previous !== undefined && datesOf({ from: previous, to: date }).length === 2)
      span[1] = date
    else spans.push([date])
    previous = date
  }
  return spans
}

/** Shown while the figures are not up to date. */
function FreshNote() {
  const { t, when } = useTexts()
  const { connection, upToDateAt } = useStatus()
  const isLost = useLinkState() === 'lost'
  if (connection.state === 'online' && !isLost) return null
  return (
    <p className="oversight-note note-stale" role="status">
      {upToDateAt === null ? t('oversight.stale_never') : t('oversight.stale', { when: when(upToDateAt) })}
    </p>
  )
}

function RefreshNote({ refresh, onStop }: { refresh: DaysRefresh; onStop: () => void }) {
  const { t, day } = useTexts()
  const { state, done, total, failedDate } = refresh
  if (state === 'idle') return null
  const text =
    state === 'running'
      ? t('oversight.asking', { done, total })
      : state === 'stopped'
        ? t('oversight.ask_stopped', { done, total })
        : t('oversight.ask_failed', { day: failedDate === null ? '' : day(failedDate) })
  return (
    <div className={`oversight-note ${state === 'failed' ? 'note-fault' : 'note-asking'}`}>
      <p role={state === 'failed' ? 'alert' : 'status'}>{text}</p>
      {state === 'running' && (
        <>
          <progress max={total} value={done} aria-label={text} />
          <Button onPress={onStop}>{t('oversight.cancel')}</Button>
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
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
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
      <Button aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        {t('export.show')}
      </Button>
      <Button onPress={onClose}>{t('oversight.close')}</Button>
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
