// The two drawings of a sheet: the profile after a number of bends, and the flat pattern of a piece.
import { useCallback } from 'react'
import {
  englishTexts,
  flatPatternScene,
  norwegianTexts,
  profileScene,
  type Frame,
} from '../../../shared/drawing/index.ts'
import { colourSideText } from '../../bend-plan/plan-texts.ts'
import { handlingSentence } from '../../brake/brake-texts.ts'
import { useTexts } from '../../language/use-texts.ts'
import type { MadePiece } from '../../work/made-pieces.ts'
import { stageOf, type BendStep } from '../bend-steps.ts'
import { colourPlaceText } from '../colour-texts.ts'
import { Drawing, type DrawingProps } from './drawing.tsx'
import { LengthsNote } from '../lengths-note.tsx'
import type { Sheet } from '../sheet.ts'

export interface ProfileDrawingProps extends Pick<DrawingProps, 'children' | 'targets'> {
  sheet: Sheet
  steps: readonly BendStep[]
  /** The number of bends that are made. */
  madeCount: number
}

export function ProfileDrawing({ sheet, steps, madeCount, targets, children }: ProfileDrawingProps) {
  const texts = useTexts()
  const { t, named } = texts
  const drawingTexts = useDrawingTexts()
  const isFolded = madeCount === steps.length
  const currentStep = isFolded ? undefined : steps[madeCount - 1]
  const faceUp = isFolded ? undefined : (steps[Math.max(0, madeCount - 1)]?.faceUp ?? undefined)
  const profile = useCallback(
    (frame: Frame) =>
      profileScene(sheet, { frame, texts: drawingTexts, faceUp, stage: stageOf(sheet.profile, steps, madeCount) }),
    [sheet, drawingTexts, faceUp, steps, madeCount],
  )
  const title = isFolded
    ? [
        t('sheet.profile'),
        // bare metal has no colour side
        sheet.profile.colourSide === 'ingen'
          ? null
          : t('sheet.colour_at', { place: lowered(colourPlaceText(texts, sheet.profile)) }),
      ]
    : [
        t('sheet.profile'),
        t('steps.after', { made: madeCount, steps: steps.length }),
        ...(currentStep === undefined ? [] : [handlingSentence(texts, currentStep)]),
        ...(faceUp === undefined ? [] : [colourSideText(texts, faceUp, sheet.profile.colourSide, 'plain')]),
      ]
  return (
    <Drawing
      name={t('sheet.profile')}
      title={title.filter((part) => part !== null).join(' · ')}
      label={t('sheet.profile_label', { family: named('family', sheet.profile.family) })}
      sheet={sheet.profile}
      scene={profile}
      targets={isFolded ? targets : undefined}
    >
      {children}
    </Drawing>
  )
}

export interface FlatPatternDrawingProps extends Pick<DrawingProps, 'children'> {
  sheet: Sheet
  /** The piece whose blank is shown; undefined: the flat pattern of the sheet. */
  piece: Sheet['pieces'][number] | undefined
  /** All pieces of the sheet as they are made; null: not known yet. */
  madePieces: readonly MadePiece[] | null
  /** The piece to make: the piece itself, or one of its lengths. */
  pieceNo: number
}

export function FlatPatternDrawing({ sheet, piece, madePieces, pieceNo, children }: FlatPatternDrawingProps) {
  const { t, mm } = useTexts()
  const drawingTexts = useDrawingTexts()
  const flatPattern = useCallback(
    (frame: Frame) => flatPatternScene(sheet, { piece, frame, texts: drawingTexts }),
    [sheet, piece, drawingTexts],
  )
  return (
    <Drawing
      name={t('sheet.flat_pattern')}
      title={t('sheet.flat_pattern')}
      label={t('sheet.flat_pattern_label', {
        width: mm(sheet.unfolding.widthMm),
        length: mm(piece?.lengthMm ?? sheet.unfolding.lengthMm),
        bends: t('list.bends', { count: sheet.unfolding.bendLines.length }),
      })}
      sheet={sheet.profile}
      scene={flatPattern}
      note={<LengthsNote piece={piece} madePieces={madePieces ?? []} pieceNo={pieceNo} />}
    >
      {children}
    </Drawing>
  )
}

const useDrawingTexts = () => (useTexts().language === 'nb' ? norwegianTexts : englishTexts)

const lowered = (text: string): string => `${text.charAt(0).toLocaleLowerCase()}${text.slice(1)}`
