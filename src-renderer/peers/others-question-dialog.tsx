// Asks before a mark, a count or a program where another station works on the same sheet.
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { useTexts } from '../language/use-texts.ts'
import { useSheetElsewhere } from '../station/stations-queries.ts'
import { Button } from '../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import type { OpenQuestion } from './others-question.ts'
import { elsewhereTexts } from './elsewhere-texts.ts'

export function OthersQuestionDialog() {
  const question = useSlice(useScreenStore().othersQuestion.question)
  return question === null ? null : <Question {...question} />
}

function Question({ reason, sheetId, answer }: OpenQuestion) {
  const texts = useTexts()
  const { t } = texts
  const elsewhere = useSheetElsewhere(sheetId)
  const cancel = (): void => answer(false)
  return (
    <ModalDialog title={t(`stations.ask_${reason}`)} isOpen onClose={cancel}>
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
