// The lines of one day, of which only the visible ones are on the page; and what is said where there are none.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import type { ListView } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { problemText, problemTodo } from '../language/problem-words.ts'
import { useCall, useList } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { Notice } from '../ui/notice.tsx'
import { toggled } from '../ui/toggled.ts'
import { listTime } from './list-time.ts'
import { listRows, type BrakeChoice, type ListRow } from './list-rows.ts'
import { useRowHeight } from './row-height.ts'
import { EntryRow, MalformedRow } from './rows.tsx'
import { useTimeToSpare } from './sheet-signs.ts'

export interface DayListProps {
  date: string
  choice: BrakeChoice
  onShowAll: () => void
  /** The sheets chosen to be written, and how to choose others. Null: none are being chosen. */
  choosing: Choosing | null
}

export interface Choosing {
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

export function DayList({ date, choice, onShowAll, choosing }: DayListProps) {
  const { t } = useWords()
  const list = useList(date)
  if (list.data !== undefined)
    return <ReadList list={list.data} choice={choice} onShowAll={onShowAll} choosing={choosing} />
  if (list.isPending) return <Loading date={date} />
  return (
    <div className="empty">
      <Notice tone="fault" title={t('list.failed_title')}>
        <p>{t(`call_error.${list.error.code}`)}</p>
        <Button className="button" onPress={() => void list.refetch()}>
          {t('list.retry')}
        </Button>
      </Notice>
    </div>
  )
}

function Loading({ date }: { date: string }) {
  const { t, day } = useWords()
  return (
    <div className="empty" aria-busy="true">
      <Notice tone="waiting" title={t('list.loading_title')}>
        <p>{t('list.loading_text', { day: day(date) })}</p>
      </Notice>
      <div className="ghosts" aria-hidden="true">
        <div className="ghost" />
        <div className="ghost" />
        <div className="ghost" />
      </div>
    </div>
  )
}

interface ReadListProps {
  list: ListView
  choice: BrakeChoice
  onShowAll: () => void
}

function ReadList({ list, choice, onShowAll, choosing }: ReadListProps & Pick<DayListProps, 'choosing'>) {
  const rows = useMemo(() => listRows(list, choice), [list, choice])
  if (rows.length > 0) return <Lines list={list} rows={rows} choosing={choosing} />
  if (list.readAt === null) return <NeverRead date={list.date} />
  return <Empty list={list} choice={choice} onShowAll={onShowAll} />
}

/** Nothing is known of the day: still being fetched, or it could not be. Never to be taken for an empty day. */
function NeverRead({ date }: { date: string }) {
  const words = useWords()
  const { t, day } = words
  const { connection } = useStatus()
  const askNow = useCall('sync.now')
  if (connection.problem === null && (connection.state === 'starting' || connection.state === 'online'))
    return <Loading date={date} />
  return (
    <div className="empty">
      <Notice tone="fault" title={t('list.never_title')}>
        <p>{t('list.never_text', { day: day(date) })}</p>
        {connection.problem !== null && (
          <p>
            {problemText(words, connection.problem)} {problemTodo(words, connection.problem)}
          </p>
        )}
        <Button className="button" isDisabled={askNow.isPending} onPress={() => askNow.mutate({})}>
          {t('list.ask_now')}
        </Button>
      </Notice>
    </div>
  )
}

function Empty({ list, choice, onShowAll }: ReadListProps) {
  const { t, day, when } = useWords()
  const { brakes } = useStatus()
  if (list.entries.length === 0)
    return (
      <div className="empty">
        <Notice tone="done" title={t('list.empty_title', { day: day(list.date) })}>
          <p>{t('list.empty_text', { when: when(list.readAt ?? '') })}</p>
        </Notice>
      </div>
    )
  const brake =
    choice.kind === 'brake'
      ? (brakes.find(({ id }) => id === choice.id)?.name ?? t('brake.unknown'))
      : t('brake.none').toLocaleLowerCase()
  return (
    <div className="empty">
      <Notice tone="open" title={t('list.empty_brake_title', { brake })}>
        <p>{t('list.empty_brake_text', { others: list.entries.length })}</p>
        <Button className="button" onPress={onShowAll}>
          {t('list.show_all')}
        </Button>
      </Notice>
    </div>
  )
}

interface LinesProps extends Pick<DayListProps, 'choosing'> {
  list: ListView
  rows: readonly ListRow[]
}

function Lines({ list, rows, choosing }: LinesProps) {
  const { t, day, when } = useWords()
  const status = useStatus()
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index], index),
    overscan: 12,
  })
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight])
  const looksCloser = useTimeToSpare() && !virtual.isScrolling
  const { state } = status.connection
  const stale = state === 'offline' || state === 'blocked' ? listTime(list, status) : null
  return (
    <>
      {(stale !== null || list.malformed.length > 0) && (
        <div className="list-notes">
          {stale !== null && (
            <p className="note-stale">
              {t(stale.is === 'fetched' ? 'list.fetched' : 'list.stale', { when: when(stale.at) })}
            </p>
          )}
          {list.malformed.length > 0 && (
            <p className="note-fault">{t('list.malformed_count', { count: list.malformed.length })}</p>
          )}
        </div>
      )}
      <div ref={scroller} className="scroller">
        <div
          role="list"
          aria-label={t('list.label', { day: day(list.date) })}
          className="lines"
          style={{ height: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map(({ index, key, start, size }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <div
                key={key}
                role="listitem"
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                className="line-place"
                style={{ transform: `translateY(${start}px)`, height: size }}
              >
                {row.kind === 'entry' ? (
                  <EntryRow
                    view={row.view}
                    listDate={list.date}
                    looksCloser={looksCloser}
                    choosing={choosing === null ? null : choosingOf(row.view.entry.sheetId, choosing)}
                  />
                ) : (
                  <MalformedRow line={row.line} />
                )}
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}

const choosingOf = (sheetId: string, { chosen, onChoose }: Choosing) => ({
  isChosen: chosen.has(sheetId),
  onToggle: () => onChoose(toggled(chosen, sheetId)),
})

function keyOf(row: ListRow | undefined, index: number): string {
  if (row === undefined) return `gone:${index}`
  return row.kind === 'entry' ? row.view.entry.sheetId : `malformed:${row.line.position}`
}
