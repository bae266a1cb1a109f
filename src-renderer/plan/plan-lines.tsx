// The sheets of the plan, of which only the visible ones are on the page: dragged to a place in their machine's order or onto another
// machine; whatever is dragged can be pressed, too.
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { Button } from 'react-aria-components/Button'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import type { PlanRow } from '../../shared/planning/index.ts'
import type { PlanMachine } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { draggedSheet } from './loads.tsx'
import { PlanLine } from './plan-line.tsx'
import { sheetNameOf } from './plan-words.ts'

export interface PlanLinesProps {
  rows: readonly PlanRow[]
  machines: readonly PlanMachine[]
  /** Whose order is shown; null: several machines', and nothing is moved. */
  ordered: string | null
  isDisabled: boolean
  onChoose: (row: PlanRow, machine: string) => void
  onMove: (row: PlanRow, before: string | null) => void
  onOpen: (row: PlanRow) => void
}

/** CSS pixels: as the style sheet has it. */
export const planLineHeight = 96

export function PlanLines({ rows, machines, ordered, isDisabled, onChoose, onMove, onOpen }: PlanLinesProps) {
  const { t } = useWords()
  const place = (sheetId: string, target: string, position: 'before' | 'after' | 'on'): void => {
    const row = rows.find((one) => one.sheetId === sheetId)
    const others = rows.filter((one) => one.sheetId !== sheetId)
    const at = others.findIndex((one) => one.sheetId === target)
    if (row === undefined || at < 0) return
    onMove(row, others[position === 'after' ? at + 1 : at]?.sheetId ?? null)
  }
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled,
    getItems: (keys) =>
      [...keys].map((key) => {
        const row = rows.find(({ sheetId }) => sheetId === key)
        return { [draggedSheet]: String(key), 'text/plain': row === undefined ? '' : sheetNameOf(row) }
      }),
    ...(ordered === null
      ? {}
      : {
          onReorder: ({ keys, target }) => {
            for (const key of keys) place(String(key), String(target.key), target.dropPosition)
          },
        }),
  })
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: planLineHeight, gap: 4 }}>
      <GridList
        className="plan-lines"
        aria-label={t('plan.lines')}
        selectionMode="none"
        dragAndDropHooks={dragAndDropHooks}
        dependencies={[rows, machines, isDisabled]}
        items={rows.map((row) => ({ id: row.sheetId, row }))}
        // the arrows lead from sheet to sheet, Tab to what can be pressed in one
        keyboardNavigationBehavior="tab"
      >
        {({ row }) => (
          <GridListItem
            id={row.sheetId}
            textValue={sheetNameOf(row)}
            className="plan-line"
            onAction={() => onOpen(row)}
          >
            <Button slot="drag" className="plan-grip" aria-label={t('plan.drag', { sheet: sheetNameOf(row) })}>
              ⠿
            </Button>
            <PlanLine
              row={row}
              machines={machines}
              isDisabled={isDisabled}
              onChoose={(machine) => onChoose(row, machine)}
              onOpen={() => onOpen(row)}
            />
          </GridListItem>
        )}
      </GridList>
    </Virtualizer>
  )
}
