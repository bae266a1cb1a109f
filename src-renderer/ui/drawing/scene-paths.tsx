// The strokes of a drawing. The band on the coloured face has an edge, so that black and white sheets stand out from every ground.
import type { SvgDrawing } from '../../../shared/drawing/index.ts'

export function ScenePaths({ paths }: Pick<SvgDrawing, 'paths'>) {
  return paths.map(({ role, d }) => (
    <g key={role}>
      {role === 'colour-side' && <path d={d} className="stroke stroke-sheet-edge" />}
      <path d={d} className={`stroke stroke-${role}`} />
    </g>
  ))
}
