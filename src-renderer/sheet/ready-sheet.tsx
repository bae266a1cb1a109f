// A sheet that is here whole: its two drawings, its tables, and the mark.
import { useMemo, useState } from 'react'
import type { MarkView } from '../../shared/station-api/index.ts'
import { BendTable } from './bend-table.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { MarkPanel } from './mark-panel.tsx'
import { PiecesTable } from './pieces-table.tsx'
import type { Sheet } from './sheet.ts'
import { SheetDrawings } from './sheet-drawings.tsx'
import { SheetFacts, SheetLead } from './sheet-facts.tsx'
import { CheckLine, CheckWarning, checkOf } from './unfolding-check.tsx'

export interface ReadySheetProps {
  sheet: Sheet
  mark: MarkView | null
  readAt: string | null
  /** Whether no later edition is known of that has not come yet. */
  newest: boolean
}

export function ReadySheet({ sheet, mark, readAt, newest }: ReadySheetProps) {
  const [pieceNo, setPieceNo] = useState<number | null>(sheet.pieces[0]?.pieceNo ?? null)
  const check = useMemo(() => checkOf(sheet), [sheet])
  return (
    <div className="sheet">
      <SheetDrawings sheet={sheet} piece={sheet.pieces.find((piece) => piece.pieceNo === pieceNo)} />
      <div className="sheet-side">
        <div className="sheet-facts">
          <SheetLead sheet={sheet} newest={newest} />
          <CheckWarning check={check} />
          <PiecesTable pieces={sheet.pieces} shown={pieceNo} onShow={setPieceNo} />
          <SheetFacts sheet={sheet} />
          <BendTable sheet={sheet} />
          <CheckLine check={check} />
          <ExportButtons sheetId={sheet.id} readAt={readAt} />
        </div>
        <MarkPanel sheet={sheet} mark={mark} />
      </div>
    </div>
  )
}
