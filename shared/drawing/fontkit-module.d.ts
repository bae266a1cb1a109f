// fontkit carries no types; what is used of it has the shape that the PDF library asks for.
declare module 'fontkit' {
  import type { Fontkit } from 'pdf-lib'
  /** Throws on bytes that are no font. */
  export function create(bytes: Uint8Array): Extract<ReturnType<Fontkit['create']>, { readonly unitsPerEm: number }>
}
