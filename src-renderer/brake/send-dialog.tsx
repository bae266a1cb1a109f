// Asks before a program is sent that a person must read something about: its tools and their changes, its first step, the colour side, what
// is not known about its plan, and what the operator sets at the machine.
import type { StepSheet } from '../../shared/drawing/index.ts'
import type { CallError, BrakeProgramView } from '../../shared/station-api/index.ts'
import { colourSideText } from '../bend-plan/plan-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { Refused } from '../ui/refused.tsx'
import { BrakeMessage } from './brake-message.tsx'
import { notKnownSentence, machineDirection } from './brake-texts.ts'
import { ProgramTools } from './program-tools.tsx'
import { ToolChanges, UnsentFields } from './send-program.tsx'
import type { SendableProgram } from './use-send.ts'
import { useFoldsBoth } from './folds-both.ts'

export interface SendDialogProps {
  preview: SendableProgram
  sheet: StepSheet
  /** '4 × 2000'. */
  piece: string
  /** The brake has an older program of the same length. */
  isAgain: boolean
  isPending: boolean
  error: CallError | null
  onSend: () => void
  onClose: () => void
}

export function SendDialog({ preview, sheet, piece, isAgain, isPending, error, onSend, onClose }: SendDialogProps) {
  const texts = useTexts()
  const { t } = texts
  const { program, notKnown, unsent } = preview
  const [first] = program.steps
  const firstStep = useFirstStep(program)
  const side = first === undefined ? null : colourSideText(texts, first.faceUp, sheet.colourSide, 'brake')
  const title = t(isAgain ? 'job.send_again' : 'job.send', { piece })
  return (
    <ModalDialog title={title} isOpen onClose={onClose}>
      <dl className="send-facts">
        <div>
          <dt>{t('brake_link.tools')}</dt>
          <dd>
            <ProgramTools program={program} />
          </dd>
        </div>
        <div>
          <dt>{t('brake_link.first_step')}</dt>
          <dd>{firstStep}</dd>
        </div>
        {side !== null && (
          <div>
            <dt>{t('sheet.colour_side')}</dt>
            <dd className="step-side">{side}</dd>
          </div>
        )}
      </dl>
      {isAgain && <p>{t('brake_link.send_again_todo')}</p>}
      <ToolChanges program={program} />
      {notKnown !== null && (
        <BrakeMessage tone="uncertain" title={notKnownSentence(texts, notKnown)}>
          <p>{t('brake_link.not_known_means')}</p>
        </BrakeMessage>
      )}
      <UnsentFields unsent={unsent} />
      <p className="sub">{t('brake_link.send_never_starts')}</p>
      <Refused title={t('brake_link.refused')} error={error} />
      <DialogButtons onClose={onClose}>
        <Button variant="primary" isPending={isPending} onPress={onSend}>
          {title}
        </Button>
      </DialogButtons>
    </ModalDialog>
  )
}

/** The first step in one line: bend, direction, angle, gauge, and the edge at the gauge. */
function useFirstStep({ steps }: Pick<BrakeProgramView, 'steps'>): string {
  const { t, deg, fineMm } = useTexts()
  const [first] = steps
  const foldsBoth = useFoldsBoth(first?.toolName ?? '')
  if (first === undefined) return ''
  return t('brake_link.first_step_text', {
    bend: first.bend,
    sign: machineDirection(first, foldsBoth) === 'up' ? '▲' : '▼',
    angle: deg(first.includedDeg),
    gauge: fineMm(first.gaugeMm),
    edge: t(`brake_link.edge_${first.edge}`),
  })
}
