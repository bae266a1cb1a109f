// The name of the sheet whose program is loaded, for the screens of other sheets.
import type { BrakeView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useSheet } from '../station/queries.ts'

/** Null: nothing is loaded, it belongs to the shown sheet, or its sheet is not known here. */
export function useLoadedName(loaded: BrakeView['loaded'], shownSheetId: string): string | null {
  const { t } = useTexts()
  const otherId = loaded === null || loaded.sheetId === shownSheetId ? null : loaded.sheetId
  const sheet = useSheet(otherId ?? shownSheetId, otherId !== null).data?.sheet
  if (otherId === null || sheet === null || sheet === undefined) return null
  return t('sheet.title', { order: sheet.order.numberDisplay, sheet: sheet.sheetNo })
}

/** The states that a loaded program is in. */
const ofProgram: ReadonlySet<BrakeView['state']> = new Set(['verified', 'running', 'piece_done'])

/** The state of the brake, with the sheet that it is about if another one is shown. */
export function useBrakeState({ state, loaded }: Pick<BrakeView, 'state' | 'loaded'>, shownSheetId: string): string {
  const { t } = useTexts()
  const sheet = useLoadedName(loaded, shownSheetId)
  const text = t(`brake_link.state.${state}`)
  return sheet === null || !ofProgram.has(state) ? text : t('brake_link.state_of', { sheet, state: text })
}
