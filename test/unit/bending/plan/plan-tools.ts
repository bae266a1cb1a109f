// Tools and machines in usual sizes for tests of the planner, all invented but the measured gooseneck.
import type { Outline } from '../../../../shared/bending/fit/tools/outline.ts'
import type { Die, HemmingTool, PressBrakeMachine, Punch, Tooling } from '../../../../shared/bending/fit/index.ts'
import type { BendProfile } from '../../../../shared/bending/index.ts'
import type { PlanRequest } from '../../../../shared/bending/plan/index.ts'

export const outlineOf = (...corners: readonly (readonly [number, number])[]): Outline =>
  corners.map(([x, y]) => ({ x, y }))

const box = (fromX: number, fromY: number, toX: number, toY: number): Outline =>
  outlineOf([fromX, fromY], [toX, fromY], [toX, toY], [fromX, toY])

/** A die with sharp shoulders on a straight body. */
export function dieOf(vMm: number, bodyMm: number, includedDeg = 88, heightMm = 60): Die {
  const half = vMm / 2
  const deep = half / Math.tan((includedDeg * Math.PI) / 360)
  const outline = outlineOf(
    [-bodyMm / 2, 0],
    [-bodyMm / 2, -heightMm],
    [bodyMm / 2, -heightMm],
    [bodyMm / 2, 0],
    [half, 0],
    [0, -deep],
    [-half, 0],
  )
  const id = `v${vMm}-${includedDeg}-${bodyMm}`
  return { id, vMm, includedDeg, heightMm, loadKnPerM: 1000, shoulderRadiusMm: 0, outline }
}

/** A straight punch: a sharp tip, flanks of its angle, and a body. */
export function straightPunch(includedDeg = 88, bodyMm = 20, tipRadiusMm = 0.6, heightMm = 90): Punch {
  const half = bodyMm / 2
  const up = half / Math.tan((includedDeg * Math.PI) / 360)
  const outline = outlineOf([0, 0], [half, up], [half, heightMm], [-half, heightMm], [-half, up])
  return {
    id: `straight-${includedDeg}-${bodyMm}`,
    tipRadiusMm,
    includedDeg,
    heightMm,
    loadKnPerM: 1000,
    turnable: true,
    outline,
  }
}

/** The measured one of the domain page: a throat 12.4 deep and 69 high, drawn towards the backgauge. */
export const gooseneck: Punch = {
  id: 'gooseneck-90',
  tipRadiusMm: 0.2,
  includedDeg: 88,
  heightMm: 118.1,
  loadKnPerM: 600,
  turnable: true,
  outline: outlineOf(
    [0, 0],
    [5, 4.9],
    [5, 9.5],
    [4.7, 10.2],
    [-6.5, 21.4],
    [-7.4, 90.6],
    [4.9, 103.1],
    [4.9, 118.1],
    [-20.15, 118.1],
    [-20.15, 20.1],
  ),
}

export const brakeOf = (dies: readonly Die[], punches: readonly Punch[]): PressBrakeMachine => ({
  kind: 'press_brake',
  name: 'test brake',
  source: 'test',
  maxLengthMm: 3200,
  maxThicknessMm: 4,
  backgaugeMinMm: 6,
  backgaugeMaxMm: 750,
  maxForceKn: 1000,
  throatMm: 250,
  openHeightMm: 420,
  strokeMm: 200,
  holdersMm: 160,
  dies: dies.map(({ id }) => id),
  punches: punches.map(({ id }) => id),
  hemmingTools: [],
  outlines: {
    clamp: box(-45, 0, 45, 90),
    beam: box(-30, 90, 30, 690),
    holder: box(-30, -60, 30, 0),
    table: box(-60, -560, 60, -60),
    apron: box(-60, -900, 60, -560),
    fingers: {
      outline: outlineOf([0, 0], [60, 0], [60, 35], [12, 35], [12, 20], [0, 20]),
      levelsMm: [-20, 0.25, 20, 40, 60, 80, 100],
      retracts: true,
    },
    segmentsMm: [835, 835, 835],
  },
})

/** Signed turns; one radius for all. */
export const profileOf = (
  lengths: readonly number[],
  turns: readonly number[],
  thicknessMm: number,
  insideRadiusMm: number,
): BendProfile => ({
  thicknessMm,
  flanges: lengths.map((lengthMm) => ({ lengthMm, endLengthMm: null })),
  bends: turns.map((turnDeg) => ({ angleDeg: turnDeg, insideRadiusMm, hem: null, gapMm: 0 })),
})

/** Its springback is too small to matter, so that the figures of a plan are those of the profile. */
export const withoutSpringback = {
  material: 'test',
  tensileStrengthMpa: 330,
  yieldMpa: 1e-9,
  elasticMpa: 210_000,
  radiusShare: 0.16,
  smallestRadius: { alongGrain: 0, acrossGrain: 0, painted: null },
  lowestTemperatureC: null,
}

export function requestOf(profile: BendProfile, dies: readonly Die[], punches: readonly Punch[]): PlanRequest {
  const tools: Tooling = { source: 'test', dies, punches, hemmingTools: [] }
  const pairs = dies.flatMap((die) => punches.map((punch) => ({ dieId: die.id, punchId: punch.id })))
  return { profile, lengthMm: 1000, material: withoutSpringback, machine: brakeOf(dies, punches), tools, pairs }
}

/** On a blunt die with a slim body and a sharp die with a wide one, each with a blunt and a sharp punch. */
export const twoPairsRequest = (profile: BendProfile): PlanRequest =>
  requestOf(profile, [dieOf(8, 16), dieOf(8, 60, 28)], [straightPunch(), straightPunch(28, 20)])

/** A V6 on a slim body with bars below it, 9 deep and 10 apart. */
export const bars: HemmingTool = {
  id: 'bars',
  vMm: 6,
  includedDeg: 30,
  maxThicknessMm: 1,
  loadKnPerM: 350,
  outline: outlineOf([-8, 0], [-8, -30], [8, -30], [8, 0], [3, 0], [0.4, -9.7], [-0.4, -9.7], [-3, 0]),
  closing: {
    kind: 'bars',
    depthMm: 9,
    widthMm: 10,
    outline: outlineOf([-8, -40], [-8, -80], [8, -80], [8, -30], [1, -30], [1, -40]),
  },
}

/** Springs back by a few degrees in 90. */
export const springy = {
  material: 'soft',
  tensileStrengthMpa: 400,
  yieldMpa: 300,
  elasticMpa: 70_000,
  radiusShare: 0.16,
  smallestRadius: { alongGrain: 0, acrossGrain: 0, painted: null },
  lowestTemperatureC: null,
}

/** A profile with hems on a die for its plain bends, a straight punch, a sharp one for the hems, and a hemming tool. */
export function hemRequest(profile: BendProfile, tool: HemmingTool = bars): PlanRequest {
  const [die, straight, acute] = [dieOf(6, 16), straightPunch(), straightPunch(28, 12)]
  const request = requestOf(profile, [die], [straight])
  const machine = { ...brakeOf([die], [straight, acute]), hemmingTools: [tool.id] }
  const tools = { ...request.tools, punches: [straight, acute], hemmingTools: [tool] }
  return { ...request, machine, tools }
}
