// Asks before a mark, a count or a program where another station works on the same sheet, also before a mark that is due automatically.
import { useEffect } from 'react'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall, useSheet } from '../station/queries.ts'
import { useStationLink } from '../station/station-context.tsx'
import { useSheetElsewhere } from '../station/stations-queries.ts'
import { Button } from '../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import type { OpenQuestion } from './others-question.ts'
import { elsewhereTexts } from './elsewhere-texts.ts'

export function OthersQuestionDialog() {
  useAskedMark()
  const question = useSlice(useScreenStore().othersQuestion.question)
  return question === null ? null : <Question {...question} />
}

/** Asks about a mark that the station did not make automatically, because another station has marked the sheet. */
function useAskedMark(): void {
  const link = useStationLink()
  const { othersQuestion, operator } = useScreenStore()
  const { mutate } = useCall('mark.create')
  useEffect(
    () =>
      link.subscribe((message) => {
        if (message.kind !== 'push' || message.name !== 'mark_asked') return
        const { sheetId, drawingVersion } = message.data
        const ask = async (): Promise<void> => {
          const continues = await othersQuestion.ask('marked_elsewhere', sheetId)
          const { operatorId } = operator.current.value
          if (continues) mutate({ sheetId, drawingVersion, by: null, operatorId, isDespiteOthers: true })
        }
        void ask()
      }),
    [link, othersQuestion, operator, mutate],
  )
}

function Question({ reason, sheetId, answer }: OpenQuestion) {
  const texts = useTexts()
  const { t } = texts
  const elsewhere = useSheetElsewhere(sheetId)
  const sheet = useSheet(sheetId).data?.sheet ?? null
  const cancel = (): void => answer(false)
  return (
    <ModalDialog title={t(`stations.ask_${reason}`)} isOpen onClose={cancel}>
      {sheet !== null && <p>{t('sheet.title', { order: sheet.order.numberDisplay, sheet: sheet.sheetNo })}</p>}
      {elsewhereTexts(texts, elsewhere).map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
      <p>{t(`stations.ask_${reason}_why`)}</p>
      <DialogButtons onClose={cancel}>
        <Button onPress={() => answer(true)}>{t(`stations.go_on_${reason}`)}</Button>
      </DialogButtons>
    </ModalDialog>
  )
}
