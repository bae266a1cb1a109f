// Whether the colour side is up at the brake, on the button of a step. The name of the button says it in full.
import type { PlanStep } from '../../shared/bending/plan/index.ts'
import { isColourUp, type StepSheet } from '../../shared/drawing/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { SheetSwatch } from '../ui/drawing/index.ts'

export interface StepSideProps {
  faceUp: PlanStep['pose']['faceUp']
  sheet: StepSheet
}

/** Nothing where no side of the sheet is coloured. */
export function StepSide({ faceUp, sheet }: StepSideProps) {
  const { t } = useTexts()
  const isUp = isColourUp(sheet.colourSide, faceUp)
  if (isUp === null) return null
  return (
    <span className="step-side-sign">
      <SheetSwatch sheet={sheet} />
      {t(`bend_plan.colour_side.sign.${isUp ? 'up' : 'down'}`)}
    </span>
  )
}
