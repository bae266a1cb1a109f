import { describe, expect, it } from 'vitest'
import metals from '../../../resources/colours/metals.json' with { type: 'json' }
import ralClassic from '../../../resources/colours/ral-classic.json' with { type: 'json' }
import ruukki from '../../../resources/colours/ruukki.json' with { type: 'json' }
import sandbox from '../../../resources/sandbox/sheets.json' with { type: 'json' }
import { sheetColour } from '../../../shared/colours/index.ts'

const painted = 'plastbelagt_stal'

describe('the colour of a sheet', () => {
  it.each([
    [painted, 'RR33', 'RR33 sort'],
    [painted, 'rr 23 mørk grå', 'RR23 mørkegrå'],
    [painted, 'RR-29', 'RR29 rød'],
    ['aluminium', 'RAL 7016', 'RAL 7016 antrasittgrå'],
    ['aluminium', 'RAL7016 antrasittgrå', 'RAL 7016 antrasittgrå'],
    ['aluminium', 'blank aluminium', 'aluminium'],
    ['sink', 'naturell', 'sink'],
    ['kobber', null, 'kobber'],
    ['galvanisert_stal', 'Blank', 'galvanisert stål'],
  ])('%s %s is %s', (material, colour, name) => {
    expect(sheetColour({ material, colour }).name.nb).toBe(name)
  })

  it('does not guess: a code that no list has, a word and a paint without a text are unknown', () => {
    for (const colour of ['RR45', 'RAL 1234', 'RAL 70161', 'Sort', 'Ærfuglblå 4B', 'blankpolert', null]) {
      const { kind, hex, name } = sheetColour({ material: painted, colour })
      expect([kind, hex, name.nb]).toEqual(['unknown', null, colour ?? ''])
    }
    expect(sheetColour({ material: 'aluminium', colour: 'RR45 blank' }).kind).toBe('unknown')
  })

  it('is known for every sheet of the sandbox, as a metal exactly where no side is coloured', () => {
    for (const { key, profile } of sandbox.sheets) {
      const { kind } = sheetColour(profile)
      expect([key, kind]).toEqual([key, profile.colourSide === 'ingen' ? 'metal' : 'paint'])
    }
  })
})

describe('the lists of colours', () => {
  it.each([
    ['RAL Classic', ralClassic, 215],
    ['Ruukki', ruukki, 11],
    ['metals', metals, 5],
  ])('%s names its source, and each code once with a colour and both names', (_, { source, colours }, count) => {
    expect(source.length).toBeGreaterThan(80)
    expect(colours).toHaveLength(count)
    expect(new Set(colours.map(({ code }) => code)).size).toBe(count)
    for (const { hex, nb, en } of colours) expect([hex, nb, en].join('|')).toMatch(/^#[0-9a-f]{6}\|.+\|.+$/u)
  })
})
