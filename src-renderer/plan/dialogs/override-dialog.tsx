// Asks for confirmation before a sheet is planned on a machine that cannot bend it, with the reasons.
import { Button } from '../../ui/button.tsx'
import type { PlanRow } from '../../../shared/planning/index.ts'
import type { PlanMachine } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { DialogButtons, ModalDialog } from '../../ui/dialogs/index.ts'
import { sheetNameOf } from '../plan-texts.ts'
import { useReasons } from '../use-reasons.ts'

/** A sheet, and the chosen machine that cannot bend it. */
export interface MachineOverride {
  row: PlanRow
  machine: PlanMachine
}

export interface OverrideDialogProps {
  /** Null: the dialog is closed. */
  override: MachineOverride | null
  machines: readonly PlanMachine[]
  onChoose: (override: MachineOverride) => void
  onClose: () => void
}

export function OverrideDialog({ override, machines, onChoose, onClose }: OverrideDialogProps) {
  const { t } = useTexts()
  const title =
    override === null
      ? ''
      : t('plan.in_spite_title', { machine: override.machine.name, sheet: sheetNameOf(override.row) })
  return (
    <ModalDialog title={title} isOpen={override !== null} onClose={onClose}>
      {override !== null && <Reasons override={override} machines={machines} />}
      <DialogButtons onClose={onClose}>
        <Button variant="alarm" onPress={() => override !== null && onChoose(override)}>
          {t('plan.in_spite')}
        </Button>
      </DialogButtons>
    </ModalDialog>
  )
}

function Reasons({
  override: { row, machine },
  machines,
}: {
  override: MachineOverride
  machines: readonly PlanMachine[]
}) {
  const { t } = useTexts()
  const reasons = useReasons(row, machines)(machine)
  return (
    <>
      <ul className="machine-reasons">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p>{t('plan.in_spite_means')}</p>
    </>
  )
}
