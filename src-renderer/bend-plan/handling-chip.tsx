// Shows what the operator does with the blank between two steps of a strip, and the edge that is then at the gauge.
import type { PlanStep } from '../../shared/bending/plan/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { handlingWord } from './plan-texts.ts'

export interface HandlingChipProps {
  handling: PlanStep['handling']
  edge: 'first' | 'last'
  isFirst: boolean
}

const signs = { flip: '⇅', half_turn: '↻', flip_and_half_turn: '⇅↻' } as const

/** Nothing where the blank stays as it lies. */
export function HandlingChip({ handling, edge, isFirst }: HandlingChipProps) {
  const texts = useTexts()
  if (handling === 'none' && !isFirst) return null
  const word = handlingWord(texts, { handling })
  return (
    <span className="handling-chip">
      {word !== null && handling !== 'none' && (
        <strong>
          <span aria-hidden="true">{signs[handling]}</span> {word}
        </strong>
      )}
      <span>{texts.t(`bend_plan.edge.${edge}`)}</span>
    </span>
  )
}
