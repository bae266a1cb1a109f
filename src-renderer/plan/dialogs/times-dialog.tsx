// Sets the times and the shift of a machine, next to the pace that its counts show.
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { NumberField } from 'react-aria-components/NumberField'
import type { PlanMachine } from '../../../shared/station-api/index.ts'
import { fewestPieces } from '../../../shared/planning/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { useCall } from '../../station/queries.ts'
import { ModalDialog } from '../../ui/modal-dialog.tsx'
import { Refused } from '../../ui/refused.tsx'

export interface TimesDialogProps {
  date: string
  /** Null: the dialog is closed. */
  machine: PlanMachine | null
  /** The default lap of a split, for every machine. */
  lapMm: number
  onClose: () => void
}

export function TimesDialog({ date, machine, lapMm, onClose }: TimesDialogProps) {
  const { t } = useTexts()
  const title = machine === null ? '' : t('plan.times_title', { machine: machine.name })
  return (
    <ModalDialog title={title} isOpen={machine !== null} onClose={onClose}>
      {machine !== null && <Times date={date} machine={machine} lapMm={lapMm} onClose={onClose} />}
    </ModalDialog>
  )
}

const fields = ['setUpMin', 'toolMin', 'plateMin', 'bendSec', 'pieceSec', 'metreSec', 'kgSec'] as const

function Times({ date, machine, lapMm, onClose }: TimesDialogProps & { machine: PlanMachine }) {
  const { t, language } = useTexts()
  const [times, setTimes] = useState(machine.times)
  const [shiftMin, setShiftMin] = useState(machine.shiftMin)
  const [lap, setLap] = useState(lapMm)
  const [setOfTimes, setOfShift, setOfLap] = [useCall('plan.times'), useCall('plan.shift'), useCall('plan.lap')]
  const { pace, secondsPerPiece, sampleSize, key } = machine
  const figure = new Intl.NumberFormat(language === 'nb' ? 'nb-NO' : 'en-GB', { maximumFractionDigits: 2 })
  const keep = async (): Promise<void> => {
    await setOfTimes.mutateAsync({ date, machine: key, times })
    await setOfShift.mutateAsync({ date, machine: key, minutes: shiftMin })
    if (lap !== lapMm) await setOfLap.mutateAsync({ date, lapMm: lap })
    onClose()
  }
  return (
    <>
      <p>
        {secondsPerPiece === null
          ? t('plan.not_learnt', { count: sampleSize, least: fewestPieces })
          : t('plan.learnt', { seconds: figure.format(secondsPerPiece), pace: figure.format(pace), count: sampleSize })}
      </p>
      <div className="plan-times">
        <Figure label={t('plan.shift')} value={shiftMin} least={1} most={1_440} onChange={setShiftMin} />
        {fields.map((field) => (
          <Figure
            key={field}
            label={t(`plan.times.${field}`)}
            value={times[field]}
            least={0}
            most={field.endsWith('Min') ? 240 : 3_600}
            onChange={(value) => setTimes({ ...times, [field]: value })}
          />
        ))}
        <Figure label={t('plan.usual_lap')} value={lap} least={0} most={1_000} onChange={setLap} />
      </div>
      <Refused title={t('plan.refused')} error={setOfTimes.error ?? setOfShift.error ?? setOfLap.error} />
      <div className="dialog-buttons">
        <Button
          isDisabled={machine.areDefaultTimes}
          onPress={() => setOfTimes.mutate({ date, machine: key, times: null }, { onSuccess: onClose })}
        >
          {t('plan.as_usual')}
        </Button>
        <Button onPress={onClose}>{t('plan.close')}</Button>
        <Button
          variant="primary"
          isDisabled={setOfTimes.isPending || setOfShift.isPending || setOfLap.isPending}
          onPress={() => void keep().catch(() => {})}
        >
          {t('plan.keep')}
        </Button>
      </div>
    </>
  )
}

interface FigureProps {
  label: string
  value: number
  least: number
  most: number
  onChange: (value: number) => void
}

/** A value that is not a number becomes the minimum; a value outside the limits becomes the nearest limit. */
function Figure({ label, value, least, most, onChange }: FigureProps) {
  return (
    <NumberField
      className="field"
      value={value}
      minValue={least}
      maxValue={most}
      onChange={(next) => onChange(Number.isFinite(next) ? next : least)}
    >
      <Label>{label}</Label>
      <Input className="input" />
    </NumberField>
  )
}
