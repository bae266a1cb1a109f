import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { gapsIn } from '../../../../src-renderer/language/gaps.ts'

const nb = { list: { title: 'Liste', empty: 'Tom' }, app: { name: 'Kant' } }

test('a missing text or section of a language is listed', () => {
  expect(gapsIn({ list: { title: 'List', empty: ' ' } }, nb)).toEqual(['list.empty', 'app.name'])
  expect(gapsIn({ list: 'List', app: { name: 'Kant' } }, nb)).toEqual(['list.title', 'list.empty'])
  expect(gapsIn(nb, nb)).toEqual([])
})

test('a missing text is shown in the other language, complete', async () => {
  const texts = createInstance()
  await texts.init({
    lng: 'en',
    fallbackLng: ['nb', 'en'],
    returnEmptyString: false,
    resources: { nb: { translation: nb }, en: { translation: { list: { title: 'List', empty: '' } } } },
  })
  const keys: readonly string[] = ['list.title', 'list.empty', 'app.name']
  expect(keys.map((key) => texts.t(key, { defaultValue: 'none' }))).toEqual(['List', 'Tom', 'Kant'])
})
