// Whether the dies and hemming tools of a press brake fit its table and the fingers of its backgauge, by their outlines. Pure.
import { toThousandth } from '../base/figures.ts'
import { pointsBox } from '../bending/index.ts'
import { outlinesOverlap, shifted } from '../bending/fit/index.ts'
import type { Outline, PressBrakeMachine, PressBrakeOutlines, Tooling } from '../bending/fit/index.ts'
import type { ProblemReason } from './schemas/index.ts'

export interface PartFault {
  readonly path: readonly PropertyKey[]
  readonly code: 'die_beside_table' | 'finger_in_die'
  readonly params: ProblemReason['params']
}

interface DrawnDie {
  readonly id: string
  /** The machine's list with its id, and the index there. */
  readonly list: 'dies' | 'hemmingTools'
  readonly index: number
  readonly outline: Outline
}

/** A tool or a machine without an outline has no fault. */
export function partFaults(machine: PressBrakeMachine, tools: Tooling): readonly PartFault[] {
  const { outlines, backgaugeMinMm } = machine
  if (outlines === undefined) return []
  const drawn = (['dies', 'hemmingTools'] as const).flatMap((list) =>
    machine[list].flatMap((id, index): DrawnDie[] => {
      const outline = tools[list].find((one) => one.id === id)?.outline
      return outline === undefined ? [] : [{ id, list, index, outline }]
    }),
  )
  return [...diesBesideTable(drawn, outlines.table), ...fingersInDies(drawn, outlines.fingers, backgaugeMinMm)]
}

function diesBesideTable(dies: readonly DrawnDie[], table: Outline): PartFault[] {
  const { minX, maxX } = pointsBox(table)
  return dies.flatMap(({ id, list, index, outline }): PartFault[] => {
    const box = pointsBox(outline)
    if (box.minX >= minX && box.maxX <= maxX) return []
    const params = { id, widthMm: toThousandth(box.maxX - box.minX), tableMm: toThousandth(maxX - minX) }
    return [{ path: [list, index], code: 'die_beside_table', params }]
  })
}

/** The first die that a finger is inside, for each level. A level below the shoulders is used only beside the die. */
function fingersInDies(
  dies: readonly DrawnDie[],
  { outline, levelsMm }: PressBrakeOutlines['fingers'],
  xMm: number,
): PartFault[] {
  return levelsMm.flatMap((levelMm, index): PartFault[] => {
    if (levelMm < 0) return []
    const finger = shifted(outline, { x: xMm, y: levelMm })
    const die = dies.find((one) => outlinesOverlap(finger, one.outline))
    if (die === undefined) return []
    const path = ['outlines', 'fingers', 'levelsMm', index]
    return [{ path, code: 'finger_in_die', params: { id: die.id, levelMm, xMm } }]
  })
}
