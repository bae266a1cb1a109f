// Whether the machine of this station can bend a sheet. Pure.
import { answerOf } from '../../machines/machine-texts.ts'
import type { MachineAnswer, MachineAnswers } from '../../machines/machine-answers.ts'
import type { MachineFacts } from './job-facts.ts'

export interface MachineVerdict {
  readonly facts: MachineFacts
  /** The machine that the verdict is about; null: none. */
  readonly answer: MachineAnswer | null
}

/** `answers` null: the workshop files are not loaded, or the sheet is invalid. */
export function machineVerdict(
  answers: MachineAnswers | null,
  { ownBrakeId, plannedBrakeId }: { ownBrakeId: string | null; plannedBrakeId: string | null },
): MachineVerdict {
  const machineOf = (id: string | null): MachineAnswer | null =>
    id === null ? null : (answers?.machines.find(({ machine }) => machine.pressBrakeId === id) ?? null)
  const ownAnswer = machineOf(ownBrakeId)
  const plannedAnswer = machineOf(plannedBrakeId)
  if (ownAnswer !== null && plannedAnswer !== null && ownAnswer.machine.kind !== plannedAnswer.machine.kind)
    return { facts: 'other_kind', answer: plannedAnswer }
  const machines = answers?.machines ?? []
  if (machines.length > 0 && machines.every((one) => answerOf(one) === 'no'))
    return { facts: 'fits_none', answer: ownAnswer ?? plannedAnswer }
  const answer = ownAnswer ?? plannedAnswer
  if (answer === null) return { facts: 'not_known', answer }
  const facts = { yes: 'fits', no: 'does_not_fit', unknown: 'not_known' } as const
  return { facts: facts[answerOf(answer)], answer }
}
