// All choices for one sheet: machine, position, pin and lengths.
import { Button } from '../../ui/button.tsx'
import type { PlanRow } from '../../../shared/planning/index.ts'
import type { PlanMachine } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { DialogButtons, ModalDialog } from '../../ui/dialogs/index.ts'
import { Sign } from '../../ui/sign.tsx'
import { blankOf, piecesOf, sheetNameOf } from '../plan-texts.ts'
import { SheetLengths } from './sheet-lengths.tsx'
import { SheetMachines } from './sheet-machines.tsx'
import { SheetPlace } from './sheet-place.tsx'
import type { PlanActions } from '../use-plan-actions.ts'

export interface SheetDialogProps {
  /** Null: the dialog is closed. */
  row: PlanRow | null
  /** The unfinished sheets of its machine, in order. */
  lane: readonly PlanRow[]
  machines: readonly PlanMachine[]
  /** The default lap of a split. */
  lapMm: number
  actions: PlanActions
  onChoose: (row: PlanRow, machine: string) => void
  onOpenSheet: (row: PlanRow) => void
  onClose: () => void
}

export function SheetDialog(props: SheetDialogProps) {
  const { row, onClose } = props
  return (
    <ModalDialog title={row === null ? '' : sheetNameOf(row)} isOpen={row !== null} onClose={onClose}>
      {row !== null && <Choices {...props} row={row} />}
    </ModalDialog>
  )
}

function Choices(props: SheetDialogProps & { row: PlanRow }) {
  const { row, lane, machines, lapMm, actions, onChoose, onOpenSheet, onClose } = props
  const texts = useTexts()
  const { t } = texts
  const { isPending } = actions
  // a running action does not disable the buttons, so that the focus stays
  const isEnabled = (isPending || !actions.isBusy) && !row.isDone
  return (
    <>
      <p className="sub">
        {blankOf(texts, row)} · {piecesOf(texts, row)}
      </p>
      {row.planned.isStale && (
        <p className="warning tone-needs_person">
          <Sign tone="needs_person" />
          <span>{t('plan.stale_text')}</span>
        </p>
      )}
      <SheetMachines
        row={row}
        machines={machines}
        isEnabled={isEnabled}
        isPending={isPending}
        onChoose={(machine) => onChoose(row, machine)}
      />
      <SheetPlace
        row={row}
        lane={lane}
        isEnabled={isEnabled}
        isPending={isPending}
        onMove={(before) => actions.move(row, row.planned.machine ?? '', before)}
        onPin={(isPinned) => actions.pin(row, isPinned)}
      />
      <SheetLengths
        row={row}
        machines={machines}
        defaultLapMm={lapMm}
        isEnabled={isEnabled}
        isPending={isPending}
        onSplit={(into) => actions.split(row, into)}
      />
      <DialogButtons onClose={onClose} closeText={t('plan.close')}>
        <Button onPress={() => onOpenSheet(row)}>{t('plan.open_sheet')}</Button>
      </DialogButtons>
    </>
  )
}
