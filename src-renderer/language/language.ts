// Sets up the texts: Bokmål unless this screen has chosen English. The choice is stored per screen.
import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import en from '../../resources/translations/en.json' with { type: 'json' }
import nb from '../../resources/translations/nb.json' with { type: 'json' }
import { gapsIn } from './gaps.ts'
import type { ScreenStorage } from '../look/screen-storage.ts'
import { languages, type Language } from './format.ts'

const storedUnder = 'kant-language'

export async function setUpLanguage(storage: ScreenStorage): Promise<i18n> {
  const language = languages.find((known) => known === storage.getItem(storedUnder)) ?? 'nb'
  const words = createInstance()
  await words.use(initReactI18next).init({
    lng: language,
    // a text that one language lacks is shown in the other
    fallbackLng: [...languages],
    returnEmptyString: false,
    resources: { nb: { translation: nb }, en: { translation: en } },
    interpolation: { escapeValue: false },
    missingInterpolationHandler: () => '–',
  })
  for (const [named, gaps] of Object.entries({ nb: gapsIn(nb, en), en: gapsIn(en, nb) }))
    if (gaps.length > 0) console.warn(`the language file ${named} lacks ${gaps.join(', ')}`)
  tellPage(language)
  words.on('languageChanged', (changed) => {
    storage.setItem(storedUnder, changed)
    tellPage(changed)
  })
  return words
}

function tellPage(language: string): void {
  document.documentElement.lang = language
}

export const languageOf = (words: i18n): Language => (words.language === 'en' ? 'en' : 'nb')
