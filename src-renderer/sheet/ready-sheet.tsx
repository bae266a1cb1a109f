// A complete sheet: its drawings, tables, machines, and the mark.
import { useMemo, useState } from 'react'
import type { Refusal } from '../../shared/bending/index.ts'
import { validateSheet } from '../../shared/drawing/index.ts'
import type { MarkView } from '../../shared/station-api/index.ts'
import { BrakePanel } from '../brake/brake-panel.tsx'
import { BrakeStrip } from '../brake/brake-strip.tsx'
import { SheetExport } from '../exports/sheet-export.tsx'
import { refusalText } from '../language/refusal-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import { MachineLead } from '../machines/machine-lead.tsx'
import { MachinesSection } from '../machines/machines-section.tsx'
import { useMachineAnswers } from '../machines/use-machine-answers.ts'
import { PrintVersionNotice } from '../scan/print-version-notice.tsx'
import { useOrders } from '../station/plan-queries.ts'
import { useWorkshop } from '../station/queries.ts'
import { useBrake } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'
import { madePiece, ownPieceOf, useMadePieces } from '../work/made-pieces.ts'
import { WorkPanel } from '../work/work-panel.tsx'
import { BendTable } from './bend-table.tsx'
import { MarkPanel } from './mark-panel.tsx'
import { PiecesTable } from './pieces-table.tsx'
import type { Sheet } from './sheet.ts'
import { SheetDrawings } from './sheet-drawings.tsx'
import { KeyFacts, SheetFacts, SheetLead } from './sheet-facts.tsx'
import { CheckLine, CheckWarning, checkOf } from './flat-pattern-check.tsx'

export interface ReadySheetProps {
  sheet: Sheet
  mark: MarkView | null
  readAt: string | null
  /** No newer version of the sheet is known. */
  isNewest: boolean
}

export function ReadySheet({ sheet, mark, readAt, isNewest }: ReadySheetProps) {
  const [chosenPieceNo, setChosenPieceNo] = useState(sheet.pieces[0]?.pieceNo ?? 1)
  const pieces = useMadePieces(sheet)
  const pieceNo = madePiece(pieces ?? [], chosenPieceNo)
  const [shownSide, setShownSide] = useState<'facts' | 'work' | 'brake'>('facts')
  const piece = sheet.pieces.find((candidate) => candidate.pieceNo === ownPieceOf(pieceNo))
  const { loaded } = useBrake()
  const isMarked = sheet.bent !== null || (mark !== null && mark.state !== 'cancelled')
  const isMade = loaded?.sheetId === sheet.id && !loaded.needsConfirmation
  const workshop = useWorkshop().data
  const validity = useMemo(() => validateSheet(sheet), [sheet])
  const check = useMemo(() => (workshop === undefined ? null : checkOf(sheet, workshop)), [sheet, workshop])
  const hasDifference = validity.ok && check?.outcome.ok === true && check.outcome.value.cause !== null
  const answers = useMachineAnswers(validity.ok ? sheet : null, useOrders(validity.ok ? sheet.id : null).data?.orders)
  return (
    <>
      <PrintVersionNotice sheet={sheet} isMarked={isMarked} />
      <div className="sheet">
        <SheetDrawings sheet={sheet} piece={piece} made={pieces} pieceNo={pieceNo} />
        <div className="sheet-side">
          {shownSide === 'work' ? (
            <WorkPanel sheet={sheet} onBack={() => setShownSide('facts')} />
          ) : shownSide === 'brake' ? (
            <BrakePanel
              sheet={sheet}
              isMarked={isMarked}
              pieces={pieces}
              pieceNo={pieceNo}
              onPiece={setChosenPieceNo}
              onBack={() => setShownSide('facts')}
              onCount={() => setShownSide('work')}
            />
          ) : (
            <div className="sheet-facts">
              {!validity.ok && <InvalidSheet refusal={validity.error} />}
              <SheetLead sheet={sheet} isNewest={isNewest} differs={hasDifference}>
                {answers?.ok === true && <MachineLead answers={answers.value} plannedBrakeId={sheet.pressBrakeId} />}
              </SheetLead>
              <KeyFacts sheet={sheet} />
              <PiecesTable pieces={sheet.pieces} shown={piece?.pieceNo ?? null} onShow={setChosenPieceNo} />
              {validity.ok && check !== null && <CheckWarning check={check} />}
              <SheetFacts sheet={sheet} />
              <BendTable sheet={sheet} hand={piece?.hand ?? 'none'} />
              {validity.ok && check !== null && <CheckLine check={check} />}
              <MachinesSection answers={answers} isSound={validity.ok} plannedBrakeId={sheet.pressBrakeId} />
              <SheetExport sheetId={sheet.id} readAt={readAt} />
            </div>
          )}
          {shownSide !== 'brake' && (
            <BrakeStrip
              sheet={sheet}
              isMarked={isMarked}
              pieces={pieces}
              pieceNo={pieceNo}
              onOpen={() => setShownSide('brake')}
            />
          )}
          {/* only one large button is visible: the program, or its question, comes first */}
          {(shownSide !== 'brake' || isMade) && (
            <MarkPanel sheet={sheet} mark={mark} side={shownSide} onCount={() => setShownSide('work')} />
          )}
        </div>
      </div>
    </>
  )
}

/** The field, the error, and what to do. */
function InvalidSheet({ refusal }: { refusal: Refusal }) {
  const texts = useTexts()
  const { t } = texts
  const { field, message } = refusal
  return (
    <section className="check" aria-label={t('unsound.title')}>
      <h2 className="warning tone-fault">
        <Sign tone="fault" />
        <span>{t('unsound.title')}</span>
      </h2>
      <p>{t('unsound.reason', { reason: refusalText(texts, refusal) })}</p>
      <p>{t('unsound.todo')}</p>
      <p className="muted to-office">{t('unsound.to_office', { field, message })}</p>
    </section>
  )
}
