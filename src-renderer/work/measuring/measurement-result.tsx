// What a measurement says and changes: the difference from the drawing, the correction before and after, and what was learnt.
import { useTexts } from '../../language/use-texts.ts'
import { whoCorrected } from '../../language/who-corrected.ts'
import type { Corrected, Measurement } from './measurement.ts'

export interface MeasurementResultProps {
  measurement: Measurement
  text: string
  /** Null: the text is not a number. */
  measured: number | null
  /** Null: nothing is corrected. */
  after: (Corrected & { isValid: boolean }) | null
  /** A value with its unit. */
  figure: (value: number) => string
}

export function MeasurementResult({ measurement, text, measured, after, figure }: MeasurementResultProps) {
  const { t } = useTexts()
  const { kind, drawn, before, learnt } = measurement
  return (
    <div role="status" className="measured">
      {text === '' ? (
        <p>{t('first_piece.hint')}</p>
      ) : measured === null ? (
        <p className="fault-text">{t('first_piece.no_number')}</p>
      ) : (
        <p className="lead">{deviation(t, kind, figure, Math.round((measured - drawn) * 100) / 100)}</p>
      )}
      {before !== null && (
        <dl className="measured-change">
          <dt>{t('brake_link.correct.by_figure')}</dt>
          <dd>
            {figure(before.correction)} → {after === null ? '–' : figure(after.correction)}
          </dd>
          <dt>
            {t(kind === 'bend' ? 'first_piece.sent_angle' : 'first_piece.sent_gauge', { bend: measurement.bend })}
          </dt>
          <dd>
            {figure(before.sent)} → {after === null ? '–' : figure(after.sent)}
          </dd>
        </dl>
      )}
      {after?.isValid === false && <p className="fault-text">{t('first_piece.too_much')}</p>}
      <Learnt learnt={learnt} figure={figure} />
      <p className="sub">{t(explanation(measurement))}</p>
    </div>
  )
}

function Learnt({ learnt, figure }: Pick<Measurement, 'learnt'> & Pick<MeasurementResultProps, 'figure'>) {
  const { t, when } = useTexts()
  if (learnt === null) return null
  const { alike, correction, isMeasured } = learnt
  const who = whoCorrected(learnt, when)
  if (!isMeasured) return <p>{t('first_piece.entered', { correction: figure(correction), who })}</p>
  return <p>{t('first_piece.learnt', { count: Math.max(1, alike), correction: figure(correction), who })}</p>
}

type Translate = ReturnType<typeof useTexts>['t']

function deviation(t: Translate, kind: Measurement['kind'], figure: (value: number) => string, by: number): string {
  if (by === 0) return t('first_piece.right')
  const amount = figure(Math.abs(by))
  if (kind === 'flange') return t(by > 0 ? 'first_piece.too_wide' : 'first_piece.too_narrow', { by: amount })
  return t(by > 0 ? 'first_piece.too_open' : 'first_piece.too_closed', { by: amount })
}

/** What happens with the measurement. */
function explanation({ kind, bend, programId }: Measurement) {
  if (bend === null) return kind === 'flange' ? 'first_piece.not_gauged' : 'first_piece.only_booked'
  return programId === null ? 'first_piece.only_booked' : 'first_piece.for_next'
}
