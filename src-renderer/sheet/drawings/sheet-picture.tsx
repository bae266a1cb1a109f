// The picture of a sheet: its profile bend by bend, or its flat pattern. The bend plan and 3D open over the whole screen.
import { useMemo, useState } from 'react'
import { BendStepButton } from '../../bend-step/bend-step-button.tsx'
import { PlanButton } from '../../bend-plan/plan-button.tsx'
import { plannedOrder } from '../../bend-plan/plan-order.ts'
import { FoldView, type FoldViewProps } from '../../fold/fold-view.tsx'
import { useTexts } from '../../language/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { ModalDialog } from '../../ui/dialogs/index.ts'
import type { DrawingTargets } from './touch-targets.tsx'
import { FlatPatternDrawing, ProfileDrawing } from './drawings.tsx'
import type { SheetDrawingsProps } from './sheet-drawings.tsx'
import { StepStrip } from '../step-strip.tsx'
import type { SheetSteps } from '../use-steps.ts'

export interface SheetPictureProps extends SheetDrawingsProps, SheetSteps {
  /** Angles and flanges of the finished profile that can be touched; undefined: none. */
  targets: DrawingTargets | undefined
}

type Picture = 'profile' | 'flat_pattern'

export function SheetPicture({ sheet, piece, madePieces: pieces, pieceNo, steps, plan, targets }: SheetPictureProps) {
  const order = useMemo(() => steps.map(({ bend }) => bend), [steps])
  const machinePlan = useMemo(() => planOfSteps(plan, steps), [plan, steps])
  const [shown, setShown] = useState<Picture>('profile')
  const [chosen, setChosen] = useState<number | null>(null)
  const madeCount = Math.min(chosen ?? steps.length, steps.length)
  const tabs = (
    <>
      <PictureTabs shown={shown} onShow={setShown} />
      {plan !== null && plan.answer.kind !== 'not_planned' && <PlanButton plan={plan} sheet={sheet.profile} />}
      <BendStepButton sheetId={sheet.id} pieceNo={pieceNo} />
      <FoldButton
        profile={sheet.profile}
        order={order}
        plan={machinePlan}
        lengthMm={piece?.lengthMm ?? sheet.unfolding.lengthMm}
        madeCount={madeCount}
        // the drawing shows the same stage
        onMade={setChosen}
      />
    </>
  )
  return (
    <div className="sheet-picture">
      {shown === 'profile' ? (
        <ProfileDrawing sheet={sheet} steps={steps} madeCount={madeCount} targets={targets}>
          {tabs}
        </ProfileDrawing>
      ) : (
        <FlatPatternDrawing sheet={sheet} piece={piece} madePieces={pieces} pieceNo={pieceNo}>
          {tabs}
        </FlatPatternDrawing>
      )}
      <StepStrip
        steps={steps}
        sheet={sheet.profile}
        madeCount={madeCount}
        onSelect={(next) => {
          setChosen(next)
          setShown('profile')
        }}
      />
    </div>
  )
}

function PictureTabs({ shown, onShow }: { shown: Picture; onShow: (picture: Picture) => void }) {
  const { t } = useTexts()
  return (
    <div className="picture-tabs" role="group" aria-label={t('drawing.which')}>
      {(['profile', 'flat_pattern'] as const).map((picture) => (
        <Button
          key={picture}
          variant="toggle"
          className="picture-tab"
          aria-pressed={shown === picture}
          onPress={() => onShow(picture)}
        >
          {t(picture === 'profile' ? 'sheet.profile' : 'sheet.flat_pattern')}
        </Button>
      ))}
    </div>
  )
}

/** The plan of exactly these steps; null: no plan describes them at a machine. */
function planOfSteps(plan: SheetSteps['plan'], steps: SheetSteps['steps']): FoldViewProps['plan'] {
  if (plan === null || plan.request === null || plan.answer.kind === 'impossible') return null
  const planned = plannedOrder(plan.answer)?.steps ?? []
  const isSame =
    planned.length === steps.length &&
    planned.every(({ bendIndex, pose }, index) => {
      const step = steps[index]
      return step?.bend === bendIndex && step.faceUp === pose.faceUp && step.edge === pose.edgeAtGauge
    })
  return isSame && planned.length > 0 ? { request: plan.request, steps: planned } : null
}

interface FoldButtonProps extends Pick<FoldViewProps, 'profile' | 'order' | 'plan' | 'lengthMm' | 'madeCount'> {
  onMade: (madeCount: number) => void
}

/** Opens the folding view over the whole screen. */
function FoldButton({ onMade, ...piece }: FoldButtonProps) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const title = t('fold.title')
  return (
    <>
      <Button aria-label={title} onPress={() => setIsOpen(true)}>
        {t('fold.open')}
      </Button>
      <ModalDialog title={title} isOpen={isOpen} onClose={() => setIsOpen(false)} isWhole>
        <FoldView
          title={title}
          {...piece}
          onClose={(madeCount) => {
            setIsOpen(false)
            onMade(madeCount)
          }}
        />
      </ModalDialog>
    </>
  )
}
