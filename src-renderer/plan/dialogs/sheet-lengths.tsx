// Splits a sheet that is too long into lengths with a lap, or restores the whole.
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { NumberField } from 'react-aria-components/NumberField'
import { splitLength, type PlanRow } from '../../../shared/planning/index.ts'
import type { PlanMachine } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { lengthReach } from '../length-reach.ts'

export interface SheetLengthsProps {
  row: PlanRow
  machines: readonly PlanMachine[]
  /** The default lap of a split. */
  defaultLapMm: number
  /** A choice is possible now. */
  isEnabled: boolean
  /** An action is running. */
  isPending: boolean
  onSplit: (into: { longestMm: number; lapMm: number } | null) => void
}

/** Shown if the sheet is longer than the chosen machine allows, or than every machine that could take it in lengths. */
export function SheetLengths({ row, machines, defaultLapMm, isEnabled, isPending, onSplit }: SheetLengthsProps) {
  const texts = useTexts()
  const { t, mm } = texts
  const [lapMm, setLapMm] = useState(defaultLapMm)
  const { split } = row.planned
  const reach = lengthReach(row, machines)
  const lengthMm = row.view.entry.lengthMm
  if (split === null && (reach === 0 || lengthMm <= reach)) return null
  const lengths = splitLength(lengthMm, reach, lapMm)
  return (
    <section className="plan-lengths" aria-label={t('plan.lengths')}>
      <h3>{t('plan.lengths')}</h3>
      {split === null ? (
        <>
          <p>{t('plan.too_long', { length: mm(lengthMm), reach: mm(reach) })}</p>
          <NumberField
            className="field"
            value={lapMm}
            minValue={0}
            step={5}
            onChange={(value) => setLapMm(Number.isFinite(value) ? value : 0)}
          >
            <Label>{t('plan.lap')}</Label>
            <div className="plan-lap">
              <Button slot="decrement">
                <Icon name="less" />
              </Button>
              <Input className="input" />
              <Button slot="increment">
                <Icon name="plus" />
              </Button>
            </div>
          </NumberField>
          {lengths.ok ? (
            <p>{t('plan.would_be', { lengths: lengths.value.map(mm).join(' + ') })}</p>
          ) : (
            <p className="fault-text">{t('plan.bad_lap')}</p>
          )}
          <Button
            isDisabled={!isEnabled || !lengths.ok}
            isPending={isPending}
            onPress={() => onSplit({ longestMm: reach, lapMm })}
          >
            {t('plan.split')}
          </Button>
        </>
      ) : (
        <>
          <p>
            {t('plan.is_split', {
              lap: mm(split.lapMm),
              lengths: split.pieces.map((piece) => `${piece.quantity} × ${mm(piece.lengthMm)}`).join(' · '),
            })}
          </p>
          <p className="sub">{t('plan.split_text')}</p>
          <Button isDisabled={!isEnabled} isPending={isPending} onPress={() => onSplit(null)}>
            {t('plan.whole')}
          </Button>
        </>
      )}
    </section>
  )
}
