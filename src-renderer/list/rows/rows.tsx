// One row of the day's list: a sheet, an entry that cannot be read, or the heading of a lot.
import type { ColouredSheet } from '../../../shared/colours/index.ts'
import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { EntryView } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { useScreenStore } from '../../store/use-screen-store.ts'
import { goTo } from '../../use-route.ts'
import { useStatus } from '../../station/station-context.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { SheetSwatch } from '../../ui/sheet-swatch.tsx'
import { Sign } from '../../ui/sign.tsx'
import { bendStateOf, isLate, toneOf, type Tone } from '../../ui/bend-state.ts'
import type { MalformedLine, ShownRow } from '../arranging/index.ts'
import { noSigns } from './sheet-check.ts'

export const sheetSigns = lazyComponent(async () => (await import('./sheet-signs.tsx')).SheetSignsOf)

export interface EntryRowProps {
  view: EntryView
  listDate: string
  /** Its machine was chosen at this station; no other station knows it. */
  isChosenHere: boolean
  /** The sheet and its machine are checked now. */
  isChecked: boolean
  /** The row is in the tab order. */
  isTabStop: boolean
  onFocus: () => void
  /** While sheets are selected: whether this one is, and what a press does. Null: a press opens the sheet. */
  choosing: { isChosen: boolean; onToggle: () => void } | null
}

export function EntryRow({ view, listDate, isChosenHere, isChecked, isTabStop, onFocus, choosing }: EntryRowProps) {
  const { t, mm, thickness, named } = useTexts()
  const { today, brakes } = useStatus()
  const { listView } = useScreenStore()
  const { entry, mark, sheetState, stop } = view
  const state = bendStateOf({ mark, bent: entry.bent, sheetState, approval: entry.approval, stop })
  const tone = toneOf(state)
  const late = isLate(entry.dueDate, today, state)
  const family = named('family', entry.family)
  const material = named('material', entry.material)
  const brake = brakes.find(({ id }) => id === entry.pressBrakeId)
  const isOpen = entry.bent === null
  const [signs, setSigns] = useState(noSigns)
  const { fault, refusingMachine } = isOpen ? signs : noSigns
  const notes = [
    t(`state.${state}`),
    ...(late ? [t('list.late')] : []),
    ...(fault === null ? [] : [t(`list.fault_${fault}`)]),
    ...(refusingMachine === null ? [] : [t('machines.row_no', { brake: refusingMachine })]),
  ]
  const pieces = t('list.pieces', { count: entry.quantity })
  // the list contains only the longest piece
  const lengths = t('list.lengths', { count: entry.quantity, length: mm(entry.lengthMm) })
  return (
    <>
      {isOpen && isChecked && (
        <Suspense fallback={null}>
          <sheetSigns.Component entry={entry} onSigns={setSigns} />
        </Suspense>
      )}
      <Button
        variant="bare"
        className={`line tone-${tone}`}
        excludeFromTabOrder={!isTabStop}
        onFocus={onFocus}
        aria-label={t('list.row', {
          order: entry.orderNumber,
          sheet: entry.sheetNo,
          family,
          material,
          pieces,
          lengths,
          state: notes.join(', '),
        })}
        {...(choosing === null ? {} : { 'aria-pressed': choosing.isChosen })}
        onPress={() => {
          if (choosing !== null) return choosing.onToggle()
          listView.onSheetOpened(entry.sheetId)
          goTo({ screen: 'sheet', date: listDate, sheetId: entry.sheetId })
        }}
      >
        <span className="cell cell-state">
          {choosing === null ? <Sign tone={tone} /> : <span className="tick">{choosing.isChosen && '✓'}</span>}
          <span className="state-text">{t(`state.${state}`)}</span>
        </span>
        <span className="cell cell-order">
          <span className="main">{t('list.sheet', { order: entry.orderNumber, sheet: entry.sheetNo })}</span>
          <span className="sub">{[entry.customerName, entry.title].filter((part) => part !== null).join(' – ')}</span>
          {fault !== null && (
            <RowSign tone={fault === 'unsound' ? 'fault' : 'person'} text={t(`list.fault_${fault}`)} />
          )}
        </span>
        <span className="cell cell-what">
          <span className="main">{family}</span>
          <BendsAndBrake entry={entry} brakeName={brake?.name} isChosenHere={isChosenHere} />
          {refusingMachine !== null && <RowSign tone="fault" text={t('machines.row_sign')} />}
        </span>
        <Cell
          name="material"
          main={material}
          sheet={entry}
          sub={[entry.colour, `${thickness(entry.thicknessMm)} mm`].filter(Boolean).join(' · ')}
        />
        <Cell name="pieces" main={pieces} sub={lengths} />
        <DueCell entry={entry} isLate={late} />
      </Button>
    </>
  )
}

