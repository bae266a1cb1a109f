// How long a sheet may be before it is offered to be made in lengths. Pure: mm.
import type { PlanRow } from '../../shared/planning/index.ts'
import type { PlanMachine } from '../../shared/station-api/index.ts'

/**
 * The chosen machine's reach. Without one the longest there is; where every machine says no, of those that say it for the length
 * alone, since they would take the lengths. 0: no file says.
 */
export function lengthReach(
  { planned, answers }: Pick<PlanRow, 'planned' | 'answers'>,
  machines: readonly PlanMachine[],
) {
  const chosen = machines.find(({ key }) => key === planned.machine)
  if (chosen !== undefined && chosen.longestMm !== null) return chosen.longestMm
  const tooShort = machines.filter((_, index) => {
    const { fits, reasons } = answers?.[index] ?? { fits: 'unknown', reasons: [] }
    return fits === 'no' && reasons.every((reason) => reason === 'too_long')
  })
  const isRefused = machines.length > 0 && machines.every((_, index) => answers?.[index]?.fits === 'no')
  const able = isRefused && tooShort.length > 0 ? tooShort : machines
  return Math.max(0, ...able.map(({ longestMm }) => longestMm ?? 0))
}
