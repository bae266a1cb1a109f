// One line of the day's list: a sheet to press, or what is said of a line that could not be read.
import { Suspense, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { EntryView } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { goTo } from '../use-route.ts'
import { useStatus } from '../station/station-context.tsx'
import { later } from '../ui/later.tsx'
import { Sign } from '../ui/sign.tsx'
import { bendStateOf, isLate, toneOf, type Tone } from './bend-state.ts'
import type { MalformedLine } from './list-rows.ts'
import { sheetOpened } from './look-now.ts'
import { noSigns } from './sheet-fault.ts'

export const sheetSigns = later(async () => (await import('./sheet-signs.tsx')).SheetSignsOf)

export interface EntryRowProps {
  view: EntryView
  listDate: string
  /** Its machine was chosen at this station, and is known here alone. */
  isChosenHere: boolean
  /** Whether it is time to ask if it is right and its machine can take it. */
  looksCloser: boolean
  /** Whether the tab key comes to it. */
  isTabStop: boolean
  onFocus: () => void
  /** While sheets are being chosen: whether this one is, and what a press does then. Null: a press opens it. */
  choosing: { isChosen: boolean; onToggle: () => void } | null
}

export function EntryRow({ view, listDate, isChosenHere, looksCloser, isTabStop, onFocus, choosing }: EntryRowProps) {
  const { t, mm, thickness, shortDay, date, named } = useWords()
  const { today, brakes } = useStatus()
  const { entry, mark, sheetState, stop } = view
  const state = bendStateOf({ mark, bent: entry.bent, sheetState, approval: entry.approval, stop })
  const tone = toneOf(state)
  const late = isLate(entry.dueDate, today, state)
  const family = named('family', entry.family)
  const material = named('material', entry.material)
  const brake = brakes.find(({ id }) => id === entry.pressBrakeId)
  const isOpen = entry.bent === null
  const [signs, say] = useState(noSigns)
  const { fault, refusing } = isOpen ? signs : noSigns
  const notes = [
    t(`state.${state}`),
    ...(late ? [t('list.late')] : []),
    ...(fault === null ? [] : [t(`list.fault_${fault}`)]),
    ...(refusing === null ? [] : [t('machines.row_no', { brake: refusing })]),
  ]
  const pieces = t('list.pieces', { count: entry.quantity })
  // the list tells the longest of the pieces only
  const lengths = t('list.lengths', { count: entry.quantity, length: mm(entry.lengthMm) })
  return (
    <>
      {isOpen && looksCloser && (
        <Suspense fallback={null}>
          <sheetSigns.Part entry={entry} say={say} />
        </Suspense>
      )}
      <Button
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
          sheetOpened(entry.sheetId)
          goTo({ screen: 'sheet', date: listDate, sheetId: entry.sheetId })
        }}
      >
        <span className="cell cell-state">
          {choosing === null ? <Sign tone={tone} /> : <span className="tick">{choosing.isChosen && '✓'}</span>}
          <span className="state-word">{t(`state.${state}`)}</span>
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
          <span className="sub">
            <span className="bends">
              {t('list.bends', { count: entry.bendCount })}
              {brake !== undefined && ' · '}
            </span>
            {brake?.name ?? (isChosenHere ? entry.pressBrakeId : null)}
            {isChosenHere && ` (${t('list.chosen_here')})`}
          </span>
          {refusing !== null && <RowSign tone="fault" text={t('machines.row_sign')} />}
        </span>
        <span className="cell cell-material">
          <span className="main">{material}</span>
          <span className="sub">
            {[entry.colour, `${thickness(entry.thicknessMm)} mm`].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="cell cell-pieces">
          <span className="main">{pieces}</span>
          <span className="sub">{lengths}</span>
        </span>
        <span className="cell cell-due">
          <span className={late ? 'late' : 'main'}>
            {late && <strong>{t('list.late')} </strong>}
            {entry.dueDate === null ? t('list.no_due') : late ? date(entry.dueDate) : shortDay(entry.dueDate)}
          </span>
          <span className={`sub approval-${entry.approval}`}>
            {entry.reworkCount > 0 && <strong className="tag">{t('list.rework')} </strong>}
            {/* said of every line, it would hide those that wait */}
            {entry.approval !== 'not_required' && (
              <>
                <span aria-hidden="true">{approvalSign(entry.approval)}</span> {named('approval', entry.approval)}
              </>
            )}
          </span>
        </span>
      </Button>
    </>
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
  const { t } = useWords()
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
