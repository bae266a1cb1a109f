// A complete sheet: its picture, and the rail beside it with what the operator must know and the one button.
import { useMemo, useState } from 'react'
import { validateSheet } from '../../shared/drawing/index.ts'
import type { BrakeView, MarkView } from '../../shared/station-api/index.ts'
import { BrakePanel } from '../brake/brake-panel.tsx'
import { useMachineAnswers } from '../machines/use-machine-answers.ts'
import { PrintVersionNotice } from '../scan/print-version-notice.tsx'
import { useOrders } from '../station/plan-queries.ts'
import { useBrake, useStatus } from '../station/station-context.tsx'
import { madePiece, ownPieceOf, useMadePieces } from '../work/made-pieces.ts'
import { WorkPanel } from '../work/work-panel.tsx'
import { JobFoot, machineVerdict, useJob, type SidePanel } from './job/index.ts'
import type { Sheet } from './sheet.ts'
import { SheetRail } from './sheet-rail.tsx'
import { SheetPicture, useMeasuring } from './drawings/index.ts'
import { useSteps } from './use-steps.ts'

export interface ReadySheetProps {
  sheet: Sheet
  date: string
  mark: MarkView | null
  readAt: string | null
  /** No newer version of the sheet is known. */
  isNewest: boolean
  /** The next sheet to bend at this machine; null: none. */
  nextSheetId: string | null
}

/** The length of the sheet that the brake bends; null: none. */
const runningPieceNo = (loaded: BrakeView['loaded'], sheetId: string): number | null =>
  loaded !== null && loaded.sheetId === sheetId && loaded.donePieces < loaded.wantedPieces ? loaded.pieceNo : null

export function ReadySheet({ sheet, date, mark, readAt, isNewest, nextSheetId }: ReadySheetProps) {
  const { loaded } = useBrake()
  const [touchedPieceNo, setTouchedPieceNo] = useState<number | null>(null)
  const chosenPieceNo = touchedPieceNo ?? runningPieceNo(loaded, sheet.id) ?? sheet.pieces[0]?.pieceNo ?? 1
  const [panel, setPanel] = useState<SidePanel>('facts')
  const pieces = useMadePieces(sheet)
  const pieceNo = madePiece(pieces ?? [], chosenPieceNo)
  const piece = sheet.pieces.find((candidate) => candidate.pieceNo === ownPieceOf(pieceNo))
  const { steps, plan } = useSteps(sheet, pieces, pieceNo)
  const validity = useMemo(() => validateSheet(sheet), [sheet])
  const { answers, verdict } = useVerdict(sheet, validity.ok)
  const marked = mark !== null && mark.state !== 'cancelled' ? mark : null
  const job = useJob({
    sheet,
    mark: marked,
    isSound: validity.ok,
    machine: verdict.facts,
    chosenPieceNo: pieceNo,
    nextSheetId,
  })
  const isMarked = marked !== null || sheet.bent !== null
  const measuring = useMeasuring(sheet, pieceNo, !isMarked && validity.ok)
  const showFacts = (): void => setPanel('facts')
  return (
    <>
      <PrintVersionNotice sheet={sheet} isMarked={isMarked} />
      <div className="sheet">
        <SheetPicture
          sheet={sheet}
          piece={piece}
          madePieces={pieces}
          pieceNo={pieceNo}
          steps={steps}
          plan={plan}
          targets={measuring.targets}
        />
        <div className="sheet-side">
          {panel === 'work' ? (
            <WorkPanel sheet={sheet} onBack={showFacts} />
          ) : panel === 'brake' ? (
            <BrakePanel
              sheet={sheet}
              isMarked={isMarked}
              pieces={pieces}
              pieceNo={pieceNo}
              onPiece={setTouchedPieceNo}
              onBack={showFacts}
              onCount={() => setPanel('work')}
            />
          ) : (
            <SheetRail
              sheet={sheet}
              isNewest={isNewest}
              readAt={readAt}
              validity={validity}
              answers={answers}
              verdict={verdict}
              steps={steps}
              pieces={pieces}
              pieceNo={pieceNo}
              onChoose={setTouchedPieceNo}
            />
          )}
          {measuring.dialog}
          <JobFoot
            sheet={sheet}
            date={date}
            mark={marked}
            job={job}
            verdict={verdict}
            panel={panel}
            onPanel={setPanel}
          />
        </div>
      </div>
    </>
  )
}

/** What each machine answers about a sheet, and whether the machine of this station can bend it. */
function useVerdict(sheet: Sheet, isValid: boolean) {
  const { ownBrakeId } = useStatus()
  const orders = useOrders(isValid ? sheet.id : null).data?.orders
  const answers = useMachineAnswers(isValid ? sheet : null, orders)
  const verdict = machineVerdict(answers?.ok === true ? answers.value : null, {
    ownBrakeId,
    plannedBrakeId: sheet.pressBrakeId,
  })
  return { answers, verdict }
}
