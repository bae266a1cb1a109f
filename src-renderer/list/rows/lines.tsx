// The rows of the list, of which only the visible ones are in the page. One row is in the tab order; the arrow keys move to the others.
import { useVirtualizer, type Rect, type Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { ListView } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { useStatus } from '../../station/station-context.tsx'
import { toggled } from '../../ui/toggled.ts'
import { useConstant } from '../../ui/use-constant.ts'
import { useScreenStore } from '../../store/use-screen-store.ts'
import { listTime } from './list-time.ts'
import { type ListRow, rowKey, type ShownRow, withLots } from '../arranging/index.ts'
import { EntryRow, LotHead, MalformedRow } from './rows.tsx'
import { useIsIdle } from './sheet-check.ts'
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
/** CSS pixels of the window outside the list. */
const heightOfOthers = 256

export function Lines({ list, rows, inLots, choosing }: LinesProps) {
  const { t, day } = useTexts()
  const shown = useMemo<readonly ShownRow[]>(() => (inLots ? withLots(rows) : rows), [inLots, rows])
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight()
  const isIdle = useIsIdle()
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (shown[index]?.kind === 'lot' ? lotHeadHeight : rowHeight),
    getItemKey: (index) => keyAt(shown, index),
    overscan: isIdle ? 12 : 0,
    // the first rows are rendered once, before the container is measured
    initialRect: { width: 0, height: Math.max(0, window.innerHeight - heightOfOthers) },
    observeElementRect: measuredWhenLaidOut,
    // the default timer would render a frame too late on a busy computer
    useScrollendEvent: true,
  })
  const measured = useRef({ rowHeight, shown })
  useLayoutEffect(() => {
    const before = measured.current
    measured.current = { rowHeight, shown }
    if (before.rowHeight !== rowHeight || before.shown !== shown) virtual.measure()
  }, [virtual, rowHeight, shown])
  const { listView } = useScreenStore()
  const initialIndex = useConstant(() => shown.findIndex((row) => rowKey(row) === listView.lastOpenedSheetId))
  const keys = useLineKeys({
    scroller,
    count: shown.length,
    isLine: (index) => shown[index]?.kind === 'entry',
    perPage: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
    scrollTo: (index) => virtual.scrollToIndex(index),
    initialIndex,
  })
  useLayoutEffect(() => {
    if (initialIndex > 0) virtual.scrollToIndex(initialIndex, { align: 'center' })
  }, [virtual, initialIndex])
  const isChecked = isIdle && !virtual.isScrolling
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
                <Line
                  row={row}
                  listDate={list.date}
                  isChecked={isChecked}
                  isTabStop={index === keys.tabStop}
                  onFocus={() => keys.onFocused(index)}
                  choosing={choosing}
                />
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}

interface LineProps {
  row: ShownRow
  listDate: string
  isChecked: boolean
  isTabStop: boolean
  onFocus: () => void
  choosing: Choosing | null
}

function Line({ row, choosing, ...rest }: LineProps) {
  if (row.kind === 'lot') return <LotHead row={row} />
  if (row.kind !== 'entry') return <MalformedRow line={row.line} />
  return (
    <EntryRow
      view={row.view}
      isChosenHere={row.isChosenHere === true}
      choosing={choosing === null ? null : choosingOf(row.view.entry.sheetId, choosing)}
      {...rest}
    />
  )
}

/** Measures after the browser's own layout. To measure earlier would force a second layout. */
function measuredWhenLaidOut(
  { scrollElement }: Virtualizer<HTMLDivElement, Element>,
  onMeasured: (rect: Rect) => void,
): (() => void) | undefined {
  if (scrollElement === null) return undefined
  const observer = new ResizeObserver(() => {
    onMeasured({ width: scrollElement.clientWidth, height: scrollElement.clientHeight })
  })
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

/** A note that the list is old, and one that entries cannot be read. */
function ListNotes({ list }: { list: ListView }) {
  const { t, when } = useTexts()
  const status = useStatus()
  const { state } = status.connection
  const stale = state === 'offline' || state === 'blocked' ? listTime(list, status) : null
  if (stale === null && list.malformed.length === 0) return null
  return (
    <div className="list-notes">
      {stale !== null && (
        <p className="note-stale">
          {t(stale.kind === 'fetched' ? 'list.fetched' : 'list.stale', { when: when(stale.at) })}
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

/** CSS pixels. The style sheet sets the height by the size of the window. */
function useRowHeight(): number {
  return useSyncExternalStore(onResize, readRowHeight)
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

function readRowHeight(): number {
  const height = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row-height'))
  return Number.isFinite(height) ? height : 80
}
