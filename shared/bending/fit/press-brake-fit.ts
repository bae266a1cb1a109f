// Whether a press brake can bend a blank: dies and punches for the plain bends, hemming tools for the hems. Pure.
import type { Deg, Mm } from '../units.ts'
import type { Kn } from './bend-force.ts'
import { chooseBumps } from './bump.ts'
import { commonRefusals, fitFrom, toleranceMm } from './machine-fit.ts'
import type { PressBrakeMachine } from './machine.ts'
import type { HemForceTable } from './material.ts'
import type { Fit, FitUncertainty, FitRefusal } from './reason.ts'
import { lengthOnShoulder, shortFlanges } from './sheet-to-fit.ts'
import type { BendToFit, BlankToFit } from './sheet-to-fit.ts'
import { smallestFlange } from './smallest-flange.ts'
import { turnToBend } from './springback.ts'
import {
  airBendLoad,
  closingForce,
  closingLoad,
  daylightRefusals,
  hemDaylightRefusals,
  leastPreTurnDeg,
} from './tool-load.ts'
import type { Die, HemmingTool, Punch, Tooling } from './tools/index.ts'
import { airBendRadius, mildSteelRadiusShare, narrowestV } from './v-opening.ts'

interface Findings {
  readonly refusals: readonly FitRefusal[]
  readonly uncertainties: readonly FitUncertainty[]
  readonly forceKn: Kn | null
  readonly die: Die | null
  readonly punch: Punch | null
}

const nothingFound: Findings = { refusals: [], uncertainties: [], forceKn: null, die: null, punch: null }

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
    const byTools = plain.length > 0 ? bestTools(blank, plain, hemVMm, wantedVMm, machine, tools) : nothingFound
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
    warnings: blank.warnings,
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

/** The turn of each stroke of a bend. */
const strokeTurn = ({ turnDeg, bump }: BendToFit): Deg => bump?.strokeTurnDeg ?? turnDeg

/** The flanges that are too short for the V of their bends. A bend without a V is skipped: it is refused elsewhere. */
function shortFlangeRefusals(blank: BlankToFit, vOf: (bend: BendToFit) => Mm | null): FitRefusal[] {
  const needed = (bend: BendToFit): Mm => {
    const vMm = vOf(bend)
    return vMm === null ? 0 : smallestFlange(vMm, 180 - strokeTurn(bend))
  }
  return shortFlanges(blank, needed, lengthOnShoulder).map(({ flange, lengthMm, bend, neededMm }) => ({
    code: 'short_flange',
    params: { flange, lengthMm, vMm: vOf(bend) ?? 0, neededMm },
  }))
}

/** The die and punch for all plain bends and bump rows, with the V nearest to the wanted one; if none fits, the pair with the fewest refusals. */
function bestTools(
  blank: BlankToFit,
  bends: readonly BendToFit[],
  hemVMm: Mm | null,
  wanted: Mm,
  machine: PressBrakeMachine,
  tools: Tooling,
): Findings {
  const ownDies = tools.dies.filter(({ id }) => machine.dies.includes(id))
  const neededVMm = narrowestV(blank.thicknessMm)
  const wideEnoughDies = ownDies.filter(({ vMm }) => vMm >= neededVMm - toleranceMm)
  const punches = tools.punches.filter(({ id }) => machine.punches.includes(id))
  const share = blank.materialData?.radiusShare ?? mildSteelRadiusShare

  const pairs = wideEnoughDies.flatMap((die) =>
    punches.map((punch) => ({ die, punch, findings: tryTools(blank, bends, hemVMm, machine, die, punch, share) })),
  )
  const best = pairs.toSorted(
    (a, b) =>
      a.findings.refusals.length - b.findings.refusals.length ||
      sharpestToolIncludedDeg(a.findings) - sharpestToolIncludedDeg(b.findings) ||
      Math.abs(Math.log(a.die.vMm / wanted)) - Math.abs(Math.log(b.die.vMm / wanted)) ||
      Number(a.punch.tipRadiusMm > airBendRadius(a.die.vMm, share)) -
        Number(b.punch.tipRadiusMm > airBendRadius(b.die.vMm, share)) ||
      b.die.includedDeg - a.die.includedDeg,
  )[0]
  if (best !== undefined) return best.findings
  if (wideEnoughDies.length > 0) {
    return { ...nothingFound, refusals: [{ code: 'no_punch', params: { thicknessMm: blank.thicknessMm } }] }
  }
  const widestVMm = Math.max(0, ...ownDies.map(({ vMm }) => vMm))
  const code = 'no_tool_for_v' as const
  return { ...nothingFound, refusals: [{ code, params: { thicknessMm: blank.thicknessMm, neededVMm, widestVMm } }] }
}

/** The included angle of the sharpest tools if it is too blunt, else 0. The refusal names it. */
const sharpestToolIncludedDeg = ({ refusals }: Findings): Deg =>
  Math.max(0, ...refusals.map((one) => (one.code === 'angle_of_tools' ? one.params.sharpestIncludedDeg : 0)))

function tryTools(
  blank: BlankToFit,
  bends: readonly BendToFit[],
  hemVMm: Mm | null,
  machine: PressBrakeMachine,
  die: Die,
  punch: Punch,
  radiusShare: number,
): Findings {
  const refusals: FitRefusal[] = []
  const uncertainties: FitUncertainty[] = []
  const { vMm } = die
  const { thicknessMm, materialData } = blank

  const sharpestIncludedDeg = Math.max(die.includedDeg, punch.includedDeg)
  const tooSharp = new Set<number>()
  let largestTurnDeg: Deg = 0
  for (const bend of bends) {
    const turnDeg = strokeTurn(bend)
    const springbackTurn = materialData
      ? turnToBend(turnDeg, { ...materialData, thicknessMm, insideRadiusMm: airBendRadius(vMm, radiusShare) })
      : null
    if (springbackTurn !== null && !springbackTurn.ok)
      uncertainties.push({ code: 'springback_unknown', params: { bend: bend.number } })
    const bendTurnDeg = springbackTurn?.ok === true ? springbackTurn.value : turnDeg
    if (180 - bendTurnDeg < sharpestIncludedDeg) {
      tooSharp.add(bend.number)
      const includedDeg = Math.max(0, 180 - bendTurnDeg)
      refusals.push({ code: 'angle_of_tools', params: { bend: bend.number, includedDeg, sharpestIncludedDeg } })
    } else {
      largestTurnDeg = Math.max(largestTurnDeg, bendTurnDeg)
    }
  }
  refusals.push(
    ...shortFlangeRefusals(blank, (bend) => {
      if (bend.hem !== null) return hemVMm
      return tooSharp.has(bend.number) ? null : vMm
    }),
  )
  refusals.push(...daylightRefusals(thicknessMm, machine, die, punch, largestTurnDeg))
  const load = airBendLoad(blank, machine, die, punch)
  refusals.push(...load.refusals)
  return { refusals, uncertainties, die, punch, forceKn: load.forceKn }
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
