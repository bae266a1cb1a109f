// The sheet that the brake works for, where the screen shows another one.
import type { BrakeView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useSheet } from '../station/queries.ts'
import { useBrake } from '../station/station-context.tsx'

type Working = Pick<BrakeView, 'upload' | 'loaded'>

const otherId = ({ upload, loaded }: Working, shownSheetId: string): string | null => {
  const sheetId = upload?.sheetId ?? loaded?.sheetId ?? shownSheetId
  return sheetId === shownSheetId ? null : sheetId
}

function useSheetName(sheetId: string | null, shownSheetId: string): string | null {
  const { t } = useTexts()
  const sheet = useSheet(sheetId ?? shownSheetId, sheetId !== null).data?.sheet
  if (sheetId === null || sheet === null || sheet === undefined) return null
  return t('sheet.title', { order: sheet.order.numberDisplay, sheet: sheet.sheetNo })
}

/** Null: the brake works for the shown sheet or for none, or the sheet is not known here. */
export function useOtherSheetName(shownSheetId: string): string | null {
  const brake = useBrake()
  return useSheetName(otherId(brake, shownSheetId), shownSheetId)
}

/** States of the brake that belong to the sheet of its program. In the others no work is done. */
const ofProgram: ReadonlySet<BrakeView['state']> = new Set(['uploading', 'verified', 'running', 'piece_done', 'alarm'])

/** The state of the brake. If the program is that of another sheet, the text names that sheet. */
export function useBrakeState(brake: Working & Pick<BrakeView, 'state'>, shownSheetId: string): string {
  const { t } = useTexts()
  const { state } = brake
  const other = otherId(brake, shownSheetId)
  const sheet = useSheetName(other, shownSheetId)
  const text = t(`brake_link.state.${state}`)
  if (other === null || !ofProgram.has(state)) return text
  return t('brake_link.state_of', { sheet: sheet ?? t('brake_link.another_sheet'), state: text })
}
