// A mark that can still be undone, on every screen except its own sheet's: the operator may be at the next sheet already.
import { useTexts } from '../language/use-texts.ts'
import { UndoButton } from '../sheet/undo-button.tsx'
import { useMarks, useSheet } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'

export function UndoBar({ shownSheetId }: { shownSheetId: string | null }) {
  const { queue } = useStatus()
  return queue.held === 0 ? null : <HeldMarks shownSheetId={shownSheetId} />
}

function HeldMarks({ shownSheetId }: { shownSheetId: string | null }) {
  const marks = useMarks()
  const held = marks.data?.marks.filter(({ state, sheetId }) => state === 'held' && sheetId !== shownSheetId) ?? []
  return held.map(({ id, sheetId, heldUntil }) =>
    heldUntil === null ? null : <HeldMark key={id} markId={id} sheetId={sheetId} heldUntil={heldUntil} />,
  )
}

function HeldMark({ markId, sheetId, heldUntil }: { markId: string; sheetId: string; heldUntil: string }) {
  const { t } = useTexts()
  const sheet = useSheet(sheetId).data?.sheet
  const name =
    sheet === null || sheet === undefined
      ? t('marks.unnamed', { id: sheetId.slice(0, 8) })
      : t('sheet.title', { order: sheet.order.numberDisplay, sheet: sheet.sheetNo })
  return (
    <div className="undo-bar">
      <Sign tone="moving" />
      <span className="undo-bar-text" role="status">
        {t('mark.held_elsewhere', { sheet: name })}
      </span>
      <UndoButton markId={markId} heldUntil={heldUntil} compact />
    </div>
  )
}
