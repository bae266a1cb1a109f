// Sets up the translations: Bokmål unless this screen has chosen English. The choice is stored per screen.
import { createInstance, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import en from '../../resources/translations/en.json' with { type: 'json' }
import nb from '../../resources/translations/nb.json' with { type: 'json' }
import { gapsIn } from './gaps.ts'
import type { ScreenStorage } from '../look/screen-storage.ts'
import { languages, type Language } from './format.ts'

const storageKey = 'kant-language'

export async function setUpLanguage(storage: ScreenStorage): Promise<I18n> {
  const language = languages.find((candidate) => candidate === storage.getItem(storageKey)) ?? 'nb'
  const i18n = createInstance()
  await i18n.use(initReactI18next).init({
    lng: language,
    // a text that one language lacks is shown in the other
    fallbackLng: [...languages],
    returnEmptyString: false,
    resources: { nb: { translation: nb }, en: { translation: en } },
    interpolation: { escapeValue: false },
    missingInterpolationHandler: () => '–',
  })
  for (const [name, gaps] of Object.entries({ nb: gapsIn(nb, en), en: gapsIn(en, nb) }))
    if (gaps.length > 0) console.warn(`the language file ${name} lacks ${gaps.join(', ')}`)
  setPageLanguage(language)
  i18n.on('languageChanged', (changed) => {
    storage.setItem(storageKey, changed)
    setPageLanguage(changed)
  })
  return i18n
}

function setPageLanguage(language: string): void {
  document.documentElement.lang = language
}

export const languageOf = (i18n: I18n): Language => (i18n.language === 'en' ? 'en' : 'nb')
