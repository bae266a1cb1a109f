// The angles and flanges that can be touched on the profile of a sheet, and the dialog that takes the measured value.
import { useMemo, useState } from 'react'
import type { LabelTarget } from '../../../shared/drawing/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { useBrake } from '../../station/station-context.tsx'
import { MeasurePiece } from '../../work/measuring/index.ts'
import type { Sheet } from '../sheet.ts'
import type { DrawingTargets } from './touch-targets.tsx'

export interface Measuring {
  /** Undefined: nothing can be touched. */
  readonly targets: DrawingTargets | undefined
  /** The caller renders it. */
  readonly dialog: React.ReactNode
}

/** The measured piece is that of the program in the brake, otherwise `pieceNo`. */
export function useMeasuring(sheet: Sheet, pieceNo: number, isMeasurable: boolean): Measuring {
  const { t } = useTexts()
  const { loaded } = useBrake()
  const [target, setTarget] = useState<LabelTarget | null>(null)
  const targets = useMemo<DrawingTargets>(
    () => ({ labelOf: (one) => targetLabel(t, sheet, one), onTouch: setTarget }),
    [t, sheet],
  )
  return {
    targets: isMeasurable ? targets : undefined,
    dialog: target !== null && (
      <MeasurePiece
        sheet={sheet}
        pieceNo={loaded?.sheetId === sheet.id ? loaded.pieceNo : pieceNo}
        target={target}
        onClose={() => setTarget(null)}
      />
    ),
  }
}

/** What a touch of an angle or a flange does; null: a hem is not measured. */
function targetLabel(t: ReturnType<typeof useTexts>['t'], { profile }: Sheet, { kind, index }: LabelTarget) {
  if (kind === 'bend' && profile.bends[index]?.hem !== null) return null
  const name = t(kind === 'bend' ? 'first_piece.bend' : 'first_piece.flange', { number: index + 1 })
  return t('first_piece.touch', { name })
}
