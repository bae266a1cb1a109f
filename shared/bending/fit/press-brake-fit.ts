// Whether a press brake can bend a blank: dies and punches for the plain bends, hemming tools for the hems. Pure.
import type { Mm } from '../units.ts'
import type { Kn } from './bend-force.ts'
import { chooseBumps } from './bump.ts'
import { commonRefusals, fitFrom, toleranceMm } from './machine-fit.ts'
import type { PressBrakeMachine } from './machine.ts'
import type { HemForceTable } from './material.ts'
import { bestTools, nothingFound, shortFlangeRefusals } from './plain-tools.ts'
import type { Findings } from './plain-tools.ts'
import type { Fit, FitUncertainty, FitRefusal } from './reason.ts'
import type { BendToFit, BlankToFit } from './sheet-to-fit.ts'
import { closingForce, closingLoad, hemDaylightRefusals, leastPreTurnDeg } from './tool-load.ts'
import type { HemmingTool, Punch, Tooling } from './tools/index.ts'
import { mildSteelRadiusShare } from './v-opening.ts'

/**
 * Chooses the hemming tool with the fewest refusals, of equal ones the one with the narrowest V. `forceKn` includes the margin; null: it
 * cannot be computed. Without `hemForces` no hem has a known force.
 */
export function pressBrakeFit(
  sheet: BlankToFit,
  machine: PressBrakeMachine,
  tools: Tooling,
  hemForces: HemForceTable | null,
): Fit {
  const { blank, wantedVMm } = withBumps(sheet, machine, tools)
  const plain = blank.bends.filter(({ hem }) => hem === null)
  const hems = blank.bends.filter(({ hem }) => hem !== null)
  const hemmingTools = tools.hemmingTools.filter(
    ({ id, maxThicknessMm }) => machine.hemmingTools.includes(id) && blank.thicknessMm <= maxThicknessMm + toleranceMm,
  )

  const withHemmingTool = (tool: HemmingTool | null) => {
    const hemVMm = tool?.vMm ?? null
    const byTools =
      plain.length > 0 ? bestTools({ blank, bends: plain, hemVMm, machine }, wantedVMm, tools) : nothingFound
    const byHems = hems.length > 0 ? closeHems(blank, hems, machine, tool, tools.punches, hemForces) : nothingFound
    const hemFlanges =
      byTools.die === null ? shortFlangeRefusals(blank, (bend) => (bend.hem === null ? null : hemVMm)) : []
    return { tool, byTools, byHems, refusals: [...byTools.refusals, ...hemFlanges, ...byHems.refusals] }
  }
  const narrowFirst = hemmingTools.toSorted((a, b) => a.vMm - b.vMm).map(withHemmingTool)
  const best = hems.length > 0 ? narrowFirst.toSorted((a, b) => a.refusals.length - b.refusals.length)[0] : undefined
  const { tool, byTools, byHems, refusals } = best ?? withHemmingTool(null)
  const forces = [byTools.forceKn, byHems.forceKn].filter((force) => force !== null)
  const { strengthMpa, thicknessMm } = blank
  return fitFrom({
    refusals: [...commonRefusals(blank, machine), ...refusals],
    uncertainties: [
      ...(strengthMpa === null ? [{ code: 'strength_unknown', params: { thicknessMm } } as const] : []),
      ...byTools.uncertainties,
      ...byHems.uncertainties,
    ],
    warnings: [...blank.warnings, ...byTools.warnings],
    tools: {
      vMm: byTools.die?.vMm ?? null,
      dieId: byTools.die?.id ?? null,
      punchId: byTools.punch?.id ?? null,
      hemmingToolId: tool?.id ?? null,
    },
    forceKn: byHems.uncertainties.length > 0 || forces.length === 0 ? null : Math.max(...forces),
  })
}

/** The blank with the rows of its bumped bends, and the V that suits its plain bends. */
function withBumps(
  blank: BlankToFit,
  machine: PressBrakeMachine,
  { dies }: Tooling,
): { readonly blank: BlankToFit; readonly wantedVMm: Mm } {
  const plain = blank.bends.filter(({ hem }) => hem === null)
  const share = blank.materialData?.radiusShare ?? mildSteelRadiusShare
  const vOpeningsMm = dies.filter(({ id }) => machine.dies.includes(id)).map(({ vMm }) => vMm)
  const { rows, wantedVMm } = chooseBumps(plain, blank.thicknessMm, share, vOpeningsMm)
  const rowOf = new Map(plain.map(({ number }, index) => [number, rows[index] ?? null]))
  const bends = blank.bends.map((bend) => ({ ...bend, bump: rowOf.get(bend.number) ?? null }))
  return { blank: { ...blank, bends }, wantedVMm }
}

/** The refusals of each punch that can pre-bend the hem, by its height and the stroke. Empty if one punch fits, or if there is no such punch. */
function heightsOfHems(
  thicknessMm: Mm,
  machine: PressBrakeMachine,
  tool: HemmingTool,
  punches: readonly Punch[],
): FitRefusal[] {
  const refused = punches
    .filter(({ id, includedDeg }) => machine.punches.includes(id) && includedDeg <= 180 - leastPreTurnDeg)
    .map((punch) => hemDaylightRefusals(thicknessMm, machine, tool, punch))
  return refused.find((refusals) => refusals.length === 0) ?? refused[0] ?? []
}

function closeHems(
  blank: BlankToFit,
  hems: readonly BendToFit[],
  machine: PressBrakeMachine,
  tool: HemmingTool | null,
  punches: readonly Punch[],
  table: HemForceTable | null,
): Findings {
  const { thicknessMm, longestMm, material, strengthMpa } = blank
  const refusals: FitRefusal[] = tool === null ? [] : heightsOfHems(thicknessMm, machine, tool, punches)
  const uncertainties: FitUncertainty[] = []
  let forceKn: Kn | null = null
  for (const { number: bend, hem, turnDeg } of hems) {
    if (tool === null) {
      refusals.push({ code: 'no_hemming_tool', params: { bend, thicknessMm } })
      continue
    }
    if (180 - turnDeg < tool.includedDeg) {
      refusals.push({
        code: 'angle_of_tools',
        params: { bend, includedDeg: 180 - turnDeg, sharpestIncludedDeg: tool.includedDeg },
      })
    }
    if (strengthMpa === null) continue
    const knPerM = closingForce(table, { material, thicknessMm, hem: hem ?? '', tensileStrengthMpa: strengthMpa })
    if (knPerM === null) {
      uncertainties.push({ code: 'hem_force_unknown', params: { bend, thicknessMm } })
      continue
    }
    const closing = closingLoad(bend, knPerM, longestMm, machine, tool)
    forceKn = Math.max(forceKn ?? 0, closing.forceKn)
    refusals.push(...closing.refusals)
  }
  return { ...nothingFound, refusals, uncertainties, forceKn }
}
