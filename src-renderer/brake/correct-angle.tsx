// The correction of a bend's angle, its source, and the dialog to enter a measured angle or a correction. The dialog shows the correction of
// the next program before it is stored.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { correctionByMeasure, isValidCorrection, roundCorrection } from '../../shared/bending/index.ts'
import type { BrakeBend, BrakeCorrection, BrakeProgramView, CorrectionInput } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { useBentWith } from '../station/station-context.tsx'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { Icon } from '../ui/icon.tsx'
import { parseDecimal, toggleSign } from '../ui/decimal.ts'
import { NumberKeys } from '../ui/number-keys.tsx'
import { Refused } from '../ui/refused.tsx'
import { useActor } from '../work/use-actor.tsx'
import { whoCorrected } from '../language/who-corrected.ts'

export interface CorrectAngleProps {
  program: BrakeProgramView
  /** The finished bend, which a person measures. */
  bend: BrakeBend
  /** The correction that the station proposes; undefined: none. */
  correction: BrakeCorrection | undefined
}

export function CorrectAngle({ program, bend, correction }: CorrectAngleProps) {
  const { t, deg } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const { includedDeg } = bend
  return (
    <>
      <Button
        size="small"
        className="correct"
        aria-label={t('brake_link.correct.open', { bend: bend.bend, angle: deg(includedDeg) })}
        onPress={() => setIsOpen(true)}
      >
        {deg(includedDeg)} <Icon name="edit" />
      </Button>
      {isOpen && (
        <CorrectionDialog program={program} bend={bend} correction={correction} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

/** A correction and its source as one sentence. */
export function CorrectionFrom({ correction }: { correction: BrakeCorrection }) {
  const { t, deg } = useTexts()
  return (
    <>
      {t('brake_link.correction', { correction: deg(correction.correctionDeg) })},{' '}
      <CorrectionSource correction={correction} />
    </>
  )
}

function CorrectionSource({ correction: { basedOn } }: { correction: BrakeCorrection }) {
  const { t, deg, when } = useTexts()
  const [first, second] = basedOn
  if (first === undefined) return null
  if (second !== undefined)
    return t('brake_link.correct.between', { below: deg(first.includedDeg), above: deg(second.includedDeg) })
  const who = whoCorrected(first, when)
  return first.measuredDeg === null
    ? t('brake_link.correct.entered', { who })
    : t('brake_link.correct.measured', { measured: deg(first.measuredDeg), who })
}

/** The loaded program and its correction of this bend; null: the brake has not bent this piece with it. */
function useLoadedCorrection(
  program: BrakeProgramView,
  bend: number,
): { programId: string; correctionDeg: number } | null {
  const loaded = useBentWith(program)
  const corrected = loaded?.corrections.find((one) => one.bend === bend)
  if (loaded === null || corrected === undefined) return null
  return { programId: loaded.programId, correctionDeg: corrected.correctionDeg }
}

interface CorrectionDialogProps extends CorrectAngleProps {
  onClose: () => void
}

function CorrectionDialog({ program, bend: finished, correction, onClose }: CorrectionDialogProps) {
  const { t, deg } = useTexts()
  const { act, dialog } = useActor()
  const correct = useCall('brake.correct')
  const { bend, includedDeg } = finished
  const loadedCorrection = useLoadedCorrection(program, bend)
  const [isByMeasure, setIsByMeasure] = useState(loadedCorrection !== null)
  const [text, setText] = useState('')
  const changeText = (next: string): void => {
    setText(next)
    correct.reset()
  }
  const typed = parseDecimal(text)
  const measured = isByMeasure ? loadedCorrection : null
  const next =
    typed === null
      ? null
      : measured === null
        ? roundCorrection(typed)
        : correctionByMeasure(includedDeg, measured.correctionDeg, typed)
  const isValid = next !== null && isValidCorrection(includedDeg, next)
  const store = (input: CorrectionInput): void => {
    const { sheetId, drawingVersion, pieceNo } = program
    act((operatorId) =>
      correct.mutate({ sheetId, drawingVersion, pieceNo, bend, correction: input, operatorId }, { onSuccess: onClose }),
    )
  }
  const save = (): void => {
    if (typed === null || next === null) return
    store(
      measured === null
        ? { kind: 'entered', correctionDeg: next }
        : { kind: 'measured', measuredDeg: typed, programId: measured.programId },
    )
  }
  return (
    <ModalDialog title={t('brake_link.correct.title', { bend, angle: deg(includedDeg) })} isOpen onClose={onClose}>
      <div className="number-pad">
        <NumberKeys label={t('brake_link.correct.keys')} text={text} onWrite={changeText} hasComma>
          <Button className="number-key wide" onPress={() => changeText(toggleSign(text))}>
            −
          </Button>
        </NumberKeys>
        <div className="angle-typing">
          <HoldsFor program={program} bend={finished} />
          {loadedCorrection === null ? (
            <p className="sub">{t('brake_link.correct.measure_later')}</p>
          ) : (
            <ModeChoice
              isByMeasure={measured !== null}
              onChoose={(mode) => {
                setIsByMeasure(mode)
                changeText('')
              }}
            />
          )}
          <AngleField text={text} isByMeasure={measured !== null} onWrite={changeText}>
            {next === null
              ? t('brake_link.correct.next_none')
              : t(isValid ? 'brake_link.correct.next' : 'brake_link.correct.too_much', { correction: deg(next) })}
          </AngleField>
          <Refused title={t('brake_link.refused')} error={correct.error} />
        </div>
      </div>
      <DialogButtons onClose={onClose}>
        {correction?.basedOn.length === 1 && (
          <Button isDisabled={correct.isPending} onPress={() => store({ kind: 'taken_back' })}>
            {t('brake_link.correct.take_back')}
          </Button>
        )}
        <Button variant="primary" isDisabled={!isValid} isPending={correct.isPending} onPress={save}>
          {t('brake_link.correct.save')}
        </Button>
      </DialogButtons>
      {dialog}
    </ModalDialog>
  )
}

/** The bends to which the correction applies. */
function HoldsFor({ program, bend: { bend, includedDeg } }: Pick<CorrectAngleProps, 'program' | 'bend'>) {
  const { t, deg } = useTexts()
  const isBump = program.steps.some((step) => step.bend === bend && step.kind === 'bump')
  const key = isBump ? 'brake_link.correct.holds_for_bump' : 'brake_link.correct.holds_for'
  return <p>{t(key, { angle: deg(includedDeg) })}</p>
}

function ModeChoice({ isByMeasure, onChoose }: { isByMeasure: boolean; onChoose: (isByMeasure: boolean) => void }) {
  const { t } = useTexts()
  return (
    <div className="toggles" role="group" aria-label={t('brake_link.correct.by')}>
      {([true, false] as const).map((mode) => (
        <Button key={String(mode)} variant="toggle" aria-pressed={isByMeasure === mode} onPress={() => onChoose(mode)}>
          {t(mode ? 'brake_link.correct.by_measure' : 'brake_link.correct.by_figure')}
        </Button>
      ))}
    </div>
  )
}

interface AngleFieldProps {
  text: string
  isByMeasure: boolean
  onWrite: (text: string) => void
  /** The correction that follows from the text. */
  children: string
}

function AngleField({ text, isByMeasure, onWrite, children }: AngleFieldProps) {
  const { t } = useTexts()
  return (
    <div className="angle-typed">
      <label className="field">
        {t(isByMeasure ? 'brake_link.correct.by_measure' : 'brake_link.correct.by_figure')}
        <input
          className="input angle"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={({ target: { value } }) => onWrite(value)}
        />
      </label>
      <p className="angle-next" role="status">
        {children}
      </p>
    </div>
  )
}
