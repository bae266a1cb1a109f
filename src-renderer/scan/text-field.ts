// A text field, its value before a scan, and how to restore the value so that React notices it.

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

/** The field that receives typed keys; null: none. */
export function fieldOf(target: EventTarget | null): Field | null {
  if (target instanceof HTMLTextAreaElement) return target
  return target instanceof HTMLInputElement && typedInto.has(target.type) ? target : null
}

export interface FieldSnapshot {
  field: Field
  value: string
  /** The caret; null for kinds of field without one. */
  from: number | null
  to: number | null
}

export const snapshotField = (field: Field): FieldSnapshot => ({
  field,
  value: field.value,
  from: field.selectionStart,
  to: field.selectionEnd,
})

/** Restores the value, with the text that a person has typed meanwhile. */
export function restoreField({ field, value, from, to }: FieldSnapshot, typed = ''): void {
  const start = from ?? value.length
  write(field, value.slice(0, start) + typed + value.slice(to ?? value.length))
  if (from !== null) field.setSelectionRange(start + typed.length, start + typed.length)
}

/** React overrides the element's own setter. The prototype's setter lets React notice the change. */
function write(field: Field, value: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
