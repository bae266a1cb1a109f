// Sets the times and the shift of a machine, next to the pace that its counts show.
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { NumberField } from 'react-aria-components/NumberField'
import type { PlanMachine } from '../../../shared/station-api/index.ts'
import { minPieces } from '../../../shared/planning/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { useCall } from '../../station/queries.ts'
import { DialogButtons, ModalDialog } from '../../ui/dialogs/index.ts'
import { Refused } from '../../ui/refused.tsx'
import { useActor } from '../../work/use-actor.tsx'

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

const fields = [
  'setUpMin',
  'toolMin',
  'materialMin',
  'bendSec',
  'flipSec',
  'halfTurnSec',
  'stationSec',
  'pieceSec',
  'metreSec',
  'kgSec',
] as const

function Times({ date, machine, lapMm, onClose }: TimesDialogProps & { machine: PlanMachine }) {
  const { t, language } = useTexts()
  const operatorId = useActor('plan').operator?.id ?? null
  const [times, setTimes] = useState(machine.times)
  const [shiftMin, setShiftMin] = useState(machine.shiftMin)
  const [lap, setLap] = useState(lapMm)
  const [timesCall, shiftCall, lapCall] = [useCall('plan.times'), useCall('plan.shift'), useCall('plan.lap')]
  const { pace, secondsPerPiece, sampleSize, key } = machine
  const numberFormat = new Intl.NumberFormat(language === 'nb' ? 'nb-NO' : 'en-GB', { maximumFractionDigits: 2 })
  const save = async (): Promise<void> => {
    await timesCall.mutateAsync({ date, machine: key, times, operatorId })
    await shiftCall.mutateAsync({ date, machine: key, minutes: shiftMin, operatorId })
    if (lap !== lapMm) await lapCall.mutateAsync({ date, lapMm: lap })
    onClose()
  }
  return (
    <>
      <p>
        {secondsPerPiece === null
          ? t('plan.not_learnt', { count: sampleSize, least: minPieces })
          : t('plan.learnt', {
              seconds: numberFormat.format(secondsPerPiece),
              pace: numberFormat.format(pace),
              count: sampleSize,
            })}
      </p>
      <div className="plan-times">
        <NumberInput label={t('plan.shift')} value={shiftMin} min={1} max={1_440} onChange={setShiftMin} />
        {fields.map((field) => (
          <NumberInput
            key={field}
            label={t(`plan.times.${field}`)}
            value={times[field]}
            min={0}
            max={field.endsWith('Min') ? 240 : 3_600}
            onChange={(value) => setTimes({ ...times, [field]: value })}
          />
        ))}
        <NumberInput label={t('plan.usual_lap')} value={lap} min={0} max={1_000} onChange={setLap} />
      </div>
      <Refused title={t('plan.refused')} error={timesCall.error ?? shiftCall.error ?? lapCall.error} />
      <DialogButtons onClose={onClose}>
        <Button
          isDisabled={machine.areDefaultTimes}
          onPress={() => timesCall.mutate({ date, machine: key, times: null, operatorId }, { onSuccess: onClose })}
        >
          {t('plan.as_usual')}
        </Button>
        <Button
          variant="primary"
          isPending={timesCall.isPending || shiftCall.isPending || lapCall.isPending}
          onPress={() => void save().catch(() => {})}
        >
          {t('plan.keep')}
        </Button>
      </DialogButtons>
    </>
  )
}

interface NumberInputProps {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** A value that is not a number becomes the minimum; a value outside the limits becomes the nearest limit. */
function NumberInput({ label, value, min, max, onChange }: NumberInputProps) {
  return (
    <NumberField
      className="field"
      value={value}
      minValue={min}
      maxValue={max}
      onChange={(next) => onChange(Number.isFinite(next) ? next : min)}
    >
      <Label>{label}</Label>
      <Input className="input" />
    </NumberField>
  )
}
