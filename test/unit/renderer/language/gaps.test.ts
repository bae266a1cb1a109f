import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { gapsIn } from '../../../../src-renderer/language/gaps.ts'

const nb = { list: { title: 'Liste', empty: 'Tom' }, app: { name: 'Kant' } }

test('a sentence, a section or its words alone that a language lacks is named', () => {
  expect(gapsIn({ list: { title: 'List', empty: ' ' } }, nb)).toEqual(['list.empty', 'app.name'])
  expect(gapsIn({ list: 'List', app: { name: 'Kant' } }, nb)).toEqual(['list.title', 'list.empty'])
  expect(gapsIn(nb, nb)).toEqual([])
})

test('what it lacks is said in the other language, whole', async () => {
  const words = createInstance()
  await words.init({
    lng: 'en',
    fallbackLng: ['nb', 'en'],
    returnEmptyString: false,
    resources: { nb: { translation: nb }, en: { translation: { list: { title: 'List', empty: '' } } } },
  })
  const asked: readonly string[] = ['list.title', 'list.empty', 'app.name']
  expect(asked.map((key) => words.t(key, { defaultValue: 'none' }))).toEqual(['List', 'Tom', 'Kant'])
})
