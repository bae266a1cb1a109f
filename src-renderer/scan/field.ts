// A field of the page, what it held before a scan came into it, and how that is put back so that React learns of it.

export type Field = HTMLInputElement | HTMLTextAreaElement

const typedInto: ReadonlySet<string> = new Set([
  'text',
  'search',
  'password',
  'number',
  'tel',
  'email',
  'url',
  'date',
  'time',
])

/** The field that a key would be typed into; null: none. */
export function fieldOf(target: EventTarget | null): Field | null {
  if (target instanceof HTMLTextAreaElement) return target
  return target instanceof HTMLInputElement && typedInto.has(target.type) ? target : null
}

export interface FieldBefore {
  field: Field
  value: string
  /** Null where a field of its kind has no caret to ask for. */
  from: number | null
  to: number | null
}

export const fieldBefore = (field: Field): FieldBefore => ({
  field,
  value: field.value,
  from: field.selectionStart,
  to: field.selectionEnd,
})

/** Puts back what the field held, and with it what a hand has typed meanwhile. */
export function putBack({ field, value, from, to }: FieldBefore, typed = ''): void {
  const start = from ?? value.length
  write(field, value.slice(0, start) + typed + value.slice(to ?? value.length))
  if (from !== null) field.setSelectionRange(start + typed.length, start + typed.length)
}

/** The element's own setter is React's; the prototype's lets React see that the value is another. */
function write(field: Field, value: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
