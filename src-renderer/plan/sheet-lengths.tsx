// A sheet that is too long, in lengths: what they would be with a lap, and whole again.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { NumberField } from 'react-aria-components/NumberField'
import { splitLength, type PlanRow } from '../../shared/planning/index.ts'
import type { PlanMachine } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { lengthReach } from './length-reach.ts'

export interface SheetLengthsProps {
  row: PlanRow
  machines: readonly PlanMachine[]
  /** What a split begins with. */
  usualLapMm: number
  /** Something can be chosen now. */
  isFree: boolean
  /** An act is on its way. */
  isPending: boolean
  onSplit: (into: { longestMm: number; lapMm: number } | null) => void
}

/** Offered where the sheet is longer than the machine that was chosen, or than every machine that would take it in lengths. */
export function SheetLengths({ row, machines, usualLapMm, isFree, isPending, onSplit }: SheetLengthsProps) {
  const words = useWords()
  const { t, mm } = words
  const [lapMm, setLap] = useState(usualLapMm)
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
            onChange={(value) => setLap(Number.isFinite(value) ? value : 0)}
          >
            <Label>{t('plan.lap')}</Label>
            <div className="plan-lap">
              <Button slot="decrement" className="button">
                −
              </Button>
              <Input className="input" />
              <Button slot="increment" className="button">
                +
              </Button>
            </div>
          </NumberField>
          {lengths.ok ? (
            <p>{t('plan.would_be', { lengths: lengths.value.map(mm).join(' + ') })}</p>
          ) : (
            <p className="fault-text">{t('plan.bad_lap')}</p>
          )}
          <Button
            className="button"
            isDisabled={!isFree || !lengths.ok}
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
          <Button className="button" isDisabled={!isFree} isPending={isPending} onPress={() => onSplit(null)}>
            {t('plan.whole')}
          </Button>
        </>
      )}
    </section>
  )
}
