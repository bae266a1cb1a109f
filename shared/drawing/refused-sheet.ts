// A sheet that is not drawn, with the reason: a wrong field, or a fault of the drawing code. Pure.
import type { Refusal, RefusalCode } from '../bending/index.ts'

export interface RefusedSheet {
  readonly sheetId: string
  readonly refusal: Omit<Refusal, 'code'> & { readonly code: RefusalCode | 'failed' }
}

/** The result of `draw`, or a refused sheet if it throws, so that one sheet does not stop the others. */
export function unlessItThrows<T>(sheetId: string, draw: () => T): { value: T } | { refused: RefusedSheet } {
  try {
    return { value: draw() }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { refused: { sheetId, refusal: { field: '', code: 'failed', message } } }
  }
}
