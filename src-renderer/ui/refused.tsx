// Shows why the station rejected a call, next to the control that sent it.
import type { CallError } from '../../shared/station-api/index.ts'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { useTexts } from '../language/use-texts.ts'

/** Renders nothing without an error, or when the store accepts writes again. */
export function Refused({ title, error }: { title: string; error: CallError | null }) {
  const { t } = useTexts()
  const isStorageRefusing = useSlice(useScreenStore().storageRefusal.isActive)
  if (error === null || (error.code === 'not_stored' && !isStorageRefusing)) return null
  return (
    <p className="mark-refused" role="alert">
      <strong>{title}</strong> {t(`call_error.${error.code}`)}
    </p>
  )
}
