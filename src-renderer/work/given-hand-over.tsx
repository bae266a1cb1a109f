// Hands the pieces of a sheet over to another station: shows the code to scan there, and cancels the hand-over.
import { useMemo, useState } from 'react'
import { qrCode } from '../../shared/drawing/qr-code.ts'
import { Button } from '../ui/button.tsx'
import type { StationNow, WorkView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { useStationsNow } from '../station/stations-queries.ts'
import { DialogButtons, ModalDialog, ReasonChoice } from '../ui/dialogs/index.ts'
import { Refused } from '../ui/refused.tsx'
import { useActor } from './use-actor.tsx'

export function GiveHandOver({ sheet, isNothingCounted }: { sheet: Sheet; isNothingCounted: boolean }) {
  const { t } = useTexts()
  const { act, dialog } = useActor()
  const give = useCall('handover.give')
  const others = useStationsNow().filter(({ isOwn }) => !isOwn)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const close = (): void => setIsDialogOpen(false)
  const to = chosen === byCode || others.length === 0 ? null : chosen
  const hand = (operatorId: string | null): void =>
    give.mutate({ sheetId: sheet.id, drawingVersion: sheet.drawingVersion, operatorId, to }, { onSuccess: close })
  return (
    <>
      <Button isDisabled={isNothingCounted} onPress={() => setIsDialogOpen(true)}>
        {t('hand_over.give')}
      </Button>
      <ModalDialog title={t('hand_over.give_title')} isOpen={isDialogOpen} onClose={close}>
        {others.length > 0 && <ToWhom others={others} chosen={chosen} onChoose={setChosen} />}
        <p>{t(to === null ? 'hand_over.give_means' : 'hand_over.to_means')}</p>
        <Refused title={t('question.refused')} error={give.error} />
        <DialogButtons onClose={close}>
          <Button
            variant="primary"
            isDisabled={others.length > 0 && chosen === null}
            isPending={give.isPending}
            onPress={() => act(hand)}
          >
            {t('hand_over.give')}
          </Button>
        </DialogButtons>
      </ModalDialog>
      {dialog}
    </>
  )
}

/** The choice of a code in place of a station. */
const byCode = 'code'

interface ToWhomProps {
  others: readonly StationNow[]
  chosen: string | null
  onChoose: (chosen: string) => void
}

function ToWhom({ others, chosen, onChoose }: ToWhomProps) {
  const { t } = useTexts()
  const choices = [
    ...others.map(({ stationId, name: station, isLinked }) => ({
      id: stationId,
      text: t(isLinked ? 'hand_over.to_linked' : 'hand_over.to_not_linked', { station }),
    })),
    { id: byCode, text: t('hand_over.to_code') },
  ]
  return (
    <fieldset className="choices">
      <legend>{t('hand_over.to_whom')}</legend>
      {choices.map(({ id, text }) => (
        <Button key={id} variant="toggle" aria-pressed={chosen === id} onPress={() => onChoose(id)}>
          {text}
        </Button>
      ))}
    </fieldset>
  )
}

export function GivenHandOver({ sheet, handOver }: { sheet: Sheet; handOver: NonNullable<WorkView['handOver']> }) {
  const { t, when } = useTexts()
  const { code, by, givenAt, to, isTaken } = handOver
  const stations = useStationsNow()
  const station = stations.find(({ stationId }) => stationId === to)?.name ?? t('hand_over.unknown_station')
  const title = t(to === null ? 'hand_over.code_title' : 'hand_over.way_title')
  return (
    <section className="given" ref={scrollIntoView} aria-label={title}>
      <h2>{title}</h2>
      {to === null ? (
        <>
          <QrCode text={code} label={t('hand_over.code_label')} />
          <p className="code">{inGroups(code)}</p>
        </>
      ) : (
        <p role="status">{t(isTaken ? 'hand_over.taken_by' : 'hand_over.on_its_way', { station })}</p>
      )}
      <p className="sub">{t('hand_over.code_by', { when: when(givenAt), by: by ?? t('question.nobody') })}</p>
      {!isTaken && <TakeBack sheet={sheet} station={to === null ? null : station} />}
    </section>
  )
}

/** `station`: the one to which it is on its way; null: it was handed over by a code. */
function TakeBack({ sheet, station }: { sheet: Sheet; station: string | null }) {
  const { t } = useTexts()
  const { act, dialog } = useActor()
  const takeBack = useCall('handover.take_back')
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [reason, setReason] = useState('')
  const mistake = t('why.take_back_mistake')
  const close = (): void => setIsDialogOpen(false)
  return (
    <>
      <Button onPress={() => setIsDialogOpen(true)}>{t('hand_over.take_back')}</Button>
      <ModalDialog
        title={station === null ? t('hand_over.take_back_title') : t('hand_over.way_back_title', { station })}
        isOpen={isDialogOpen}
        onClose={close}
      >
        <p>{station === null ? t('hand_over.take_back_means') : t('hand_over.way_back_means', { station })}</p>
        <ReasonChoice
          reasons={station === null ? [t('why.take_back_nobody'), mistake] : [mistake]}
          chosen={reason}
          onChoose={setReason}
        />
        <Refused title={t('question.refused')} error={takeBack.error} />
        <DialogButtons onClose={close}>
          <Button
            variant="primary"
            isDisabled={reason === ''}
            isPending={takeBack.isPending}
            onPress={() => act((operatorId) => takeBack.mutate({ sheetId: sheet.id, reason, operatorId }))}
          >
            {t(station === null ? 'hand_over.take_back_sure' : 'hand_over.way_back_sure')}
          </Button>
        </DialogButtons>
      </ModalDialog>
      {dialog}
    </>
  )
}

/** The button that creates the code is at the end of the panel: the code may be above the visible part. */
const scrollIntoView = (section: HTMLElement | null): void => section?.scrollIntoView({ block: 'nearest' })

/** The code in groups of four characters, which are easier to read aloud and to type. */
const inGroups = (code: string): string => (code.match(/.{1,4}/g) ?? []).join(' ')

/** Modules. */
const quietZone = 4

/** A QR code: dark on light in both themes, with the quiet zone that scanners require. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, bars } = useMemo(() => qrCode(text), [text])
  const side = size + 2 * quietZone
  return (
    <svg className="qr" viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`} role="img" aria-label={label}>
      <rect className="qr-ground" x={-quietZone} y={-quietZone} width={side} height={side} />
      {bars.map(({ x, y, width }) => (
        <rect key={`${x} ${y}`} className="qr-bar" x={x} y={y} width={width} height={1} />
      ))}
    </svg>
  )
}
