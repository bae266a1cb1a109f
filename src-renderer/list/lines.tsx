// The lines of a list, of which only the visible ones are on the page. One of them is in the tab order; the arrows lead to the others.
import { useVirtualizer, type Rect, type Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ListView } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { useStatus } from '../station/station-context.tsx'
import { toggled } from '../ui/toggled.ts'
import { listTime } from './list-time.ts'
import { rowKey, withLots, type ListRow, type ShownRow } from './list-rows.ts'
import { lastOpened } from './look-now.ts'
import { LotHead } from './lot-head.tsx'
import { useRowHeight } from './row-height.ts'
import { EntryRow, MalformedRow } from './rows.tsx'
import { useTimeToSpare } from './sheet-fault.ts'
import { useLineKeys } from './use-line-keys.ts'

export interface Choosing {
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

export interface LinesProps {
  list: ListView
  rows: readonly ListRow[]
  inLots: boolean
  choosing: Choosing | null
}

/** CSS pixels. */
const lotHeadHeight = 52
/** CSS pixels of the window that the list never has. */
const takenByOthers = 256

export function Lines({ list, rows, inLots, choosing }: LinesProps) {
  const { t, day } = useWords()
  const shown = useMemo<readonly ShownRow[]>(() => (inLots ? withLots(rows) : rows), [inLots, rows])
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight()
  const hasTime = useTimeToSpare()
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (shown[index]?.kind === 'lot' ? lotHeadHeight : rowHeight),
    getItemKey: (index) => keyAt(shown, index),
    overscan: hasTime ? 12 : 0,
    // the first lines are drawn before the room is measured, at once and not a second time
    initialRect: { width: 0, height: Math.max(0, window.innerHeight - takenByOthers) },
    observeElementRect: measuredWhenLaidOut,
    // by a timer, as usual, what was scrolled to between two frames of a busy machine is drawn a frame too late
    useScrollendEvent: true,
  })
  const measured = useRef({ rowHeight, shown })
  useLayoutEffect(() => {
    const before = measured.current
    measured.current = { rowHeight, shown }
    if (before.rowHeight !== rowHeight || before.shown !== shown) virtual.measure()
  }, [virtual, rowHeight, shown])
  const [begin] = useState(() => shown.findIndex((row) => rowKey(row) === lastOpened()))
  const keys = useLineKeys({
    scroller,
    count: shown.length,
    isLine: (index) => shown[index]?.kind === 'entry',
    perPage: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
    scrollTo: (index) => virtual.scrollToIndex(index),
    begin,
  })
  useLayoutEffect(() => {
    if (begin > 0) virtual.scrollToIndex(begin, { align: 'center' })
  }, [virtual, begin])
  const looksCloser = hasTime && !virtual.isScrolling
  return (
    <>
      <ListNotes list={list} />
      <div ref={scroller} className="scroller" onKeyDownCapture={keys.onKeyDown}>
        <div
          role="list"
          aria-label={t('list.label', { day: day(list.date) })}
          className="lines"
          style={{ height: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map(({ index, key, start, size }) => {
            const row = shown[index]
            if (row === undefined) return null
            return (
              <div
                key={key}
                role="listitem"
                aria-setsize={shown.length}
                aria-posinset={index + 1}
                data-index={index}
                className="line-place"
                style={{ transform: `translateY(${start}px)`, height: size }}
              >
                {row.kind === 'entry' ? (
                  <EntryRow
                    view={row.view}
                    listDate={list.date}
                    isChosenHere={row.isChosenHere === true}
                    looksCloser={looksCloser}
                    isTabStop={index === keys.tabStop}
                    onFocus={() => keys.focused(index)}
                    choosing={choosing === null ? null : choosingOf(row.view.entry.sheetId, choosing)}
                  />
                ) : row.kind === 'lot' ? (
                  <LotHead row={row} />
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

/** By what the browser lays out anyway, before the frame is shown: to ask for it in between would lay everything out twice. */
function measuredWhenLaidOut(
  { scrollElement }: Virtualizer<HTMLDivElement, Element>,
  tell: (rect: Rect) => void,
): (() => void) | undefined {
  if (scrollElement === null) return undefined
  const observer = new ResizeObserver(() => {
    tell({ width: scrollElement.clientWidth, height: scrollElement.clientHeight })
  })
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

/** That the list is old, and that lines of it cannot be read. */
function ListNotes({ list }: { list: ListView }) {
  const { t, when } = useWords()
  const status = useStatus()
  const { state } = status.connection
  const stale = state === 'offline' || state === 'blocked' ? listTime(list, status) : null
  if (stale === null && list.malformed.length === 0) return null
  return (
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
  )
}

const choosingOf = (sheetId: string, { chosen, onChoose }: Choosing) => ({
  isChosen: chosen.has(sheetId),
  onToggle: () => onChoose(toggled(chosen, sheetId)),
})

function keyAt(rows: readonly ShownRow[], index: number): string {
  const row = rows[index]
  return row === undefined ? `gone:${index}` : rowKey(row)
}
