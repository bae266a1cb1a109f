// An outline in the text of a workshop file: one corner a line, so that a fault is reported at its corner. Pure: uses jsonc-parser.
import { applyEdits, modify, type JSONPath } from 'jsonc-parser'
import type { Outline } from '../bending/fit/index.ts'

/** The text with the outline at a path; the rest of the text stays as it is. */
export function withOutlineAt(text: string, path: JSONPath, outline: Outline): string {
  const next = applyEdits(text, modify(text, path, placeholder, {}))
  const corners = outline.map(({ x, y }) => `        [${x}, ${y}]`).join(',\n')
  return next.replace(JSON.stringify(placeholder), `[\n${corners}\n      ]`)
}

/** No tool's id and no figure has this text. */
const placeholder = 'the outline\u0000'
