// A bend's angle on the first piece: what corrects it and where that comes from, and the question in which a measured angle or a correction
// is entered. The figure that the next program gets is seen before it is kept.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { correctionByMeasure, isSoundCorrection, roundCorrection } from '../../shared/bending/index.ts'
import type {
  BrakeCorrection,
  BrakeProgramView,
  BrakeStepView,
  GivenCorrection,
} from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { useCall } from '../station/queries.ts'
import { useBrake } from '../station/station-context.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { NumberKeys } from '../ui/number-keys.tsx'
import { Refused } from '../ui/refused.tsx'
import { useActor } from '../work/use-actor.tsx'
import { angleTyped, turned } from './typed-angle.ts'

export interface CorrectAngleProps {
  program: BrakeProgramView
  step: BrakeStepView
  /** What is offered for it; undefined: nothing. */
  correction: BrakeCorrection | undefined
}

export function CorrectAngle({ program, step, correction }: CorrectAngleProps) {
  const { t, deg } = useWords()
  const [isOpen, open] = useState(false)
  const { bend, angleDeg } = step
  return (
    <>
      <Button
        className="button small correct"
        aria-label={t('brake_link.correct.open', { bend, angle: deg(angleDeg) })}
        onPress={() => open(true)}
      >
        {deg(angleDeg)} <span aria-hidden="true">✎</span>
      </Button>
      {isOpen && <Asking program={program} step={step} correction={correction} onClose={() => open(false)} />}
    </>
  )
}

/** A correction and where it comes from, in a few words. */
export function CorrectionFrom({ correction }: { correction: BrakeCorrection }) {
  const { t, deg } = useWords()
  return (
    <>
      {t('brake_link.correction', { correction: deg(correction.correctionDeg) })}, <From correction={correction} />
    </>
  )
}

function From({ correction: { from } }: { correction: BrakeCorrection }) {
  const { t, deg, when } = useWords()
  const [one, other] = from
  if (one === undefined) return null
  if (other !== undefined)
    return t('brake_link.correct.between', { below: deg(one.angleDeg), above: deg(other.angleDeg) })
  const who = [when(one.at), one.by].filter((part) => part !== null).join(' ')
  return one.measuredDeg === null
    ? t('brake_link.correct.entered', { who })
    : t('brake_link.correct.measured', { measured: deg(one.measuredDeg), who })
}

/** What lies in the brake and what it corrects this bend by; null where no piece of the program's was bent with it. */
function useBentWith(program: BrakeProgramView, bend: number): { programId: string; correctionDeg: number } | null {
  const { loaded } = useBrake()
  if (loaded === null || loaded.waitsForPerson) return null
  const isOfPiece =
    loaded.sheetId === program.sheetId &&
    loaded.drawingVersion === program.drawingVersion &&
    loaded.pieceNo === program.pieceNo
  const corrected = isOfPiece ? loaded.corrections.find((one) => one.bend === bend) : undefined
  return corrected === undefined ? null : { programId: loaded.programId, correctionDeg: corrected.correctionDeg }
}

function Asking({ program, step, correction, onClose }: CorrectAngleProps & { onClose: () => void }) {
  const { t, deg } = useWords()
  const { act, dialog } = useActor()
  const correct = useCall('brake.correct')
  const { bend, angleDeg } = step
  const bentWith = useBentWith(program, bend)
  const [isByMeasure, byMeasure] = useState(bentWith !== null)
  const [text, write] = useState('')
  const rewrite = (next: string): void => {
    write(next)
    correct.reset()
  }
  const typed = angleTyped(text)
  const measured = isByMeasure ? bentWith : null
  const isChosen = (mode: boolean): boolean => (measured !== null) === mode
  const next =
    typed === null
      ? null
      : measured === null
        ? roundCorrection(typed)
        : correctionByMeasure(angleDeg, measured.correctionDeg, typed)
  const isSound = next !== null && isSoundCorrection(angleDeg, next)
  const keep = (given: GivenCorrection): void => {
    const { sheetId, drawingVersion, pieceNo } = program
    act((operatorId) =>
      correct.mutate({ sheetId, drawingVersion, pieceNo, bend, given, operatorId }, { onSuccess: onClose }),
    )
  }
  const save = (): void => {
    if (typed === null || next === null) return
    keep(
      measured === null
        ? { kind: 'entered', correctionDeg: next }
        : { kind: 'measured', measuredDeg: typed, programId: measured.programId },
    )
  }
  return (
    <ModalDialog title={t('brake_link.correct.title', { bend, angle: deg(angleDeg) })} isOpen onClose={onClose}>
      <div className="number-pad">
        <NumberKeys label={t('brake_link.correct.keys')} text={text} onWrite={rewrite} hasComma>
          <Button className="button number-key wide" onPress={() => rewrite(turned(text))}>
            −
          </Button>
        </NumberKeys>
        <div className="angle-typing">
          <p>{t('brake_link.correct.holds_for', { angle: deg(angleDeg) })}</p>
          {bentWith === null ? (
            <p className="sub">{t('brake_link.correct.measure_later')}</p>
          ) : (
            <div className="toggles" role="group" aria-label={t('brake_link.correct.by')}>
              {([true, false] as const).map((mode) => (
                <Button
                  key={String(mode)}
                  className="button toggle"
                  aria-pressed={isChosen(mode)}
                  onPress={() => {
                    byMeasure(mode)
                    rewrite('')
                  }}
                >
                  {t(mode ? 'brake_link.correct.by_measure' : 'brake_link.correct.by_figure')}
                </Button>
              ))}
            </div>
          )}
          <div className="angle-typed">
            <label className="field">
              {t(measured === null ? 'brake_link.correct.by_figure' : 'brake_link.correct.by_measure')}
              <input
                className="input angle"
                inputMode="decimal"
                autoComplete="off"
                value={text}
                onChange={({ target: { value } }) => rewrite(value)}
              />
            </label>
            <p className="angle-next" role="status">
              {next === null
                ? t('brake_link.correct.next_none')
                : t(isSound ? 'brake_link.correct.next' : 'brake_link.correct.too_much', { correction: deg(next) })}
            </p>
          </div>
          <Refused title={t('brake_link.refused')} error={correct.error} />
          <div className="dialog-buttons">
            <Button className="button primary" isDisabled={!isSound} isPending={correct.isPending} onPress={save}>
              {t('brake_link.correct.save')}
            </Button>
            {correction?.from.length === 1 && (
              <Button className="button" isDisabled={correct.isPending} onPress={() => keep({ kind: 'taken_back' })}>
                {t('brake_link.correct.take_back')}
              </Button>
            )}
            <Button className="button" onPress={onClose}>
              {t('question.cancel')}
            </Button>
          </div>
        </div>
      </div>
      {dialog}
    </ModalDialog>
  )
}
