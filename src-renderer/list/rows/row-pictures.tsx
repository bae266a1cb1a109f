// The picture of a row: the profile in the sheet's colour. The text is beside it.
import type { ColouredSheet } from '../../../shared/colours/index.ts'
import type { RowDetails } from '../../../shared/station-api/index.ts'
import { sheetPaint } from '../../ui/drawing/index.ts'

interface ThumbnailProps {
  /** Null: not loaded, or the profile has no shape. */
  thumbnail: NonNullable<RowDetails['details']>['thumbnail'] | null
  sheet: ColouredSheet
  /** Nobody can bend the sheet as it is: it is drawn in grey. */
  isBlocked: boolean
}

/** The line is drawn over a wider one, so that a dark sheet is seen on a dark ground. */
export function Thumbnail({ thumbnail, sheet, isBlocked }: ThumbnailProps) {
  if (thumbnail === null) return <span className="thumb" />
  return (
    <svg
      className={isBlocked ? 'thumb thumb-blocked' : 'thumb'}
      viewBox={thumbnail.viewBox}
      style={sheetPaint(sheet)}
      aria-hidden="true"
      focusable="false"
    >
      <path className="thumb-halo" d={thumbnail.path} />
      <path className="thumb-sheet" d={thumbnail.path} />
    </svg>
  )
}
