// Units as types: a length is not assignable to an angle. A plain number is assignable to both. Pure.

/** Millimetres. */
export type Mm = number & { readonly unit?: 'mm' }
/** Degrees. */
export type Deg = number & { readonly unit?: 'deg' }

export const radians = (angle: Deg): number => (angle * Math.PI) / 180
export const degrees = (angleRad: number): Deg => (angleRad * 180) / Math.PI
