// The buttons of a custom order: move and turn a step, use the order, and give the planner's back.
import type { OrderedStep } from '../../shared/bending/plan/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Refused } from '../ui/refused.tsx'
import { useActor } from '../work/use-actor.tsx'
import { movedBy, turnedAt } from './plan-order.ts'
import type { SheetPlan } from './sheet-plan.ts'

export interface OrderToolsProps {
  plan: SheetPlan
  /** `order` is one that a user made and that is not kept. */
  isOwn: boolean
  order: readonly OrderedStep[]
  /** The shown step, from 0. */
  stepIndex: number
  onArrange: (order: readonly OrderedStep[], show: number) => void
  /** Drops the order that is not kept. */
  onPlanned: () => void
}

export function OrderTools({ plan, isOwn, order, stepIndex, onArrange, onPlanned }: OrderToolsProps) {
  const { t } = useTexts()
  const { act, dialog } = useActor()
  const keep = useCall('bend_plan.keep')
  const clear = useCall('bend_plan.clear')
  const { sheetId, drawingVersion, machine, keptOrder } = plan
  const isBusy = keep.isPending || clear.isPending
  const goBack = (): void => {
    if (keptOrder === null || machine === null) onPlanned()
    else act((operatorId) => clear.mutate({ sheetId, drawingVersion, machine, operatorId }, { onSuccess: onPlanned }))
  }
  return (
    <>
      <Button
        className="tool"
        isDisabled={stepIndex === 0}
        onPress={() => onArrange(movedBy(order, stepIndex, -1), stepIndex - 1)}
      >
        <Icon name="back" /> {t('bend_plan.earlier')}
      </Button>
      <Button
        className="tool"
        isDisabled={stepIndex >= order.length - 1}
        onPress={() => onArrange(movedBy(order, stepIndex, 1), stepIndex + 1)}
      >
        {t('bend_plan.later')} <Icon name="forward" />
      </Button>
      <Button className="tool" onPress={() => onArrange(turnedAt(order, stepIndex), stepIndex)}>
        <Icon name="half_turn" /> {t('bend_plan.turn')}
      </Button>
      {machine !== null && (
        <Button
          className="tool"
          isDisabled={!isOwn || isBusy}
          isPending={keep.isPending}
          onPress={() =>
            act((operatorId) => keep.mutate({ sheetId, drawingVersion, machine, steps: [...order], operatorId }))
          }
        >
          {t('bend_plan.keep')}
        </Button>
      )}
      <Button
        className="tool"
        isDisabled={(!isOwn && keptOrder === null) || isBusy}
        isPending={clear.isPending}
        onPress={goBack}
      >
        {t('bend_plan.back_to_plan')}
      </Button>
      <Refused title={t('bend_plan.not_kept')} error={keep.error ?? clear.error} />
      {dialog}
    </>
  )
}
