// Opens the bend plan over the whole screen.
import { useState } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { ModalDialog } from '../ui/dialogs/index.ts'
import type { SheetPlan } from './sheet-plan.ts'
import type { PlannedSheet } from './shown-step.tsx'
import { PlanView } from './plan-view.tsx'
import type { OwnOrder } from './use-shown-order.ts'

export function PlanButton({ plan, sheet }: { plan: SheetPlan; sheet: PlannedSheet }) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  // a custom order stays while the sheet is open
  const [ownOrder, setOwnOrder] = useState<{ of: SheetPlan; order: OwnOrder } | null>(null)
  const title = plan.machineName === '' ? t('bend_plan.title') : t('bend_plan.title_at', { machine: plan.machineName })
  return (
    <>
      <Button className="bend-plan-open" onPress={() => setIsOpen(true)}>
        {t(labelOf(plan))}
      </Button>
      <ModalDialog title={title} isOpen={isOpen} onClose={() => setIsOpen(false)} isWhole>
        <PlanView
          plan={plan}
          sheet={sheet}
          ownOrder={ownOrder?.of === plan ? ownOrder.order : null}
          onOwnOrder={(order) => setOwnOrder(order === null ? null : { of: plan, order })}
          onClose={() => setIsOpen(false)}
        />
      </ModalDialog>
    </>
  )
}

function labelOf({ keptOrder }: Pick<SheetPlan, 'keptOrder'>) {
  if (keptOrder === null) return 'bend_plan.title'
  return keptOrder.state === 'used' ? 'bend_plan.title_kept' : 'bend_plan.title_discarded'
}
