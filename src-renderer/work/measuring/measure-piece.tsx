// Takes the measured angle or flange of the first piece, by large keys. It shows what the measurement changes in the next program, before and
// after, and what was learnt so far. The program in the brake does not change.
import { useState } from 'react'
import type { LabelTarget } from '../../../shared/drawing/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import type { Sheet } from '../../sheet/sheet.ts'
import { useCall } from '../../station/queries.ts'
import { useBentWith, useBrake } from '../../station/station-context.tsx'
import { useProgram } from '../../station/work-queries.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../ui/dialogs/index.ts'
import { parsePositive } from '../../ui/decimal.ts'
import { NumberKeys } from '../../ui/number-keys.tsx'
import { Refused } from '../../ui/refused.tsx'
import { useConstant } from '../../ui/use-constant.ts'
import { newActId } from '../act-id.ts'
import { usePieceName } from '../made-pieces.ts'
import { MeasurementResult } from './measurement-result.tsx'
import { measurementOf } from './measurement.ts'
import { useActor } from '../use-actor.tsx'

export interface MeasurePieceProps {
  sheet: Sheet
  pieceNo: number
  /** What is measured first; another angle or flange can be chosen. */
  target: LabelTarget
  onClose: () => void
}

export function MeasurePiece({ sheet, pieceNo, target: first, onClose }: MeasurePieceProps) {
  const { t, fineMm, deg } = useTexts()
  const nameOf = usePieceName(sheet)
  const { act, dialog } = useActor()
  const book = useCall('count.book')
  const correct = useCall('brake.correct')
  const correctGauge = useCall('brake.correct_gauge')
  const [target, setTarget] = useState(first)
  const [text, setText] = useState('')
  const [isTest, setIsTest] = useState(true)
  const actId = useActId()
  const preview = useProgram(sheet.id, sheet.drawingVersion, pieceNo, useBrake().link !== null).data
  const program = preview?.kind === 'program' ? preview : null
  const ids = { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, pieceNo }
  const measurement = measurementOf(target, sheet, program, useBentWith(ids))
  const { kind, drawn, bend, programId } = measurement
  const measured = parsePositive(text)
  const after = measured === null ? null : measurement.after(measured)
  const figure = (value: number): string => (kind === 'bend' ? deg(value) : `${fineMm(value)} mm`)
  const name = nameOfTarget(t, target)
  const title = t('first_piece.title_of', { name, drawn: figure(drawn), piece: nameOf(pieceNo) })
  const bookTest = (operatorId: string | null, value: number): void => {
    if (!isTest) return onClose()
    const reason = t('first_piece.measured', { name, measured: figure(value), drawn: figure(drawn) })
    const piece = { ...ids, actId, kind: 'test', count: 1, reason } as const
    book.mutate({ ...piece, operatorId }, { onSuccess: onClose })
  }
  const save = (): void =>
    act((operatorId) => {
      if (measured === null) return
      const onSuccess = (): void => bookTest(operatorId, measured)
      if (after === null || bend === null || programId === null) return onSuccess()
      if (kind === 'bend') {
        const correction = { kind: 'measured', measuredDeg: measured, programId } as const
        return correct.mutate({ ...ids, bend, correction, operatorId }, { onSuccess })
      }
      const correction = { kind: 'measured', measuredMm: measured, programId } as const
      return correctGauge.mutate({ ...ids, flange: target.index + 1, correction, operatorId }, { onSuccess })
    })
  const isPending = book.isPending || correct.isPending || correctGauge.isPending
  const canSave = measured !== null && after?.isValid !== false
  return (
    <ModalDialog title={title} isOpen onClose={onClose}>
      <div className="number-pad">
        <NumberKeys
          label={t('first_piece.measured_value')}
          text={text}
          onWrite={setText}
          hasComma
          shown={
            <output className="number-typed" aria-label={t('first_piece.measured_value')}>
              {text === '' ? '–' : `${text}${kind === 'bend' ? '°' : ' mm'}`}
            </output>
          }
        />
        <div className="first-piece-side">
          <Targets
            sheet={sheet}
            target={target}
            onChoose={(next) => {
              setTarget(next)
              setText('')
            }}
          />
          <MeasurementResult measurement={measurement} text={text} measured={measured} after={after} figure={figure} />
          <Button variant="toggle" aria-pressed={isTest} onPress={() => setIsTest(!isTest)}>
            <span aria-hidden="true">{isTest ? '☑' : '☐'}</span> {t('first_piece.is_test')}
          </Button>
          <Refused title={t('work.refused')} error={correct.error ?? correctGauge.error ?? book.error} />
        </div>
      </div>
      <DialogButtons onClose={onClose}>
        <Button variant="primary" isDisabled={!canSave} isPending={isPending} onPress={save}>
          {t(after === null ? 'first_piece.save' : 'first_piece.save_correction')}
        </Button>
      </DialogButtons>
      {dialog}
    </ModalDialog>
  )
}

/** The same in each attempt: a booking whose answer was lost is not booked again. */
const useActId = (): string => useConstant(newActId)

const nameOfTarget = (t: ReturnType<typeof useTexts>['t'], { kind, index }: LabelTarget): string =>
  t(kind === 'bend' ? 'first_piece.bend' : 'first_piece.flange', { number: index + 1 })

interface TargetsProps {
  sheet: Sheet
  target: LabelTarget
  onChoose: (target: LabelTarget) => void
}

/** Every flange and angle, in the order of the profile. */
function Targets({ sheet: { profile }, target, onChoose }: TargetsProps) {
  const { t } = useTexts()
  const all = profile.flanges.flatMap((_, index): LabelTarget[] => [
    { kind: 'flange', index },
    ...(profile.bends[index]?.hem === null ? [{ kind: 'bend', index } as const] : []),
  ])
  return (
    <div className="toggles" role="group" aria-label={t('first_piece.which')}>
      {all.map((one) => (
        <Button
          key={`${one.kind} ${one.index}`}
          variant="toggle"
          aria-pressed={one.kind === target.kind && one.index === target.index}
          onPress={() => onChoose(one)}
        >
          {nameOfTarget(t, one)}
        </Button>
      ))}
    </div>
  )
}
