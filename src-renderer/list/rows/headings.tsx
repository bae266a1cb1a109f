// The lines of the list that are not sheets: the heading of a group, and the bent sheets as one line.
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SheetSwatch } from '../../ui/drawing/index.ts'
import { Sign } from '../../ui/sign.tsx'
import { useTexts } from '../../language/use-texts.ts'
import type { LotRow, ShownRow } from '../arranging/index.ts'
import type { DayTimes } from '../times/index.ts'
import { changeText, metalText } from './row-texts.ts'

export interface GroupHeadingProps {
  row: LotRow
  times: DayTimes
  /** What must be changed is shown only in the list of one machine. */
  isOneMachine: boolean
}

export function GroupHeading({ row, times, isOneMachine }: GroupHeadingProps) {
  const texts = useTexts()
  const { t } = texts
  const { lot, sheets, pieces, customerName, firstSheetId, sheetIds } = row
  const { main, material } = metalText(texts, lot)
  const first = times.get(firstSheetId)
  const change = first === undefined || !isOneMachine ? null : changeText(texts, first)
  const minutes = sheetIds.reduce((sum, id) => sum + (times.get(id)?.minutes ?? 0), 0)
  return (
    <div className="lot">
      <span className="lot-name">
        <SheetSwatch sheet={lot} />
        <strong>{main}</strong>
        {material !== null && <> · {material}</>}
      </span>
      {customerName !== null && <span className="lot-customer">{customerName}</span>}
      {change !== null && (
        <span className="lot-change">
          <Icon name="change" />
          {change}
        </span>
      )}
      <span className="lot-sum">
        {t('list.group', { count: sheets, pieces: t('list.pieces', { count: pieces }) })}
        {minutes > 0 && ` · ${t('list.minutes', { min: Math.round(minutes) })}`}
      </span>
    </div>
  )
}

export interface FoldLineProps {
  row: Extract<ShownRow, { kind: 'fold' }>
  isTabStop: boolean
  onFocus: () => void
  /** Undefined: the fold stays open, because its sheets are searched for or selected. */
  onToggle: (() => void) | undefined
}

/** 'x sheets bent · y pieces'. A press opens and closes it. */
export function FoldLine({ row: { sheets, pieces, isOpen }, isTabStop, onFocus, onToggle }: FoldLineProps) {
  const { t } = useTexts()
  return (
    <Button
      variant="bare"
      className="fold"
      aria-expanded={isOpen}
      excludeFromTabOrder={!isTabStop}
      onFocus={onFocus}
      isDisabled={onToggle === undefined}
      {...(onToggle === undefined ? {} : { onPress: onToggle })}
    >
      <Sign tone="done" />
      <span>{t('list.folded', { count: sheets, pieces: t('list.folded_pieces', { count: pieces }) })}</span>
      {onToggle !== undefined && (
        <span className="fold-end">
          {t(isOpen ? 'list.fold_close' : 'list.fold_open')} <Icon name={isOpen ? 'fold' : 'open'} />
        </span>
      )}
    </Button>
  )
}
