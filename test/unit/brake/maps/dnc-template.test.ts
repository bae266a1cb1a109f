// The files that describe text controllers: those that ship are read, and what is wrong in one is named with line and field.
import { describe, expect, it } from 'vitest'
import { readDncTemplate, readFileDropTemplate } from '../../../../src-main/brake/maps/dnc-template.ts'
import { shippedText } from '../../../fixtures/dnc.ts'

const shipped = shippedText('dnc-text-simulator.json')
const wrongIn = (text: string) => {
  const read = readDncTemplate(text)
  return read.ok ? [] : read.error
}
const lineOf = (words: string): number => shipped.split('\n').findIndex((line) => line.includes(words)) + 1

describe('a text controller’s file', () => {
  it('is read where it ships, and says that it is unverified', () => {
    expect(readDncTemplate(shipped)).toMatchObject({ ok: true, value: { unverified: true } })
    expect(readFileDropTemplate(shippedText('file-drop.json'))).toMatchObject({ ok: true, value: { unverified: true } })
  })

  it.each([
    ['an unknown place', '"M30"', '"M30 {speed}"', 'text.tail'],
    ['a place of a step in the head', '({name} P{piece} V{version} N{steps})', '({angle})', 'text.head'],
    ['a brace that belongs to nothing', '"M30"', '"M30 }"', 'text.tail'],
    ['letters that a 7-bit line does not have', '"M30"', '"BØY"', 'text.tail'],
    [
      'a figure’s greatest below its least',
      '"least": 20, "greatest": 179',
      '"least": 20, "greatest": 19',
      'text.limits.angle.greatest',
    ],
    [
      'a figure without a range',
      '"thickness": { "least": 0.3, "greatest": 6 }',
      '"thicknes": { "least": 0.3, "greatest": 6 }',
      'text.limits.thicknes',
    ],
    ['an XON of its own', '"ask": "\\u0005"', '"ask": "\\u0011"', 'safe.ask'],
    ['a claim to be verified', '"unverified": true', '"unverified": false', 'unverified'],
    ['a counter of pieces by the stroke', '"strokesPerPiece": 1', '"strokesPerPiece": 4', 'counter.strokesPerPiece'],
    ['an unknown field', '"answerMs": 2000', '"answerMs": 2000, "start_cycle": "M03"', 'start_cycle'],
  ])('is refused with %s, at its field and line', (_, before, after, field) => {
    expect(shipped).toContain(before)
    const wrong = wrongIn(shipped.replace(before, after))
    expect(wrong.filter((one) => one.line === lineOf(before)).map((one) => one.field.split('[')[0])).toContain(field)
  })

  it('is refused as a folder’s without the word that a person loads', () => {
    const text = shippedText('file-drop.json').replace('"aPersonLoads": true', '"aPersonLoads": false')
    const read = readFileDropTemplate(text)
    expect(read.ok ? [] : read.error.map(({ field }) => field)).toEqual(['aPersonLoads'])
  })
})
