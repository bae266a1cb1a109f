// What is special about the sheet of a row, each with a sign and a word: its state, its faults, its due date, and the office's note.
import type { BrakeState, EntryView } from '../../../shared/station-api/index.ts'
import { useTexts, type Texts } from '../../language/use-texts.ts'
import { useStatus } from '../../station/station-context.tsx'
import { useSheetElsewhere } from '../../station/stations-queries.ts'
import { elsewhereTexts } from '../../peers/elsewhere-texts.ts'
import { bendStateOf, isLate, toneOf, type Tone } from '../../ui/bend-state.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sign } from '../../ui/sign.tsx'
import type { SheetSigns } from './sheet-check.ts'

export interface RowSign {
  kind: 'state' | 'brake' | 'elsewhere' | 'late' | 'rework' | 'fault' | 'refusal' | 'note'
  tone: Tone
  text: string
  /** What a screen reader says instead. */
  label?: string
}

export interface RowSignFacts {
  view: EntryView
  signs: SheetSigns
  /** Null: another sheet is at the brake, or none. */
  brakeState: BrakeState | null
  hasNote: boolean
}

/** In the order of their importance. A sheet with nothing special has no signs. */
export function useRowSigns({ view, signs, brakeState, hasNote }: RowSignFacts): RowSign[] {
  const texts = useTexts()
  const { today } = useStatus()
  const [elsewhere] = elsewhereTexts(texts, useSheetElsewhere(view.entry.sheetId))
  const { t } = texts
  const { entry, mark, sheetState, stop } = view
  const state = bendStateOf({ mark, bent: entry.bent, sheetState, approval: entry.approval, stop })
  return [
    ...(brakeState === null ? [] : [brakeSign(texts, brakeState)]),
    ...(elsewhere === undefined ? [] : [{ kind: 'elsewhere', tone: elsewhere.tone, text: elsewhere.text } as const]),
    ...(state === 'to_bend' ? [] : [{ kind: 'state', tone: toneOf(state), text: t(`state.${state}`) } as const]),
    ...(signs.fault === null
      ? []
      : [
          {
            kind: 'fault',
            tone: signs.fault === 'unsound' ? 'fault' : 'needs_person',
            text: t(`list.fault_${signs.fault}`),
          } as const,
        ]),
    ...(signs.refusal === null
      ? []
      : [
          {
            kind: 'refusal',
            tone: 'fault',
            text: [t('list.refused'), signs.refusal.reason].filter((part) => part !== null).join(': '),
            label: [t('machines.row_no', { brake: signs.refusal.machine }), signs.refusal.reason]
              .filter((part) => part !== null)
              .join(': '),
          } as const,
        ]),
    ...(isLate(entry.dueDate, today, state) && entry.dueDate !== null
      ? [{ kind: 'late', tone: 'fault', text: t('list.late_since', { day: texts.date(entry.dueDate) }) } as const]
      : []),
    ...(entry.reworkCount > 0 && entry.bent === null
      ? [{ kind: 'rework', tone: 'needs_person', text: t('list.rework') } as const]
      : []),
    ...(hasNote ? [{ kind: 'note', tone: 'open', text: t('list.note') } as const] : []),
  ]
}

const brakeSign = ({ t }: Texts, state: BrakeState): RowSign => ({
  kind: 'brake',
  tone: state === 'alarm' ? 'fault' : state === 'stale' || state === 'disconnected' ? 'uncertain' : 'done',
  text: t('list.at_brake', { state: t(`brake_link.state_short.${state}`) }),
})

/** These are beside the name of the sheet, the others in their own cell. */
export const isBesideName = ({ kind }: RowSign): boolean => kind === 'late' || kind === 'rework'

/** More words do not fit into a row at a size that can be read from a distance. */
const maxWords = 2

/** The less important signs have no word. A screen reader says all words with the row. */
export function RowSigns({ signs }: { signs: readonly RowSign[] }) {
  const shown = signs.filter((sign) => !isBesideName(sign))
  return (
    <span className="cell cell-signs">
      {shown.map(({ kind, tone, text }, place) => (
        <span key={kind} className={`row-sign tone-${tone}`}>
          {kind === 'note' ? <Icon name="note" /> : <Sign tone={tone} />} {place < maxWords && <span>{text}</span>}
        </span>
      ))}
    </span>
  )
}
