// All that can be chosen for one sheet, by large buttons: its machine, its place, its pin, its lengths.
import { Button } from 'react-aria-components/Button'
import type { PlanRow } from '../../shared/planning/index.ts'
import type { PlanMachine } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { Sign } from '../ui/sign.tsx'
import { plateOf, sheetNameOf } from './plan-words.ts'
import { SheetLengths } from './sheet-lengths.tsx'
import { SheetMachines } from './sheet-machines.tsx'
import { SheetPlace } from './sheet-place.tsx'
import type { PlanActs } from './use-plan-acts.ts'

export interface SheetDialogProps {
  /** Null: none is asked about. */
  row: PlanRow | null
  /** The sheets left to do on its machine, in order. */
  lane: readonly PlanRow[]
  machines: readonly PlanMachine[]
  /** What a split begins with. */
  lapMm: number
  acts: PlanActs
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
  const { row, lane, machines, lapMm, acts, onChoose, onOpenSheet, onClose } = props
  const words = useWords()
  const { t, mm } = words
  const { entry } = row.view
  const { isPending } = acts
  // a press in vain while one is on its way keeps its place, and the keys with it
  const isFree = (isPending || !acts.isBusy) && !row.isDone
  return (
    <>
      <p className="sub">
        {plateOf(words, row)} · {t('plan.pieces', { count: entry.quantity, length: mm(entry.lengthMm) })}
      </p>
      {row.planned.isStale && (
        <p className="warning tone-person">
          <Sign tone="person" />
          <span>{t('plan.stale_text')}</span>
        </p>
      )}
      <SheetMachines
        row={row}
        machines={machines}
        isFree={isFree}
        isPending={isPending}
        onChoose={(machine) => onChoose(row, machine)}
      />
      <SheetPlace
        row={row}
        lane={lane}
        isFree={isFree}
        isPending={isPending}
        onMove={(before) => acts.move(row, row.planned.machine ?? '', before)}
        onPin={(isPinned) => acts.pin(row, isPinned)}
      />
      <SheetLengths
        row={row}
        machines={machines}
        usualLapMm={lapMm}
        isFree={isFree}
        isPending={isPending}
        onSplit={(into) => acts.split(row, into)}
      />
      <div className="dialog-buttons">
        <Button className="button" onPress={() => onOpenSheet(row)}>
          {t('plan.open_sheet')}
        </Button>
        <Button className="button primary" onPress={onClose}>
          {t('plan.close')}
        </Button>
      </div>
    </>
  )
}
