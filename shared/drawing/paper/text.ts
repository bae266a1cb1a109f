// Fits a text into its place on paper: smaller, broken into lines, or cut with a mark. Pure.
import type { Mm } from '../../bending/index.ts'

/** The width of a text in the font at this size. */
export type Measure = (text: string, sizeMm: Mm) => Mm

/** One line: the text, shortened with an ellipsis if it does not fit. */
export function fitted(measure: Measure, text: string, sizeMm: Mm, room: Mm): string {
  const oneLine = text.replace(/\s+/g, ' ').trim()
  if (measure(oneLine, sizeMm) <= room) return oneLine
  const ellipsis = measure('…', sizeMm)
  return `${lettersWithin(measure, oneLine, sizeMm, room - ellipsis)}…`
}

/** One line in the largest size that fits between two sizes, shortened with an ellipsis if it does not fit at the smaller one. */
export function shrunk(
  measure: Measure,
  text: string,
  { most, least }: { most: Mm; least: Mm },
  room: Mm,
): { text: string; sizeMm: Mm } {
  const width = measure(text.replace(/\s+/g, ' ').trim(), most)
  const sizeMm = width <= room ? most : Math.max(least, Math.floor(((most * room) / width) * 100) / 100)
  return { text: fitted(measure, text, sizeMm, room), sizeMm }
}

export interface TextBlock {
  readonly lines: readonly string[]
  readonly sizeMm: Mm
}

/** Lines of whole words in the largest size that fits its number of lines. A text that does not fit in the last size ends with `more`. */
export function blockOf(
  measure: Measure,
  text: string,
  room: Mm,
  sizes: readonly { readonly sizeMm: Mm; readonly lines: number }[],
  more: string,
): TextBlock {
  for (const { sizeMm, lines: most } of sizes) {
    const lines = wrapped(measure, text, sizeMm, room, most)
    if (lines.length <= most) return { lines, sizeMm }
  }
  const last = sizes.at(-1) ?? { sizeMm: 1, lines: 1 }
  const lines = wrapped(measure, text, last.sizeMm, room, last.lines).slice(0, last.lines)
  const end = lettersWithin(measure, lines.pop() ?? '', last.sizeMm, room - measure(more, last.sizeMm))
  return { lines: [...lines, `${end}${more}`], sizeMm: last.sizeMm }
}

/** The lines of a text, with its own line breaks; a word longer than a line is divided. Stops one line after `most`. */
export function wrapped(measure: Measure, text: string, sizeMm: Mm, room: Mm, most = Infinity): string[] {
  const lines: string[] = []
  for (const paragraph of text.trim().split(/\s*\n\s*/)) {
    let line = ''
    for (const word of paragraph.split(/\s+/)) {
      if (lines.length > most) return lines
      const longer = line === '' ? word : `${line} ${word}`
      if (measure(longer, sizeMm) <= room) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = word
      while (measure(line, sizeMm) > room && lines.length <= most) {
        const start = lettersWithin(measure, line, sizeMm, room) || (Array.from(line)[0] ?? '')
        lines.push(start)
        line = line.slice(start.length)
      }
    }
    lines.push(line)
  }
  return lines
}

/** The longest beginning of a text that fits. */
function lettersWithin(measure: Measure, text: string, sizeMm: Mm, room: Mm): string {
  let fitting = ''
  let width = 0
  for (const letter of text) {
    width += measure(letter, sizeMm)
    if (width > room) break
    fitting += letter
  }
  return fitting
}
