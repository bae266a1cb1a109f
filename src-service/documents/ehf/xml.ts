// Writes XML: elements with texts, in the order given. Pure.

export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  content: string | readonly XmlElement[]
}

/** What an element can be given: absent parts are null or an empty text, and disappear. */
export type XmlContent = string | null | undefined | readonly (XmlElement | null)[]

/** Null without content: the receivers' rules forbid empty elements. */
export function element(
  name: string,
  content: XmlContent,
  attributes: Readonly<Record<string, string>> = {},
): XmlElement | null {
  if (content === null || content === undefined) return null
  if (typeof content === 'string') return content.trim() === '' ? null : { name, attributes, content: content.trim() }
  const children = content.filter((child) => child !== null)
  return children.length === 0 ? null : { name, attributes, content: children }
}

export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}\n`
}

function written({ name, attributes, content }: XmlElement, indent: string): string {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ')
  if (typeof content === 'string') return `${indent}<${start}>${escaped(content)}</${name}>`
  return [`${indent}<${start}>`, ...content.map((child) => written(child, `${indent}  `)), `${indent}</${name}>`].join(
    '\n',
  )
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML 1.0 cannot contain, also as references. */
// oxlint-disable-next-line no-control-regex -- the pattern finds them
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu

function escaped(text: string): string {
  return text.replaceAll(forbidden, '\uFFFD').replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
}
