// fontkit carries no types; what the PDF library asks of it is all that is used.
declare module 'fontkit' {
  import type { Fontkit } from 'pdf-lib'
  export const create: Fontkit['create']
}
