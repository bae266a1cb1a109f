// A loop of a drawing as the outline of a tool or of a machine's part: turned, placed at its reference point, with its faults and its figures. Pure.
import {
  deriveTool,
  partReferencePoints,
  placeOutline,
  referencePoints,
  toolDifferences,
  turnUpright,
  validateOutline,
} from '../../../shared/bending/fit/index.ts'
import type { Outline, OutlineFault, OutlinePart, Upright } from '../../../shared/bending/fit/index.ts'
import type { ToolFigure, ToolView } from '../../../shared/station-api/index.ts'

export interface PlacedOutline {
  /** The outline in the tool's frame; without a reference point it lies as it is drawn. */
  readonly outline: Outline
  readonly references: number
  readonly faults: readonly OutlineFault[]
  /** The tool's figures from this outline instead of the present one; a machine's part has none. */
  readonly figures: readonly ToolFigure[]
}

export function placedOutline(loop: Outline, tool: ToolView, upright: Upright, reference: number): PlacedOutline {
  const turned = turnUpright(loop, upright)
  const points = referencePoints(turned, tool.kind)
  const referencePoint = points[reference] ?? points[0]
  const outline = referencePoint === undefined ? turned : placeOutline(turned, referencePoint)
  const faults = validateOutline(outline, tool.kind)
  return {
    outline,
    references: points.length,
    faults,
    figures: figuresWith(tool, faults.length === 0 ? outline : null),
  }
}

export function placedPart(loop: Outline, part: OutlinePart, upright: Upright, reference: number): PlacedOutline {
  const turned = turnUpright(loop, upright)
  const points = partReferencePoints(turned, part)
  const outline = placeOutline(turned, points[reference] ?? points[0] ?? { x: 0, y: 0 })
  return { outline, references: points.length, faults: validateOutline(outline, part), figures: [] }
}

function figuresWith({ kind, figures }: ToolView, outline: Outline | null): ToolFigure[] {
  if (outline === null) return figures.map((figure) => ({ ...figure, derived: null, differs: false }))
  const derived = deriveTool(outline, kind)
  const stated = Object.fromEntries(
    figures.flatMap(({ field, entered }) => (entered === null ? [] : [[field, entered]])),
  )
  const differing = new Set<string>(toolDifferences({ ...stated, outline }, kind).map(({ field }) => field))
  return figures.map((figure) => ({
    ...figure,
    derived: derived[figure.field] ?? null,
    differs: differing.has(figure.field),
  }))
}
