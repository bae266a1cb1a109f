import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import metals from '../../../../resources/colours/metals.json' with { type: 'json' }
import ralClassic from '../../../../resources/colours/ral-classic.json' with { type: 'json' }
import ruukki from '../../../../resources/colours/ruukki.json' with { type: 'json' }

const sheetColours = [metals, ralClassic, ruukki].flatMap(({ colours }) => colours.map(({ hex }) => hex))

const css = readFileSync(join(import.meta.dirname, '../../../../src-renderer/styles/base.css'), 'utf8')
const [light = '', dark = ''] = css.split(":root[data-theme='dark']")
const coloursOf = (part: string): Map<string, string> =>
  new Map([...part.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]))

const lightColours = coloursOf(light)
const themes = { light: lightColours, dark: new Map([...lightColours, ...coloursOf(dark)]) }

/** Relative luminance, as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const texts: [text: string, grounds: string[]][] = [
  ['text', ['ground', 'surface', 'surface-pressed', 'fault-ground', 'person-ground', 'stale-ground']],
  ['text-soft', ['ground', 'surface', 'surface-pressed', 'fault-ground']],
  ['on-accent', ['accent']],
  ['done', ['ground', 'surface']],
  ['moving', ['ground', 'surface']],
  ['waiting', ['ground', 'surface']],
  ['person', ['ground', 'surface', 'person-ground']],
  ['fault', ['ground', 'surface', 'fault-ground']],
  ['stale', ['stale-ground']],
]

describe.each(Object.entries(themes))('in the %s theme', (_, colours) => {
  const value = (name: string): string => {
    const colour = colours.get(name)
    if (colour === undefined) throw new Error(`there is no colour ${name}`)
    return colour
  }
  test.each(texts)('the text colour %s has enough contrast on all its backgrounds', (text, grounds) => {
    for (const ground of grounds) {
      const ratio = contrast(value(text), value(ground))
      expect(ratio, `${text} on ${ground} is ${ratio.toFixed(2)}:1`).toBeGreaterThanOrEqual(7)
    }
  })
  test('every stroke of a drawing stands out from its ground', () => {
    for (const stroke of ['stroke-outline', 'stroke-up', 'stroke-down', 'stroke-thin'])
      expect(contrast(value(stroke), value('surface'))).toBeGreaterThanOrEqual(4.5)
  })
  test('the edge of a sheet stands out from every ground, so that a black and a white sheet do, too', () => {
    for (const ground of ['ground', 'surface', 'surface-pressed'])
      expect(contrast(value('sheet-edge'), value(ground))).toBeGreaterThanOrEqual(3)
  })
  test('no colour of a button or a state is the colour of a sheet', () => {
    for (const name of ['accent', 'moving', 'done', 'waiting', 'fault', 'sheet-primer', 'sheet-unknown'])
      expect(sheetColours).not.toContain(value(name))
  })
})
