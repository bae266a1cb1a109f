// Shows what the operator does with the blank between two steps of a strip, and the edge that is then at the gauge.
import type { PlanStep } from '../../shared/bending/plan/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { HandlingIcons } from './handling-icons.tsx'
import { handlingWord } from './plan-texts.ts'

export interface HandlingChipProps {
  handling: PlanStep['handling']
  /** The tools on the table are changed before the step. */
  changesSetUp: boolean
  edge: 'first' | 'last'
  isFirst: boolean
}

/** Nothing where the blank stays as it lies and the tools stay. */
export function HandlingChip({ handling, changesSetUp, edge, isFirst }: HandlingChipProps) {
  const texts = useTexts()
  if (handling === 'none' && !changesSetUp && !isFirst) return null
  const word = handlingWord(texts, { handling })
  return (
    <span className="handling-chip">
      {changesSetUp && <strong>{texts.t('bend_plan.change_tools')}</strong>}
      {word !== null && (
        <strong>
          <HandlingIcons handling={handling} /> {word}
        </strong>
      )}
      <span>{texts.t(`bend_plan.edge.${edge}`)}</span>
    </span>
  )
}
