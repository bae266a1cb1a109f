// fontkit has no types; these are the parts that the PDF library uses.
declare module 'fontkit' {
  import type { Fontkit } from 'pdf-lib'
  /** Throws if the bytes are not a font. */
  export function create(bytes: Uint8Array): Extract<ReturnType<Fontkit['create']>, { readonly unitsPerEm: number }>
}
