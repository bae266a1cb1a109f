// One row of the day's list: a sheet, or an entry that cannot be read.
import { Fragment, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { BrakeState, EntryView, RowDetails } from '../../../shared/station-api/index.ts'
import { piecesTexts, roughPiecesText } from '../../language/pieces-texts.ts'
import { useTexts, type Texts } from '../../language/use-texts.ts'
import { useScreenStore } from '../../store/use-screen-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { goTo } from '../../use-route.ts'
import { useRowDetails } from '../../station/list-details.ts'
import { useStatus } from '../../station/station-context.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Sign } from '../../ui/sign.tsx'
import { bendStateOf, toneOf } from '../../ui/bend-state.ts'
import { LineHatch, PieceRing, sheetPaint } from '../../ui/drawing/index.ts'
import type { MalformedLine, ShownRow } from '../arranging/index.ts'
import type { RowTime } from '../times/index.ts'
import { isBesideName, RowSigns, useRowSigns, type RowSign } from './row-signs.tsx'
import { clockText, metalText } from './row-texts.ts'
import { noSigns } from './sheet-check.ts'
import type { ColouredSheet } from '../../../shared/colours/index.ts'

export const sheetSigns = lazyComponent(async () => (await import('./sheet-signs.tsx')).SheetSignsOf)

export interface EntryRowProps {
  view: EntryView
  place: Extract<ShownRow, { kind: 'entry' }>['place']
  listDate: string
  /** Its machine was chosen at this station; no other station knows it. */
  isChosenHere: boolean
  /** The list is of one machine, which the row does not name. */
  isOneMachine: boolean
  /** The sheet and its machine are checked, and its details read, now. */
  isChecked: boolean
  /** Undefined: not known, or nobody can bend it now. */
  time: RowTime | undefined
  /** Ms since 1970; null: the list is not of today, so that no time of day is known. */
  nowMs: number | null
  /** The state of the brake that has the sheet's program; null: the brake has another sheet's program, or none. */
  brakeState: BrakeState | null
  /** The row is in the tab order. */
  isTabStop: boolean
  onFocus: () => void
  /** While sheets are selected: whether this one is, and what a press does. Null: a press opens the sheet. */
  choosing: { isChosen: boolean; onToggle: () => void } | null
}

export function EntryRow(props: EntryRowProps) {
  const { view, place, listDate, isChecked, time, nowMs, brakeState, choosing } = props
  const texts = useTexts()
  const { listView } = useScreenStore()
  const { entry, mark, sheetState, stop } = view
  const tone = toneOf(bendStateOf({ mark, bent: entry.bent, sheetState, approval: entry.approval, stop }))
  const isOpen = entry.bent === null
  const [knownSigns, setKnownSigns] = useState(noSigns)
  const details = useRowDetails(entry.sheetId, isChecked).data ?? null
  const signs = isOpen ? knownSigns : noSigns
  const rowSigns = useRowSigns({ view, signs, brakeState, hasNote: details?.note !== null && details !== null })
  const isBlocked = signs.fault === 'unsound' || signs.refusal !== null
  const done = place === 'folded' ? (entry.bent?.quantity ?? entry.quantity) : (details?.done ?? 0)
  return (
    <>
      {isOpen && isChecked && (
        <Suspense fallback={null}>
          <sheetSigns.Component entry={entry} onSigns={setKnownSigns} />
        </Suspense>
      )}
      <Button
        variant="bare"
        className={`line line-${place} tone-${tone}`}
        excludeFromTabOrder={!props.isTabStop}
        onFocus={props.onFocus}
        aria-label={rowLabel(texts, entry, details, rowSigns)}
        {...(choosing === null ? {} : { 'aria-pressed': choosing.isChosen })}
        onPress={() => {
          if (choosing !== null) return choosing.onToggle()
          listView.onSheetOpened(entry.sheetId)
          goTo({ screen: 'sheet', date: listDate, sheetId: entry.sheetId })
        }}
      >
        <span className="cell cell-thumb">
          {choosing !== null && <span className="tick">{choosing.isChosen && <Icon name="check" />}</span>}
          <Thumbnail thumbnail={details?.thumbnail ?? null} sheet={entry} isBlocked={isBlocked} />
        </span>
        <NameCell {...props} signs={rowSigns} />
        <PiecesCell entry={entry} details={details} />
        <RowSigns signs={rowSigns} />
        <span className="cell cell-ring">
          <PieceRing done={done} wanted={entry.quantity} />
          {done}/{entry.quantity}
        </span>
        <TimeCells time={place === 'folded' ? undefined : time} nowMs={nowMs} />
      </Button>
    </>
  )
}

/** What a screen reader says. The list contains only the longest length; the details have all. */
function rowLabel(
  { t, mm, named }: Texts,
  entry: EntryView['entry'],
  details: RowDetails['details'],
  signs: readonly RowSign[],
): string {
  return t('list.row', {
    order: entry.orderNumber,
    sheet: entry.sheetNo,
    family: named('family', entry.family),
    material: named('material', entry.material),
    pieces: t('list.pieces', { count: entry.quantity }),
    lengths: t('list.lengths', { count: entry.quantity, length: mm(entry.lengthMm) }),
    state: [
      ...(signs.some(({ kind }) => kind === 'state') ? [] : [t('state.to_bend')]),
      ...signs.map(({ text, label }) => label ?? text),
      ...(details !== null && details.done > 0 ? [t('list.done_of', { done: details.done, of: entry.quantity })] : []),
    ].join(', '),
  })
}

/** The name of the profile; below it order and sheet, and what the heading above the row does not say. */
function NameCell({
  view: { entry },
  place,
  listDate,
  isChosenHere,
  isOneMachine,
  signs,
}: EntryRowProps & { signs: readonly RowSign[] }) {
  const texts = useTexts()
  const { t, named, shortDay } = texts
  const { brakes } = useStatus()
  const machine = brakes.find(({ id }) => id === entry.pressBrakeId)?.name ?? (isChosenHere ? entry.pressBrakeId : null)
  const { dueDate } = entry
  const facts = [
    ...(place === 'running' || place === 'folded' ? [metalText(texts, entry).main] : []),
    ...(place === 'group' ? [] : [entry.customerName]),
    ...(isOneMachine ? [] : [machine]),
    ...(isChosenHere ? [t('list.chosen_here')] : []),
    ...(place !== 'folded' && dueDate !== null && dueDate > listDate
      ? [t('plan.due', { day: shortDay(dueDate) })]
      : []),
  ]
  return (
    <span className="cell cell-name">
      <span className="main">
        {named('family', entry.family)} {entry.title !== null && <span className="row-title">{entry.title}</span>}
      </span>
      <span className="sub">
        <span className="row-order">{t('list.sheet', { order: entry.orderNumber, sheet: entry.sheetNo })}</span>
        {signs.filter(isBesideName).map(({ kind, tone, text }) => (
          <strong key={kind} className={`row-fact row-tag tone-${tone}`}>
            {text}
          </strong>
        ))}
        {facts
          .filter((fact) => fact !== null)
          .map((fact) => (
            <span key={fact} className="row-fact">
              {fact}
            </span>
          ))}
        <span className="row-fact row-bends">{t('list.bends', { count: entry.bendCount })}</span>
      </span>
    </span>
  )
}

function PiecesCell({ entry, details }: { entry: EntryView['entry']; details: RowDetails['details'] }) {
  const texts = useTexts()
  const lengths = details === null ? [roughPiecesText(texts, entry)] : piecesTexts(texts, details.pieces)
  return (
    <span className={lengths.length > 2 ? 'cell cell-pieces many' : 'cell cell-pieces'}>
      <span>
        {lengths.map((length, index) => (
          <Fragment key={length}>
            <span className="row-length">
              {length}
              {index < lengths.length - 1 && ' +'}
            </span>{' '}
          </Fragment>
        ))}
      </span>
    </span>
  )
}

function TimeCells({ time, nowMs }: Pick<EntryRowProps, 'time' | 'nowMs'>) {
  const { t } = useTexts()
  const clock = time === undefined || nowMs === null ? null : clockText(nowMs + time.endMin * 60_000, nowMs)
  return (
    <>
      <span className="cell cell-minutes">
        {time !== undefined && t('list.minutes', { min: Math.max(1, Math.round(time.minutes)) })}
      </span>
      <span className="cell cell-clock">
        {clock !== null && <time title={t('list.finished_at', { time: clock })}>{clock}</time>}
      </span>
    </>
  )
}

export function MalformedRow({ line }: { line: MalformedLine }) {
  const { t, field } = useTexts()
  return (
    <div className="line malformed tone-fault">
      <Sign tone="fault" />
      <span className="cell cell-fault">
        <span className="main">
          {t('list.malformed_line', { position: line.position })} · {t('list.malformed_line_todo')}
        </span>
        <span className="sub">
          {line.problems
            .map(({ path }) => t('unsound.to_office', { what: t('unsound.invalid', { field: field(path) }) }))
            .join(' · ')}
        </span>
      </span>
    </div>
  )
}

interface ThumbnailProps {
  /** Null: not loaded, or the profile has no shape. */
  thumbnail: NonNullable<RowDetails['details']>['thumbnail'] | null
  sheet: ColouredSheet
  /** Nobody can bend the sheet as it is: it is drawn in grey. */
  isBlocked: boolean
}

/** The width of the line in thumb-sheet. */
const thumbWidth = 3.2

/** The line is drawn over a wider one, so that a dark sheet is seen on a dark ground. */
function Thumbnail({ thumbnail, sheet, isBlocked }: ThumbnailProps) {
  if (thumbnail === null) return <span className="thumb" />
  return (
    <svg
      className={isBlocked ? 'thumb thumb-blocked' : 'thumb'}
      viewBox={thumbnail.viewBox}
      style={sheetPaint(sheet)}
      aria-hidden="true"
      focusable="false"
    >
      <path className="thumb-halo" d={thumbnail.path} />
      <path className="thumb-sheet" d={thumbnail.path} />
      {!isBlocked && <LineHatch sheet={sheet} d={thumbnail.path} width={thumbWidth} />}
    </svg>
  )
}
