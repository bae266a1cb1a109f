// The rows of the list, of which only the visible ones are in the page. One row is in the tab order; the arrow keys move to the others.
import { useVirtualizer, type Rect, type Virtualizer } from '@tanstack/react-virtual'
import { Suspense, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { ListView } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { useStatus } from '../../station/station-context.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { toggled } from '../../ui/toggled.ts'
import { useConstant } from '../../ui/use-constant.ts'
import { useNow } from '../../ui/use-now.ts'
import { useScreenStore } from '../../store/use-screen-store.ts'
import { listTime } from './list-time.ts'
import { type ListArrangement, type ListRow, rowKey, type ShownRow } from '../arranging/index.ts'
import type { DayTimes } from '../times/index.ts'
import { FoldLine, GroupHeading } from './headings.tsx'
import { EntryRow, MalformedRow } from './rows.tsx'
import { useIsIdle } from './sheet-check.ts'
import { useLineKeys } from './use-line-keys.ts'
import { useShownRows, type RunningSheet } from './use-shown-rows.ts'

/** Its code is loaded after the rows are shown. */
const dayTimesOf = lazyComponent(async () => (await import('./day-times-of.tsx')).DayTimesOf)

export interface Choosing {
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

export interface LinesProps {
  list: ListView
  rows: readonly ListRow[]
  arrangement: ListArrangement
  /** The rows are those of one machine. */
  isOneMachine: boolean
  choosing: Choosing | null
}

/** CSS pixels of the window outside the list. */
const heightOfOthers = 180
/** No times for a longer day: each of its sheets would be read. */
const maxTimedSheets = 600
const clockMs = 20_000

export function Lines(props: LinesProps) {
  const { list, arrangement, isOneMachine, choosing } = props
  const { t, day } = useTexts()
  const { today } = useStatus()
  const { shown, headings, running, times, onTimes, onToggleFold } = useShownRows(props)
  const scroller = useRef<HTMLDivElement>(null)
  const heights = useHeights()
  const isIdle = useIsIdle()
  const virtual = useRowVirtualizer(scroller, shown, heights, isIdle)
  const initialIndex = useInitialIndex(shown)
  const keys = useLineKeys({
    scroller,
    count: shown.length,
    isLine: (index) => shown[index]?.kind === 'entry' || shown[index]?.kind === 'fold',
    perPage: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / heights.row) - 1),
    scrollTo: (index) => virtual.scrollToIndex(index),
    initialIndex,
  })
  useLayoutEffect(() => {
    if (initialIndex > 0) virtual.scrollToIndex(initialIndex, { align: 'center' })
  }, [virtual, initialIndex])
  const nowMs = useNow(clockMs)
  const line: Omit<LineProps, 'row' | 'isTabStop' | 'onFocus'> = {
    listDate: list.date,
    isChecked: isIdle && !virtual.isScrolling,
    isOneMachine,
    times,
    nowMs: list.date === today ? nowMs : null,
    running,
    onToggleFold,
    choosing,
  }
  const isTimed = isIdle && list.entries.length <= maxTimedSheets
  return (
    <>
      {isTimed && (
        <Suspense fallback={null}>
          <dayTimesOf.Component
            list={list}
            byLot={arrangement.order === 'lots'}
            runningId={running?.sheetId ?? null}
            onTimes={onTimes}
          />
        </Suspense>
      )}
      <div ref={scroller} className="scroller list-scroller" onKeyDownCapture={keys.onKeyDown}>
        <StickyHeading
          row={shown[headings[virtual.range?.startIndex ?? 0] ?? -1]}
          times={times}
          isOneMachine={isOneMachine}
        />
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
                <Line row={row} isTabStop={index === keys.tabStop} onFocus={() => keys.onFocused(index)} {...line} />
              </div>
            )
          })}
        </div>
      </div>
      <ListNotes list={list} />
    </>
  )
}

