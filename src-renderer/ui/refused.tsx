// Why the station did not do what was asked, where it was asked.
import type { CallError } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'

/** Nothing while there is no refusal. */
export function Refused({ title, error }: { title: string; error: CallError | null }) {
  const { t } = useWords()
  if (error === null) return null
  return (
    <p className="mark-refused" role="alert">
      <strong>{title}</strong> {t(`call_error.${error.code}`)}
    </p>
  )
}
