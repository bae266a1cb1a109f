// Why the station did not do what was asked, where it was asked.
import type { CallError } from '../../shared/station-api/index.ts'
import { useStoreRefuses } from '../station/store-refuses.ts'
import { useWords } from '../language/use-words.ts'

/** Nothing while there is no refusal, nor once a store that had refused takes things again. */
export function Refused({ title, error }: { title: string; error: CallError | null }) {
  const { t } = useWords()
  const storeRefuses = useStoreRefuses()
  if (error === null || (error.code === 'not_stored' && !storeRefuses)) return null
  return (
    <p className="mark-refused" role="alert">
      <strong>{title}</strong> {t(`call_error.${error.code}`)}
    </p>
  )
}
