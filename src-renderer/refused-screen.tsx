// Shown when the shell rejects the page: its launch code was used before, or has expired.
import { useTranslation } from 'react-i18next'
import { Notice } from './ui/notice.tsx'

export function RefusedScreen() {
  const { t } = useTranslation()
  return (
    <main className="alone">
      <Notice tone="fault" title={t('refused.title')}>
        <p>{t('refused.why')}</p>
        <p>{t('refused.todo')}</p>
      </Notice>
    </main>
  )
}
