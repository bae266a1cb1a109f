// What the operator does with the blank before a step as icons. A text is beside them.
import type { PlanStep } from '../../shared/bending/plan/index.ts'
import { Icon } from '../ui/icon.tsx'

export function HandlingIcons({ handling }: { handling: PlanStep['handling'] }) {
  return (
    <>
      {handling.startsWith('flip') && <Icon name="flip" />}
      {handling.endsWith('half_turn') && <Icon name="half_turn" />}
    </>
  )
}
