// The language chosen at the station, taken by each of its screens whenever it is chosen: the browser's own memory is another one for
// each port that the station is served on.
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
