// Why a machine may be unable to bend a planned sheet, as texts.
import { orderReasons, type PlanRow } from '../../shared/planning/index.ts'
import { machineKeyOf, type PlanMachine } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { reasonTexts } from '../machines/machine-texts.ts'
import { useMachineAnswers } from '../machines/use-machine-answers.ts'
import { useSheet } from '../station/queries.ts'

/** Every reason with its figures. Short texts while the sheet loads, or if it is split. */
export function useReasons(row: PlanRow, machines: readonly PlanMachine[]): (machine: PlanMachine) => string[] {
  const texts = useTexts()
  const answers = useMachineAnswers(useSheet(row.sheetId).data?.sheet ?? null)
  return (machine) => {
    const fit =
      answers?.ok === true && row.planned.split === null
        ? answers.value.machines.find(({ machine: one }) => machineKeyOf(one) === machine.key)?.fit
        : undefined
    const answer = row.answers?.[machines.findIndex(({ key }) => key === machine.key)]
    const order = answer?.order
    if (fit !== undefined) return reasonTexts(texts, { fit, order })
    return (answer?.reasons ?? []).flatMap((reason) =>
      reason === 'order_impossible' && order !== undefined
        ? orderReasons(order, texts.language)
        : [texts.named('plan_why', reason)],
    )
  }
}