/** The row of the sheet that was opened last; -1: none. It is the same as long as the list is open. */
function useInitialIndex(shown: readonly ShownRow[]): number {
  const { listView } = useScreenStore()
  return useConstant(() => shown.findIndex((row) => rowKey(row) === listView.lastOpenedSheetId))
}

function useRowVirtualizer(
  scroller: React.RefObject<HTMLDivElement | null>,
  shown: readonly ShownRow[],
  heights: Heights,
  isIdle: boolean,
): Virtualizer<HTMLDivElement, Element> {
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(shown[index], heights),
    getItemKey: (index) => keyAt(shown, index),
    overscan: isIdle ? 12 : 0,
    // a row that is scrolled to is below the heading that stays visible
    scrollPaddingStart: shown.some(({ kind }) => kind === 'lot') ? heights.heading : 0,
    // the first rows are rendered once, before the container is measured
    initialRect: { width: 0, height: Math.max(0, window.innerHeight - heightOfOthers) },
    observeElementRect: measuredWhenLaidOut,
    // the default timer would render a frame too late on a busy computer
    useScrollendEvent: true,
  })
  const measured = useRef({ heights, shown })
  useLayoutEffect(() => {
    const before = measured.current
    measured.current = { heights, shown }
    if (before.heights !== heights || before.shown !== shown) virtual.measure()
  }, [virtual, heights, shown])
  return virtual
}

function heightOf(row: ShownRow | undefined, heights: Heights): number {
  if (row?.kind === 'lot') return heights.heading
  return row?.kind === 'fold' ? heights.fold : heights.row
}

/** The heading of the topmost row stays visible while its rows scroll. Screen readers read the heading in the list. */
function StickyHeading({ row, ...rest }: { row: ShownRow | undefined; times: DayTimes; isOneMachine: boolean }) {
  if (row?.kind !== 'lot') return null
  return (
    <div className="lot-sticky" aria-hidden="true">
      <GroupHeading row={row} {...rest} />
    </div>
  )
}

interface LineProps {
  row: ShownRow
  listDate: string
  isChecked: boolean
  isOneMachine: boolean
  times: DayTimes
  nowMs: number | null
  running: RunningSheet | null
  onToggleFold: (() => void) | undefined
  isTabStop: boolean
  onFocus: () => void
  choosing: Choosing | null
}

function Line({ row, choosing, times, running, onToggleFold, ...rest }: LineProps) {
  const { isOneMachine, isTabStop, onFocus } = rest
  switch (row.kind) {
    case 'lot':
      return <GroupHeading row={row} times={times} isOneMachine={isOneMachine} />
    case 'fold':
      return <FoldLine row={row} isTabStop={isTabStop} onFocus={onFocus} onToggle={onToggleFold} />
    case 'malformed':
      return <MalformedRow line={row.line} />
    case 'entry': {
      const { sheetId } = row.view.entry
      return (
        <EntryRow
          view={row.view}
          place={row.place}
          isChosenHere={row.isChosenHere === true}
          time={times.get(sheetId)}
          brakeState={running?.sheetId === sheetId ? running.state : null}
          choosing={choosing === null ? null : choosingOf(sheetId, choosing)}
          {...rest}
        />
      )
    }
  }
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

/** A note that the list is old, and one that entries cannot be read. Below the rows, so that no row moves when a note comes or goes. */
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
          {t(stale.kind === 'fetched' ? 'list.fetched' : 'list.stale', { when: when(stale.time) })}
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

/** CSS pixels. */
interface Heights {
  row: number
  heading: number
  fold: number
}

/** The style sheet sets the heights by the size of the window. */
function useHeights(): Heights {
  const row = useSyncExternalStore(onResize, () => readLength('--row-height', 56))
  const heading = useSyncExternalStore(onResize, () => readLength('--heading-height', 30))
  const fold = useSyncExternalStore(onResize, () => readLength('--fold-height', 46))
  return useMemo(() => ({ row, heading, fold }), [row, heading, fold])
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** A registered length of the style sheets, in CSS pixels. */
function readLength(property: string, usual: number): number {
  const length = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(property))
  return Number.isFinite(length) ? length : usual
}
