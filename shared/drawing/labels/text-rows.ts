// Texts in rows, as many per row as fit, with a gap between them. Pure.
import { textWidth } from '../scene/index.ts'

interface ListEntry {
  readonly text: string
  /** The distance from the row's start, in font sizes. */
  readonly offsetEm: number
}

export interface ListRow {
  readonly entries: readonly ListEntry[]
  /** The unit is the size of the font. */
  readonly width: number
}

const gap = 1.4

/** `room` in sizes of the font; a text that is longer is cut, with an ellipsis. */
export function listRows(texts: readonly string[], room: number): ListRow[] {
  const rows: { entries: ListEntry[]; width: number }[] = []
  for (const text of texts.map((whole) => fitted(whole, room))) {
    const width = textWidth(text)
    const last = rows.at(-1)
    if (last !== undefined && last.width + gap + width <= room) {
      last.entries.push({ text, offsetEm: last.width + gap })
      last.width += gap + width
    } else rows.push({ entries: [{ text, offsetEm: 0 }], width })
  }
  return rows
}

function fitted(text: string, room: number): string {
  if (textWidth(text) <= room) return text
  const letters = Array.from(text)
  while (letters.length > 0 && textWidth(`${letters.join('')}…`) > room) letters.pop()
  return `${letters.join('')}…`
}
