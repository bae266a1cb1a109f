// A sheet that is here whole: its two drawings, its tables, its machines, and the mark.
import { useMemo, useState } from 'react'
import { soundSheet } from '../../shared/drawing/index.ts'
import type { MarkView } from '../../shared/station-api/index.ts'
import { BrakePanel } from '../brake/brake-panel.tsx'
import { BrakeStrip } from '../brake/brake-strip.tsx'
import { SheetExport } from '../exports/sheet-export.tsx'
import { MachineLead } from '../machines/machine-lead.tsx'
import { MachinesSection } from '../machines/machines-section.tsx'
import { useMachineAnswers } from '../machines/use-machine-answers.ts'
import { OldPrintNotice } from '../scan/old-print-notice.tsx'
import { useWorkshop } from '../station/queries.ts'
import { useBrake } from '../station/station-context.tsx'
import { madePiece, ownPieceOf, useMadePieces } from '../work/made-pieces.ts'
import { WorkPanel } from '../work/work-panel.tsx'
import { BendTable } from './bend-table.tsx'
import { MarkPanel } from './mark-panel.tsx'
import { PiecesTable } from './pieces-table.tsx'
import type { Sheet } from './sheet.ts'
import { SheetDrawings } from './sheet-drawings.tsx'
import { KeyFacts, SheetFacts, SheetLead } from './sheet-facts.tsx'
import { CheckLine, CheckWarning, checkOf } from './unfolding-check.tsx'
import { UnsoundSheet } from './unsound-sheet.tsx'

export interface ReadySheetProps {
  sheet: Sheet
  mark: MarkView | null
  readAt: string | null
  /** Whether no later edition is known of that has not come yet. */
  newest: boolean
}

export function ReadySheet({ sheet, mark, readAt, newest }: ReadySheetProps) {
  const [asked, ask] = useState(sheet.pieces[0]?.pieceNo ?? 1)
  const pieces = useMadePieces(sheet)
  const pieceNo = madePiece(pieces ?? [], asked)
  const [side, show] = useState<'facts' | 'work' | 'brake'>('facts')
  const piece = sheet.pieces.find((one) => one.pieceNo === ownPieceOf(pieceNo))
  const { loaded } = useBrake()
  const isMarked = sheet.bent !== null || (mark !== null && mark.state !== 'cancelled')
  const isMade = loaded?.sheetId === sheet.id && !loaded.waitsForPerson
  const workshop = useWorkshop().data
  const sound = useMemo(() => soundSheet(sheet), [sheet])
  const check = useMemo(() => (workshop === undefined ? null : checkOf(sheet, workshop)), [sheet, workshop])
  const isDifferent = sound.ok && check?.outcome.ok === true && check.outcome.value.cause !== null
  const answers = useMachineAnswers(sound.ok ? sheet : null)
  return (
    <>
      <OldPrintNotice sheet={sheet} isMarked={isMarked} />
      <div className="sheet">
        <SheetDrawings sheet={sheet} piece={piece} made={pieces ?? []} pieceNo={pieceNo} />
        <div className="sheet-side">
          {side === 'work' ? (
            <WorkPanel sheet={sheet} onBack={() => show('facts')} />
          ) : side === 'brake' ? (
            <BrakePanel
              sheet={sheet}
              isMarked={isMarked}
              pieces={pieces}
              pieceNo={pieceNo}
              onPiece={ask}
              onBack={() => show('facts')}
              onCount={() => show('work')}
            />
          ) : (
            <div className="sheet-facts">
              {!sound.ok && <UnsoundSheet refusal={sound.refusal} />}
              <SheetLead sheet={sheet} newest={newest} differs={isDifferent}>
                {answers?.ok === true && <MachineLead answers={answers.value} plannedBrakeId={sheet.pressBrakeId} />}
              </SheetLead>
              <KeyFacts sheet={sheet} />
              <PiecesTable pieces={sheet.pieces} shown={piece?.pieceNo ?? null} onShow={ask} />
              {sound.ok && check !== null && <CheckWarning check={check} />}
              <SheetFacts sheet={sheet} />
              <BendTable sheet={sheet} hand={piece?.hand ?? 'none'} />
              {sound.ok && check !== null && <CheckLine check={check} />}
              <MachinesSection answers={answers} isSound={sound.ok} plannedBrakeId={sheet.pressBrakeId} />
              <SheetExport sheetId={sheet.id} readAt={readAt} />
            </div>
          )}
          {side !== 'brake' && (
            <BrakeStrip
              sheet={sheet}
              isMarked={isMarked}
              pieces={pieces}
              pieceNo={pieceNo}
              onOpen={() => show('brake')}
            />
          )}
          {/* two large buttons under one another are one too many: the program, or what is asked of it, comes first */}
          {(side !== 'brake' || isMade) && (
            <MarkPanel sheet={sheet} mark={mark} side={side} onCount={() => show('work')} />
          )}
        </div>
      </div>
    </>
  )
}
