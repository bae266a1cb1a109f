// The labels over the 3D picture.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { BendLabels } from '../../../../src-renderer/fold/bend-labels.tsx'
import type { FoldScene } from '../../../../src-renderer/fold/scene/index.ts'
import { translationIn } from '../../../fixtures/translation.ts'

/** Bend 3 is made first. */
const scene: Pick<FoldScene, 'stepsOfBend'> = { stepsOfBend: [[3], [1], [0, 2]] }

test('a bend has the number that it has on the drawing, not that of its step', () => {
  const labels = createElement(BendLabels, { ref: null, scene, lengthMm: 2_000 })
  const markup = renderToStaticMarkup(createElement(I18nextProvider, { i18n: translationIn('nb') }, labels))
  const numbers = [...markup.matchAll(/class="fold-number"[^>]*>([^<]*)</g)].map(([, text]) => text)
  expect(numbers).toEqual(['1', '2', '3'])
})
