// The glyphs of a font, with their widths and the substitutes for missing ones; each is looked up once. Pure.
import { memoized } from '../../base/memoized.ts'
import * as fontkit from 'fontkit'
import type { Measure } from './text.ts'

export interface Lettering {
  readonly fontName: string
  /** The sum of the letters' widths, without kerning and ligatures. */
  readonly width: Measure
  /** The letters that are drawn for a text, all of which the font has. */
  readonly drawn: (text: string) => readonly string[]
}

/** Shown for a letter that the font does not have; otherwise it would be invisible. */
const lacking = '?'
const noGlyph = 0

/** `font`: the bytes of a TrueType font. Throws on other bytes. */
export function openLettering(font: Uint8Array): Lettering {
  const face = fontkit.create(font)
  const letterCache = new Map<string, Letter>()
  const ofFont = (shown: string): Letter | null => {
    const glyph = face.glyphForCodePoint(shown.codePointAt(0) ?? 0)
    return glyph === null || glyph.id === noGlyph ? null : { shown, width: glyph.advanceWidth / face.unitsPerEm }
  }
  const letterOf = (letter: string): Letter =>
    memoized(
      letterCache,
      letter,
      () => ofFont(blank.test(letter) ? ' ' : letter) ?? ofFont(lacking) ?? { shown: '', width: 0 },
    )
  return {
    fontName: face.postscriptName ?? 'Font',
    width(text, sizeMm) {
      let sum = 0
      for (const letter of composed(text)) sum += letterOf(letter).width
      return sum * sizeMm
    },
    drawn: (text) => Array.from(composed(text), (letter) => letterOf(letter).shown),
  }
}

interface Letter {
  readonly shown: string
  /** The width in font sizes. */
  readonly width: number
}

/** A tab, a line break or a control character. */
const blank = /^[\s\p{Cc}]$/u
const beyondLatin = /[\u0300-\u{10ffff}]/u

/** Letters combined with their marks, as the font has them. */
const composed = (text: string): string => (beyondLatin.test(text) ? text.normalize('NFC') : text)
