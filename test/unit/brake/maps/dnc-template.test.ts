// The templates of DNC controllers: the shipped ones are valid, and errors have their line and field.
import { describe, expect, it } from 'vitest'
import { readDncTemplate, readFileDropTemplate } from '../../../../src-main/brake/maps/dnc-template.ts'
import { shippedText } from '../../../fixtures/dnc.ts'

const shipped = shippedText('dnc-text-simulator.json')
const errorsIn = (text: string) => {
  const read = readDncTemplate(text)
  return read.ok ? [] : read.error
}
const lineOf = (text: string): number => shipped.split('\n').findIndex((line) => line.includes(text)) + 1

describe('the template of a DNC controller', () => {
  it('is valid and unverified if it is shipped', () => {
    expect(readDncTemplate(shipped)).toMatchObject({ ok: true, value: { unverified: true } })
    expect(readFileDropTemplate(shippedText('file-drop.json'))).toMatchObject({ ok: true, value: { unverified: true } })
  })

  it.each([
    ['an unknown placeholder', '"M30"', '"M30 {speed}"', 'text.tail'],
    ['a placeholder of a step in the head', '({name} P{piece} V{version} N{steps})', '({angle})', 'text.head'],
    ['a single brace', '"M30"', '"M30 }"', 'text.tail'],
    ['characters that are not 7-bit text', '"M30"', '"BØY"', 'text.tail'],
    ['an empty range', '"least": 20, "greatest": 179', '"least": 20, "greatest": 19', 'text.limits.angle.greatest'],
    [
      'a figure without a range',
      '"thickness": { "least": 0.3, "greatest": 6 }',
      // cspell:ignore thicknes
      '"thicknes": { "least": 0.3, "greatest": 6 }',
      'text.limits.thicknes',
    ],
    ['XON in a question', '"ask": "\\u0005"', '"ask": "\\u0011"', 'safe.ask'],
    ['a file that claims to be verified', '"unverified": true', '"unverified": false', 'unverified'],
    ['strokes for a counter of pieces', '"strokesPerPiece": 1', '"strokesPerPiece": 4', 'counter.strokesPerPiece'],
    ['an unknown field', '"answerMs": 2000', '"answerMs": 2000, "start_cycle": "M03"', 'start_cycle'],
  ])('is refused for %s, with the field and line', (_, before, after, field) => {
    expect(shipped).toContain(before)
    const errors = errorsIn(shipped.replace(before, after))
    expect(errors.filter((one) => one.line === lineOf(before)).map((one) => one.field.split('[')[0])).toContain(field)
  })

  it('for a folder is refused without the confirmation that a person loads the files', () => {
    const text = shippedText('file-drop.json').replace('"aPersonLoads": true', '"aPersonLoads": false')
    const read = readFileDropTemplate(text)
    expect(read.ok ? [] : read.error.map(({ field }) => field)).toEqual(['aPersonLoads'])
  })
})
