// Asked before a sheet is given to a machine that cannot take it: why not, and whether it is to be given all the same.
import { Button } from 'react-aria-components/Button'
import type { PlanRow } from '../../shared/planning/index.ts'
import type { PlanMachine } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { sheetNameOf } from './plan-words.ts'
import { useReasons } from './use-reasons.ts'

/** A sheet, and the machine that it is to be given to. */
export interface InSpite {
  row: PlanRow
  machine: PlanMachine
}

export interface InSpiteDialogProps {
  /** Null: nothing is asked. */
  asked: InSpite | null
  machines: readonly PlanMachine[]
  onChoose: (asked: InSpite) => void
  onClose: () => void
}

export function InSpiteDialog({ asked, machines, onChoose, onClose }: InSpiteDialogProps) {
  const { t } = useWords()
  const title =
    asked === null ? '' : t('plan.in_spite_title', { machine: asked.machine.name, sheet: sheetNameOf(asked.row) })
  return (
    <ModalDialog title={title} isOpen={asked !== null} onClose={onClose}>
      {asked !== null && <Why asked={asked} machines={machines} />}
      <div className="dialog-buttons">
        <Button className="button primary" onPress={onClose}>
          {t('question.cancel')}
        </Button>
        <Button className="button" onPress={() => asked !== null && onChoose(asked)}>
          {t('plan.in_spite')}
        </Button>
      </div>
    </ModalDialog>
  )
}

function Why({ asked: { row, machine }, machines }: { asked: InSpite; machines: readonly PlanMachine[] }) {
  const { t } = useWords()
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
