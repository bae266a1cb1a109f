// The machines that a person can choose. Pure.
import type { StatusView } from '../../shared/station-api/index.ts'

type Machine = StatusView['brakes'][number]

/** Those in use. The chosen one stays, so that a choice never disappears without a person. */
export function offeredMachines<M extends Pick<Machine, 'id' | 'active'>>(
  machines: readonly M[],
  chosenId: string | null,
): M[] {
  return machines.filter(({ id, active }) => active || id === chosenId)
}
