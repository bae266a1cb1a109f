// Units as types: a length never passes for an angle. A plain number passes for either, so that arithmetic stays plain.
// Pure.

/** Millimetres. */
export type Mm = number & { readonly unit?: 'mm' }
/** Degrees. */
export type Deg = number & { readonly unit?: 'deg' }

export const radians = (angle: Deg): number => (angle * Math.PI) / 180
