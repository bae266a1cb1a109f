// Whether the piece is shown in 3D or in 2D. A computer without WebGL, or one that draws 3D too slowly, shows 2D automatically; the user may
// still choose 3D.
import { useState } from 'react'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'

/** Why 2D is shown without a choice of the user. */
type FlatReason = 'unavailable' | 'slow'

export interface SpaceChoice {
  readonly isSpace: boolean
  /** Null: nothing prevents 3D. */
  readonly reason: FlatReason | null
  /** The picture has fewer pixels, so that it is drawn faster. */
  readonly isReduced: boolean
  readonly choose: (isSpace: boolean) => void
  readonly onUnavailable: () => void
  readonly onSlow: () => void
}

export function useSpaceChoice(isSpaceFirst: boolean): SpaceChoice {
  const { slowSpace } = useScreenStore()
  const slow = useSlice(slowSpace)
  const [isUnavailable, setIsUnavailable] = useState(false)
  const [chosen, setChosen] = useState(isSpaceFirst && slow !== 'flat')
  return {
    isSpace: chosen && !isUnavailable,
    reason: isUnavailable ? 'unavailable' : slow === 'flat' && !chosen ? 'slow' : null,
    isReduced: slow !== null,
    choose: (isSpace) => {
      // a graphics driver may have come back
      setIsUnavailable(false)
      if (isSpace && slow === 'flat') slowSpace.set('chosen')
      setChosen(isSpace)
    },
    onUnavailable: () => setIsUnavailable(true),
    onSlow: () => {
      if (!chosen || slow === 'chosen') return
      // fewer pixels first, where the screen has more of them than CSS pixels
      if (slow === null && window.devicePixelRatio > 1) return slowSpace.set('reduced')
      slowSpace.set('flat')
      setChosen(false)
    },
  }
}