interface CellProps {
  name: 'material' | 'pieces'
  main: string
  sub: string
  /** Its colour is shown at the edge of the cell. */
  sheet?: ColouredSheet
}

function Cell({ name, main, sub, sheet }: CellProps) {
  return (
    <span className={`cell cell-${name}`}>
      {sheet !== undefined && <SheetSwatch sheet={sheet} />}
      <span className="main">{main}</span>
      <span className="sub">{sub}</span>
    </span>
  )
}

function RowSign({ tone, text }: { tone: Tone; text: string }) {
  return (
    <span className={`row-sign tone-${tone}`}>
      <Sign tone={tone} /> {text}
    </span>
  )
}

export function MalformedRow({ line }: { line: MalformedLine }) {
  const { t } = useTexts()
  return (
    <div className="line malformed tone-fault">
      <span className="cell cell-state">
        <Sign tone="fault" />
      </span>
      <span className="cell cell-fault">
        <span className="main">{t('list.malformed_line', { position: line.position })}</span>
        <span className="sub">{t('list.malformed_line_todo')}</span>
        <span className="sub">
          {line.problems.map(({ path, message }) => t('unsound.to_office', { field: path, message })).join(' · ')}
        </span>
      </span>
    </div>
  )
}

function approvalSign(approval: string): string {
  switch (approval) {
    case 'approved':
      return '✓'
    case 'awaiting':
      return '?'
    case 'change_requested':
      return '!'
    default:
      return '–'
  }
}

/** The heading of the sheets of one material, colour and thickness. */
export function LotHead({ row }: { row: Extract<ShownRow, { kind: 'lot' }> }) {
  const { t, thickness, named } = useTexts()
  const { lot, sheets, pieces, bent } = row
  return (
    <div className="lot">
      <span className="lot-name">
        <SheetSwatch sheet={lot} />
        {[named('material', lot.material), lot.colour, `${thickness(lot.thicknessMm)}\u00a0mm`]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className="sub">
        {t('list.lot', { count: sheets, pieces: t('list.pieces', { count: pieces }), left: sheets - bent })}
      </span>
    </div>
  )
}

interface BendsAndBrakeProps {
  entry: EntryView['entry']
  /** Undefined: no brake is planned, or it is unknown. */
  brakeName: string | undefined
  isChosenHere: boolean
}

function BendsAndBrake({ entry, brakeName, isChosenHere }: BendsAndBrakeProps) {
  const { t } = useTexts()
  return (
    <span className="sub">
      <span className="bends">
        {t('list.bends', { count: entry.bendCount })}
        {brakeName !== undefined && ' · '}
      </span>
      {brakeName ?? (isChosenHere ? entry.pressBrakeId : null)}
      {isChosenHere && ` (${t('list.chosen_here')})`}
    </span>
  )
}

function DueCell({ entry, isLate: isTooLate }: { entry: EntryView['entry']; isLate: boolean }) {
  const { t, shortDay, date, named } = useTexts()
  return (
    <span className="cell cell-due">
      <span className={isTooLate ? 'late' : 'main'}>
        {isTooLate && <strong>{t('list.late')} </strong>}
        {entry.dueDate === null ? t('list.no_due') : isTooLate ? date(entry.dueDate) : shortDay(entry.dueDate)}
      </span>
      <span className={`sub approval-${entry.approval}`}>
        {entry.reworkCount > 0 && <strong className="tag">{t('list.rework')} </strong>}
        {/* shown on every row, it would hide the sheets that wait */}
        {entry.approval !== 'not_required' && (
          <>
            <span aria-hidden="true">{approvalSign(entry.approval)}</span> {named('approval', entry.approval)}
          </>
        )}
      </span>
    </span>
  )
}
