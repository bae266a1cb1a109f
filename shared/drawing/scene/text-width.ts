// The width of a text in the embedded font (DejaVu Sans), without a canvas. Pure.

/** Advance widths in thousandths of the font's size; other letters count as an average letter. */
const advances: readonly (readonly [string, number])[] = [
  ["'ijl", 278],
  ['IJ', 295],
  [' ,.·', 318],
  ['/:;|f', 345],
  ['-()[]', 385],
  ['t!r"', 420],
  ['*_`°–sz?c', 520],
  ['LFkvxy', 590],
  ['⌀PTYoøaåeéE', 617],
  ['hnubdgpqS$0123456789', 636],
  ['KαAVÅXZBRC', 698],
  ['UNHD', 770],
  ['▲▼G&OQØ', 787],
  ['w#+<=>≤≥×→±M', 863],
  ['m%æWÆ@…', 1000],
]
const widths = new Map(
  advances.flatMap(([letters, width]) => Array.from(letters, (letter) => [letter, width] as const)),
)
const average = 680

/** The width as a multiple of the font's size. */
export function textWidth(text: string): number {
  let sum = 0
  for (const letter of text) sum += widths.get(letter) ?? average
  return sum / 1000
}
