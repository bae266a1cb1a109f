// A sheet of which nothing is drawn, and why: something in it stands in the way, or a fault of ours in drawing it. Pure.
import type { Refusal, RefusalCode } from '../bending/index.ts'

export interface RefusedSheet {
  readonly sheetId: string
  readonly refusal: Omit<Refusal, 'code'> & { readonly code: RefusalCode | 'failed' }
}

/** What `draw` gives, or the sheet refused where it throws: one sheet that we cannot cope with takes no other along. */
export function unlessItThrows<T>(sheetId: string, draw: () => T): { value: T } | { refused: RefusedSheet } {
  try {
    return { value: draw() }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { refused: { sheetId, refusal: { field: '', code: 'failed', message } } }
  }
}
