// Stores the value of a text field before a scan, and restores it so that React notices the change.

export type Field = HTMLInputElement | HTMLTextAreaElement

const typedInputTypes: ReadonlySet<string> = new Set([
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
  return target instanceof HTMLInputElement && typedInputTypes.has(target.type) ? target : null
}

export interface FieldSnapshot {
  field: Field
  value: string
  /** The caret; null for kinds of field without one. */
  selectionStart: number | null
  selectionEnd: number | null
}

export const snapshotField = (field: Field): FieldSnapshot => ({
  field,
  value: field.value,
  selectionStart: field.selectionStart,
  selectionEnd: field.selectionEnd,
})

/** Restores the value, with the text that a person has typed meanwhile. */
export function restoreField({ field, value, selectionStart, selectionEnd }: FieldSnapshot, typed = ''): void {
  const start = selectionStart ?? value.length
  setValue(field, value.slice(0, start) + typed + value.slice(selectionEnd ?? value.length))
  if (selectionStart !== null) field.setSelectionRange(start + typed.length, start + typed.length)
}

/** React overrides the element's own setter. The prototype's setter lets React notice the change. */
function setValue(field: Field, value: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
