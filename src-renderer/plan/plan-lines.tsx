// The sheets of the plan as a virtual list. A sheet can be dragged to another position or machine; buttons offer the same.
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import type { PlanRow } from '../../shared/planning/index.ts'
import type { PlanMachine } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { draggedSheet } from './loads.tsx'
import { PlanLine } from './plan-line.tsx'
import { sheetNameOf } from './plan-texts.ts'

export interface PlanLinesProps {
  rows: readonly PlanRow[]
  machines: readonly PlanMachine[]
  /** The machine whose order is shown; null: several machines, without moving. */
  orderedMachine: string | null
  isDisabled: boolean
  onChoose: (row: PlanRow, machine: string) => void
  onMove: (row: PlanRow, before: string | null) => void
  onOpen: (row: PlanRow) => void
}

/** CSS pixels, as in plan.css. */
const planLineHeight = 96

export function PlanLines({ rows, machines, orderedMachine, isDisabled, onChoose, onMove, onOpen }: PlanLinesProps) {
  const { t } = useTexts()
  const moveTo = (sheetId: string, target: string, position: 'before' | 'after' | 'on'): void => {
    const row = rows.find((candidate) => candidate.sheetId === sheetId)
    const others = rows.filter((candidate) => candidate.sheetId !== sheetId)
    const index = others.findIndex((candidate) => candidate.sheetId === target)
    if (row === undefined || index < 0) return
    onMove(row, others[position === 'after' ? index + 1 : index]?.sheetId ?? null)
  }
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled,
    getItems: (keys) =>
      [...keys].map((key) => {
        const row = rows.find(({ sheetId }) => sheetId === key)
        return { [draggedSheet]: String(key), 'text/plain': row === undefined ? '' : sheetNameOf(row) }
      }),
    ...(orderedMachine === null
      ? {}
      : {
          onReorder: ({ keys, target }) => {
            for (const key of keys) moveTo(String(key), String(target.key), target.dropPosition)
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
        // the arrow keys move between sheets, Tab between the buttons of one
        keyboardNavigationBehavior="tab"
      >
        {({ row }) => (
          <GridListItem
            id={row.sheetId}
            textValue={sheetNameOf(row)}
            className="plan-line"
            onAction={() => onOpen(row)}
          >
            <Button
              slot="drag"
              variant="bare"
              className="plan-grip"
              aria-label={t('plan.drag', { sheet: sheetNameOf(row) })}
            >
              <Icon name="grip" />
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
