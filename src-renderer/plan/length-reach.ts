// The greatest sheet length before the plan offers to split it. Pure. Units: mm.
import type { PlanRow } from '../../shared/planning/index.ts'
import type { PlanMachine } from '../../shared/station-api/index.ts'

/**
 * The chosen machine's longest sheet. Without a choice the longest of all machines; if every machine refuses, of those that refuse only
 * because of the length. 0: no file states a length.
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
