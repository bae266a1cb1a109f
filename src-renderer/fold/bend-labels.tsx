// The labels over the 3D picture: the number and the angle of each bend, and the length. `LabelLayer` places them.
import type { Ref } from 'react'
import { useTexts } from '../language/use-texts.ts'
import type { FoldScene } from './scene/index.ts'

interface BendLabelsProps {
  ref: Ref<SVGSVGElement>
  scene: Pick<FoldScene, 'stepsOfBend'>
  lengthMm: number
}

export function BendLabels({ ref, scene, lengthMm }: BendLabelsProps) {
  const { t, mm } = useTexts()
  const length = t('sheet.length_mm', { length: mm(lengthMm) })
  return (
    // the position has its own text for screen readers
    <svg ref={ref} className="fold-labels" aria-hidden="true">
      {scene.stepsOfBend.map((_, bend) => (
        <g key={bend} className="fold-label">
          <line x1="15" y1="0" />
          <rect y="-15" height="30" rx="15" />
          <circle cx="15" cy="0" r="15" />
          <text className="fold-number" x="15" y="0">
            {bend + 1}
          </text>
          <text className="fold-angle" x="36" y="0" />
        </g>
      ))}
      <g className="fold-label fold-length">
        <line x1="15" y1="0" />
        <rect y="-13" height="26" rx="13" />
        <text x="10" y="0">
          {length}
        </text>
      </g>
    </svg>
  )
}
