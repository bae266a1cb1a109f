// The two drawings of a sheet: how the plate lies flat, and what it becomes.
import { useCallback } from 'react'
import { englishWords, norwegianWords, profileScene, unfoldingScene, type Frame } from '../../shared/drawing/index.ts'
import { useWords } from '../language/use-words.ts'
import { FoldButton } from '../fold/fold-button.tsx'
import { Drawing } from './drawing.tsx'
import type { Sheet } from './sheet.ts'

export interface SheetDrawingsProps {
  sheet: Sheet
  /** The piece whose plate is shown; undefined: the unfolding as it is written. */
  piece: Sheet['pieces'][number] | undefined
}

export function SheetDrawings({ sheet, piece }: SheetDrawingsProps) {
  const { t, mm, named, language } = useWords()
  const words = language === 'nb' ? norwegianWords : englishWords
  const unfolding = useCallback((frame: Frame) => unfoldingScene(sheet, { piece, frame, words }), [sheet, piece, words])
  const profile = useCallback((frame: Frame) => profileScene(sheet, { frame, words }), [sheet, words])
  return (
    <div className="drawings">
      <Drawing
        title={t('sheet.profile')}
        label={t('sheet.profile_label', { family: named('family', sheet.profile.family) })}
        scene={profile}
      >
        <FoldButton profile={sheet.profile} lengthMm={piece?.lengthMm ?? sheet.unfolding.lengthMm} />
      </Drawing>
      <Drawing
        title={t('sheet.unfolding')}
        label={t('sheet.unfolding_label', {
          width: mm(sheet.unfolding.widthMm),
          length: mm(piece?.lengthMm ?? sheet.unfolding.lengthMm),
          bends: t('list.bends', { count: sheet.unfolding.bendLines.length }),
        })}
        scene={unfolding}
      />
    </div>
  )
}
