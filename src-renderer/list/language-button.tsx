// The other language, one press away.
import { Button } from '../ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { languageOf } from '../language/language.ts'
import { useCall } from '../station/queries.ts'

export function LanguageButton() {
  const { t, i18n } = useTranslation()
  const choose = useCall('language.choose')
  const other = languageOf(i18n) === 'nb' ? 'en' : 'nb'
  return (
    <Button
      variant="quiet"
      lang={other}
      onPress={() => {
        void i18n.changeLanguage(other)
        choose.mutate({ language: other })
      }}
    >
      {t(`app.language_${other}`)}
    </Button>
  )
}
