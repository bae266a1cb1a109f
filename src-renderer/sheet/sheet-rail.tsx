// What an operator must know of a sheet, beside its picture: the office's note, material, warnings, lengths and facts; below that the bends,
// the check of the flat pattern, the machines and the files.
import { useMemo } from 'react'
import type { Result } from '../../shared/base/result.ts'
import type { Refusal } from '../../shared/bending/index.ts'
import { SheetExport } from '../exports/sheet-export.tsx'
import { refusalText } from '../language/refusal-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import type { MachineAnswers } from '../machines/machine-answers.ts'
import { MachineLead } from '../machines/machine-lead.tsx'
import { MachinesSection } from '../machines/machines-section.tsx'
import { OrderButton } from '../order/order-button.tsx'
import { useWorkshop } from '../station/queries.ts'
import { SheetElsewhereLines } from '../peers/sheet-elsewhere.tsx'
import { Sign } from '../ui/sign.tsx'
import { ownPieceOf, type MadePiece } from '../work/made-pieces.ts'
import type { BendStep } from './bend-steps.ts'
import { BendTable } from './bend-table.tsx'
import { CheckLine, CheckWarning, checkOf } from './drawings/index.ts'
import type { MachineVerdict } from './job/index.ts'
import { LengthsList } from './lengths-list.tsx'
import type { Sheet } from './sheet.ts'
import { SheetFacts, SheetMaterial, SheetNote, SheetRemarks, SheetWarnings } from './sheet-facts.tsx'

export interface SheetRailProps {
  sheet: Sheet
  isNewest: boolean
  readAt: string | null
  validity: Result<unknown, Refusal>
  answers: Result<MachineAnswers, Refusal> | null
  verdict: MachineVerdict
  steps: readonly BendStep[]
  /** The pieces as they are made; null: not known yet. */
  pieces: readonly MadePiece[] | null
  pieceNo: number
  onChoose: (pieceNo: number) => void
}

export function SheetRail(props: SheetRailProps) {
  const { sheet, isNewest, readAt, validity, answers, verdict, steps, pieces, pieceNo, onChoose } = props
  const piece = sheet.pieces.find((candidate) => candidate.pieceNo === ownPieceOf(pieceNo))
  const workshop = useWorkshop().data
  const check = useMemo(
    () => (workshop === undefined || !validity.ok ? null : checkOf(sheet, workshop)),
    [sheet, workshop, validity],
  )
  const hasDifference = check?.outcome.ok === true && check.outcome.value.cause !== null
  return (
    <div className="sheet-facts">
      {!validity.ok && <InvalidSheet refusal={validity.error} />}
      <SheetNote sheet={sheet} />
      <SheetMaterial sheet={sheet} />
      <SheetElsewhereLines sheetId={sheet.id} />
      <SheetWarnings sheet={sheet} isNewest={isNewest} differs={hasDifference}>
        {answers?.ok === true && <MachineLead answers={answers.value} plannedBrakeId={sheet.pressBrakeId} />}
      </SheetWarnings>
      <LengthsList sheet={sheet} madePieces={pieces} pieceNo={pieceNo} onChoose={onChoose} />
      <SheetRemarks sheet={sheet} />
      <SheetFacts sheet={sheet} steps={steps} answer={verdict.answer} />
      <OrderButton sheet={sheet} />
      {check !== null && <CheckWarning check={check} />}
      <BendTable sheet={sheet} hand={piece?.hand ?? 'none'} />
      {check !== null && <CheckLine check={check} />}
      <MachinesSection answers={answers} isSound={validity.ok} plannedBrakeId={sheet.pressBrakeId} />
      <SheetExport sheetId={sheet.id} readAt={readAt} />
    </div>
  )
}

/** The field, the error, and what to do. */
function InvalidSheet({ refusal }: { refusal: Refusal }) {
  const texts = useTexts()
  const { t } = texts
  return (
    <section className="check" aria-label={t('unsound.title')}>
      <h2 className="warning tone-fault">
        <Sign tone="fault" />
        <span>{t('unsound.title')}</span>
      </h2>
      <p>{t('unsound.reason', { reason: refusalText(texts, refusal) })}</p>
      <p>{t('unsound.todo')}</p>
      <p className="muted to-office">{t('unsound.to_office', { what: refusalText(texts, refusal) })}</p>
    </section>
  )
}
