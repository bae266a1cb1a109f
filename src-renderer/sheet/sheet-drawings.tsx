// The two drawings of a sheet: the profile bend by bend, and the flat pattern.
import { useCallback, useMemo, useState } from 'react'
import { englishTexts, norwegianTexts, profileScene, flatPatternScene, type Frame } from '../../shared/drawing/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useSheetPlan, type SheetPlan } from '../bend-plan/use-sheet-plan.ts'
import { PlanButton } from '../bend-plan/plan-button.tsx'
import { colourSideText } from '../bend-plan/plan-texts.ts'
import { plannedOrder } from '../bend-plan/plan-order.ts'
import { handlingSentence } from '../brake/brake-texts.ts'
import { FoldView, type FoldViewProps } from '../fold/fold-view.tsx'
import { useBrake } from '../station/station-context.tsx'
import { useProgram } from '../station/work-queries.ts'
import type { MadePiece } from '../work/made-pieces.ts'
import { bendSteps, stageOf, type BendStep } from './bend-steps.ts'
import { Button } from '../ui/button.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { Drawing } from './drawing.tsx'
import { LengthsNote } from './lengths-note.tsx'
import type { Sheet } from './sheet.ts'
import { StepStrip } from './step-strip.tsx'

export interface SheetDrawingsProps {
  sheet: Sheet
  /** The piece whose blank is shown; undefined: the flat pattern of the sheet. */
  piece: Sheet['pieces'][number] | undefined
  /** All pieces of the sheet as they are made; null: not known yet. */
  made: readonly MadePiece[] | null
  /** The piece to make: the piece itself, or one of its lengths. */
  pieceNo: number
}

export function SheetDrawings({ sheet, piece, made: pieces, pieceNo }: SheetDrawingsProps) {
  const texts = useTexts()
  const { t, mm, named, language } = texts
  const drawingTexts = language === 'nb' ? norwegianTexts : englishTexts
  const flatPattern = useCallback(
    (frame: Frame) => flatPatternScene(sheet, { piece, frame, texts: drawingTexts }),
    [sheet, piece, drawingTexts],
  )
  const plan = useSheetPlan(sheet, pieces)
  const steps = useSteps(sheet, pieceNo, plan)
  const order = useMemo(() => steps.map(({ bend }) => bend), [steps])
  const [chosen, setChosen] = useState<number | null>(null)
  const made = Math.min(chosen ?? steps.length, steps.length)
  const currentStep = made < steps.length ? steps[made - 1] : undefined
  const faceUp = made === steps.length ? undefined : (steps[Math.max(0, made - 1)]?.faceUp ?? undefined)
  const profile = useCallback(
    (frame: Frame) =>
      profileScene(sheet, { frame, texts: drawingTexts, faceUp, stage: stageOf(sheet.profile, steps, made) }),
    [sheet, drawingTexts, faceUp, steps, made],
  )
  const title = [
    t('sheet.profile'),
    ...(made === steps.length ? [] : [t('steps.after', { made, steps: steps.length })]),
    ...(currentStep === undefined ? [] : [handlingSentence(texts, currentStep)]),
    ...(faceUp === undefined ? [] : [colourSideText(texts, faceUp, sheet.profile.colourSide, 'plain')]),
  ]
    .filter((part) => part !== null)
    .join(' · ')
  return (
    <div className="drawings">
      <Drawing
        title={title}
        label={t('sheet.profile_label', { family: named('family', sheet.profile.family) })}
        sheet={sheet.profile}
        scene={profile}
      >
        <FoldButton profile={sheet.profile} order={order} lengthMm={piece?.lengthMm ?? sheet.unfolding.lengthMm} />
      </Drawing>
      <StepStrip steps={steps} sheet={sheet.profile} made={made} onSelect={setChosen}>
        {plan !== null && plan.answer.kind !== 'not_planned' && <PlanButton plan={plan} sheet={sheet.profile} />}
      </StepStrip>
      <Drawing
        title={t('sheet.unfolding')}
        label={t('sheet.unfolding_label', {
          width: mm(sheet.unfolding.widthMm),
          length: mm(piece?.lengthMm ?? sheet.unfolding.lengthMm),
          bends: t('list.bends', { count: sheet.unfolding.bendLines.length }),
        })}
        sheet={sheet.profile}
        scene={flatPattern}
        note={<LengthsNote piece={piece} made={pieces ?? []} pieceNo={pieceNo} />}
      />
    </div>
  )
}

/** The steps in the order of the brake's program, if this station has a brake that accepts programs; else in the order of the plan. */
function useSteps(sheet: Sheet, pieceNo: number, plan: SheetPlan | null): readonly BendStep[] {
  const { link } = useBrake()
  const program = useProgram(sheet.id, sheet.drawingVersion, pieceNo, link !== null).data
  return useMemo(() => {
    const sent = link !== null && program?.kind === 'program' ? program.program : null
    const works = plan !== null && plan.answer.kind !== 'impossible' ? plannedOrder(plan.answer, plan.request) : null
    return bendSteps(sheet, sent, works?.steps ?? null)
  }, [sheet, link, program, plan])
}

/** Opens the folding view over the whole screen. */
function FoldButton(piece: Pick<FoldViewProps, 'profile' | 'order' | 'lengthMm'>) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const title = t('fold.title')
  return (
    <>
      <Button className="tool" aria-label={title} onPress={() => setIsOpen(true)}>
        {t('fold.open')}
      </Button>
      <ModalDialog title={title} isOpen={isOpen} onClose={() => setIsOpen(false)} isWhole>
        <FoldView title={title} {...piece} onClose={() => setIsOpen(false)} />
      </ModalDialog>
    </>
  )
}
