// Hands the pieces of a sheet over to another station: shows the code to scan there, and cancels the hand-over.
import { useMemo, useState } from 'react'
import { qrCode } from '../../shared/drawing/qr-code.ts'
import { Button } from '../ui/button.tsx'
import type { WorkView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { DialogButtons, ModalDialog, ReasonChoice } from '../ui/dialogs/index.ts'
import { Refused } from '../ui/refused.tsx'
import { useActor } from './use-actor.tsx'

export function GiveHandOver({ sheet, isNothingCounted }: { sheet: Sheet; isNothingCounted: boolean }) {
  const { t } = useTexts()
  const { act, dialog } = useActor()
  const give = useCall('handover.give')
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const close = (): void => setIsDialogOpen(false)
  return (
    <>
      <Button isDisabled={isNothingCounted} onPress={() => setIsDialogOpen(true)}>
        {t('hand_over.give')}
      </Button>
      <ModalDialog title={t('hand_over.give_title')} isOpen={isDialogOpen} onClose={close}>
        <p>{t('hand_over.give_means')}</p>
        <Refused title={t('question.refused')} error={give.error} />
        <DialogButtons onClose={close}>
          <Button
            variant="primary"
            isPending={give.isPending}
            onPress={() =>
              act((operatorId) =>
                give.mutate(
                  { sheetId: sheet.id, drawingVersion: sheet.drawingVersion, operatorId },
                  { onSuccess: close },
                ),
              )
            }
          >
            {t('hand_over.give')}
          </Button>
        </DialogButtons>
      </ModalDialog>
      {dialog}
    </>
  )
}

export function GivenHandOver({ sheet, handOver }: { sheet: Sheet; handOver: NonNullable<WorkView['handOver']> }) {
  const { t, when } = useTexts()
  const { code, by, givenAt } = handOver
  return (
    <section className="given" ref={scrollIntoView} aria-label={t('hand_over.code_title')}>
      <h2>{t('hand_over.code_title')}</h2>
      <QrCode text={code} label={t('hand_over.code_label')} />
      <p className="code">{inGroups(code)}</p>
      <p className="sub">{t('hand_over.code_by', { when: when(givenAt), by: by ?? t('question.nobody') })}</p>
      <TakeBack sheet={sheet} />
    </section>
  )
}

function TakeBack({ sheet }: { sheet: Sheet }) {
  const { t } = useTexts()
  const { act, dialog } = useActor()
  const takeBack = useCall('handover.take_back')
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [reason, setReason] = useState('')
  const close = (): void => setIsDialogOpen(false)
  return (
    <>
      <Button onPress={() => setIsDialogOpen(true)}>{t('hand_over.take_back')}</Button>
      <ModalDialog title={t('hand_over.take_back_title')} isOpen={isDialogOpen} onClose={close}>
        <p>{t('hand_over.take_back_means')}</p>
        <ReasonChoice
          reasons={[t('why.take_back_nobody'), t('why.take_back_mistake')]}
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
            {t('hand_over.take_back_sure')}
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
