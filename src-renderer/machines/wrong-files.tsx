// Errors in the workshop files: file, line, field and reason.
import type { WorkshopView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'

export function WrongFiles({ wrong }: { wrong: WorkshopView['wrong'] }) {
  const { t } = useTexts()
  if (wrong.length === 0) return null
  return (
    <section className="wrong-files" aria-label={t('workshop_files.title')}>
      <h3>{t('workshop_files.title')}</h3>
      <p>{t('workshop_files.text')}</p>
      <ul>
        {wrong.map(({ file, line, field, message, why }) => (
          <li key={`${file} ${line} ${field} ${message}`}>
            <strong>{t('workshop_files.place', { file, line })}</strong>
            <br />
            {field === ''
              ? t(`workshop_files.why.${why.code}`, why.params)
              : t('workshop_files.wrong', { field, message: t(`workshop_files.why.${why.code}`, why.params) })}
          </li>
        ))}
      </ul>
    </section>
  )
}
