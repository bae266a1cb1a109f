// Whether the colour side is up at the brake, on the button of a step. The name of the button says it in full.
import type { PlanStep } from '../../shared/bending/plan/index.ts'
import { isColourUp } from '../../shared/drawing/index.ts'
import { useTexts } from '../language/use-texts.ts'

export interface StepSideProps {
  faceUp: PlanStep['pose']['faceUp']
  colourSide: string
}

/** Nothing where no side of the sheet is coloured. */
export function StepSide({ faceUp, colourSide }: StepSideProps) {
  const { t } = useTexts()
  const isUp = isColourUp(colourSide, faceUp)
  if (isUp === null) return null
  return <span className="step-side-sign">{t(isUp ? 'bend_plan.colour_up_short' : 'bend_plan.colour_down_short')}</span>
}
