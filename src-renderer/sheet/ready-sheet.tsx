// A complete sheet: its picture, and the rail beside it with what the operator must know and the one button.
import { useMemo, useState } from 'react'
import type { Refusal } from '../../shared/bending/index.ts'
import { validateSheet, type LabelTarget } from '../../shared/drawing/index.ts'
import type { MarkView } from '../../shared/station-api/index.ts'
import { BrakePanel } from '../brake/brake-panel.tsx'
import { SheetExport } from '../exports/sheet-export.tsx'
import { refusalText } from '../language/refusal-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import { MachineLead } from '../machines/machine-lead.tsx'
import { MachinesSection } from '../machines/machines-section.tsx'
import { useMachineAnswers } from '../machines/use-machine-answers.ts'
import { PrintVersionNotice } from '../scan/print-version-notice.tsx'
import { useOrders } from '../station/plan-queries.ts'
import { useWorkshop } from '../station/queries.ts'
import { useBrake, useStatus } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'
import { madePiece, ownPieceOf, useMadePieces } from '../work/made-pieces.ts'
import { MeasurePiece } from '../work/measure-piece.tsx'
import { WorkPanel } from '../work/work-panel.tsx'
import { BendTable } from './bend-table.tsx'
import { CheckLine, CheckWarning, checkOf } from './flat-pattern-check.tsx'
import { JobFoot, type SidePanel } from './job/job-foot.tsx'
import { machineVerdict } from './job/machine-facts.ts'
import { useJob } from './job/use-job.ts'
import { LengthsList } from './lengths-list.tsx'
import type { Sheet } from './sheet.ts'
import { SheetFacts, SheetMaterial, SheetRemarks, SheetWarnings } from './sheet-facts.tsx'
import { SheetPicture } from './sheet-picture.tsx'
import type { DrawingTargets } from './touch-targets.tsx'
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

export function ReadySheet({ sheet, date, mark, readAt, isNewest, nextSheetId }: ReadySheetProps) {
  const [chosenPieceNo, setChosenPieceNo] = useState(sheet.pieces[0]?.pieceNo ?? 1)
  const [panel, setPanel] = useState<SidePanel>('facts')
  const pieces = useMadePieces(sheet)
  const pieceNo = madePiece(pieces ?? [], chosenPieceNo)
  const piece = sheet.pieces.find((candidate) => candidate.pieceNo === ownPieceOf(pieceNo))
  const { t } = useTexts()
  const { ownBrakeId } = useStatus()
  const { loaded } = useBrake()
  const { steps, plan } = useSteps(sheet, pieces, pieceNo)
  const validity = useMemo(() => validateSheet(sheet), [sheet])
  const orders = useOrders(validity.ok ? sheet.id : null).data?.orders
  const answers = useMachineAnswers(validity.ok ? sheet : null, orders)
  const verdict = machineVerdict(answers?.ok === true ? answers.value : null, {
    ownBrakeId,
    plannedBrakeId: sheet.pressBrakeId,
  })
  const marked = mark !== null && mark.state !== 'cancelled' ? mark : null
  const job = useJob({
    sheet,
    mark: marked,
    isSound: validity.ok,
    machine: verdict.facts,
    chosenPieceNo: pieceNo,
    nextSheetId,
  })
  const workshop = useWorkshop().data
  const check = useMemo(
    () => (workshop === undefined || !validity.ok ? null : checkOf(sheet, workshop)),
    [sheet, workshop, validity],
  )
  const hasDifference = check?.outcome.ok === true && check.outcome.value.cause !== null
  const isMeasurable = marked === null && sheet.bent === null && validity.ok
  const [measuring, setMeasuring] = useState<LabelTarget | null>(null)
  const targets = useMemo<DrawingTargets>(
    () => ({ labelOf: (target) => targetLabel(t, sheet, target), onTouch: setMeasuring }),
    [t, sheet],
  )
  const showFacts = (): void => setPanel('facts')
  return (
    <>
      <PrintVersionNotice sheet={sheet} isMarked={marked !== null || sheet.bent !== null} />
      <div className="sheet">
        <SheetPicture
          sheet={sheet}
          piece={piece}
          made={pieces}
          pieceNo={pieceNo}
          steps={steps}
          plan={plan}
          targets={isMeasurable ? targets : undefined}
        />
        <div className="sheet-side">
          {panel === 'work' ? (
            <WorkPanel sheet={sheet} onBack={showFacts} />
          ) : panel === 'brake' ? (
            <BrakePanel
              sheet={sheet}
              isMarked={marked !== null || sheet.bent !== null}
              pieces={pieces}
              pieceNo={pieceNo}
              onPiece={setChosenPieceNo}
              onBack={showFacts}
              onCount={() => setPanel('work')}
            />
          ) : (
            <div className="sheet-facts">
              {!validity.ok && <InvalidSheet refusal={validity.error} />}
              <SheetWarnings sheet={sheet} isNewest={isNewest} differs={hasDifference}>
                {answers?.ok === true && <MachineLead answers={answers.value} plannedBrakeId={sheet.pressBrakeId} />}
              </SheetWarnings>
              <SheetMaterial sheet={sheet} />
              <LengthsList sheet={sheet} made={pieces} pieceNo={pieceNo} onChoose={setChosenPieceNo} />
              <SheetRemarks sheet={sheet} />
              <SheetFacts sheet={sheet} steps={steps} answer={verdict.answer} />
              {check !== null && <CheckWarning check={check} />}
              <BendTable sheet={sheet} hand={piece?.hand ?? 'none'} />
              {check !== null && <CheckLine check={check} />}
              <MachinesSection answers={answers} isSound={validity.ok} plannedBrakeId={sheet.pressBrakeId} />
              <SheetExport sheetId={sheet.id} readAt={readAt} />
            </div>
          )}
          {measuring !== null && (
            <MeasurePiece
              sheet={sheet}
              pieceNo={loaded?.sheetId === sheet.id ? loaded.pieceNo : pieceNo}
              target={measuring}
              onClose={() => setMeasuring(null)}
            />
          )}
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

/** What a touch of an angle or a flange does; null: a hem is not measured. */
function targetLabel(t: ReturnType<typeof useTexts>['t'], { profile }: Sheet, { kind, index }: LabelTarget) {
  if (kind === 'bend' && profile.bends[index]?.hem !== null) return null
  const name = t(kind === 'bend' ? 'first_piece.bend' : 'first_piece.flange', { number: index + 1 })
  return t('first_piece.touch', { name })
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
