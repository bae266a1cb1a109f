// Proposes a better order for a machine's day: what it saves, and whether more could be saved.
import { Button } from '../../ui/button.tsx'
import type { Lane, PlanLane } from '../../../shared/planning/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { DialogButtons, ModalDialog } from '../../ui/dialogs/index.ts'
import { timeOf } from '../plan-texts.ts'
import { useProposal } from '../use-proposal.ts'

export interface OrderDialogProps {
  /** Null: the dialog is closed. */
  lane: PlanLane | null
  onTake: (sheetIds: string[]) => void
  onClose: () => void
}

export function OrderDialog({ lane, onTake, onClose }: OrderDialogProps) {
  const { t } = useTexts()
  const title = lane === null ? '' : t('plan.order_title', { machine: lane.machine.name })
  return (
    <ModalDialog title={title} isOpen={lane !== null} onClose={onClose}>
      {lane !== null && <Proposal lane={lane} onTake={onTake} onClose={onClose} />}
    </ModalDialog>
  )
}

const changeCountOf = ({ slots }: Lane): number => slots.filter(({ changes }) => changes.length > 0).length
const lateCountOf = ({ slots }: Lane): number => slots.filter(({ isLate }) => isLate).length

function Proposal({ lane, onTake, onClose }: OrderDialogProps & { lane: PlanLane }) {
  const texts = useTexts()
  const { t } = texts
  const { done, order } = useProposal(lane)
  if (order === null)
    return (
      <>
        <p role="status">{t('plan.computing')}</p>
        <progress aria-label={t('plan.computing')} value={done} />
        <DialogButtons onClose={onClose} closeText={t('question.cancel')} />
      </>
    )
  const { presentLane, lane: better, isProven, atLeastMin, jobs } = order
  const isBetter = better !== presentLane
  return (
    <>
      <table className="table">
        <thead>
          <tr>
            <td />
            <th scope="col">{t('plan.order_now')}</th>
            <th scope="col">{t('plan.order_proposed')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('plan.changes')}</th>
            <td>{changeCountOf(presentLane)}</td>
            <td>{changeCountOf(better)}</td>
          </tr>
          <tr>
            <th scope="row">{t('plan.change_time')}</th>
            <td>{timeOf(texts, presentLane.changeMin)}</td>
            <td>{timeOf(texts, better.changeMin)}</td>
          </tr>
          <tr>
            <th scope="row">{t('plan.late_sheets')}</th>
            <td>{lateCountOf(presentLane)}</td>
            <td>{lateCountOf(better)}</td>
          </tr>
        </tbody>
      </table>
      <p>
        {isProven
          ? t('plan.proven')
          : t('plan.bounded', { time: timeOf(texts, Math.max(0, better.changeMin - atLeastMin)) })}
      </p>
      <p className="sub">{t('plan.pinned_stay')}</p>
      {!isBetter && <p>{t('plan.no_better')}</p>}
      {isBetter ? (
        <DialogButtons onClose={onClose}>
          <Button variant="primary" onPress={() => onTake(jobs.map(({ id }) => id))}>
            {t('plan.take_order')}
          </Button>
        </DialogButtons>
      ) : (
        <DialogButtons onClose={onClose} />
      )}
    </>
  )
}
