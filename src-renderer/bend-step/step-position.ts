// Which step is shown: the one that the brake makes, until the operator chooses another. Pure. Steps count from 0.

export interface StepPosition {
  readonly stepIndex: number
  /** The last step that the brake reported; null: none yet. */
  readonly brakeStep: number | null
  /** The pieces done when this position began; null: not known yet. */
  readonly donePieces: number | null
  /** The operator chose the step while the brake reported another one. */
  readonly isByHand: boolean
}

export const firstPosition: StepPosition = { stepIndex: 0, brakeStep: null, donePieces: null, isByHand: false }

interface Reported {
  /** Null: the brake does not report its step now. */
  readonly brakeStep: number | null
  /** Null: not known. */
  readonly donePieces: number | null
}

/**
 * A new step of the brake is shown at once. A new piece starts at the first step if the brake reports no steps. Without a report the last
 * step stays. Returns the same position if nothing changes.
 */
export function followed(position: StepPosition, { brakeStep, donePieces }: Reported): StepPosition {
  if (brakeStep !== null && brakeStep !== position.brakeStep)
    return { stepIndex: brakeStep, brakeStep, donePieces: donePieces ?? position.donePieces, isByHand: false }
  if (donePieces === null || donePieces === position.donePieces) return position
  const isNewPiece = position.donePieces !== null && donePieces > position.donePieces && brakeStep === null
  return { ...position, donePieces, stepIndex: isNewPiece ? 0 : position.stepIndex }
}

/** The operator shows another step; the next step that the brake reports replaces it. */
export const chosen = (position: StepPosition, stepIndex: number): StepPosition => ({
  ...position,
  stepIndex,
  isByHand: position.brakeStep !== null && stepIndex !== position.brakeStep,
})
