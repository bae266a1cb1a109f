// Applies the station's language on each of its screens. The browser's local storage cannot share it: it differs per port.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useShell } from '../station/station-context.tsx'

export function useStationLanguage(): void {
  const { i18n } = useTranslation()
  const { language } = useShell()
  useEffect(() => {
    if (language !== null && i18n.language !== language) void i18n.changeLanguage(language)
  }, [i18n, language])
}
