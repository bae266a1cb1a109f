// The bookmarks of a PDF: one list, each leading to a page (ISO 32000, 12.3.3). Pure.
import { PDFName, PDFNumber } from 'pdf-lib'
import type { PDFDocument, PDFHexString, PDFRef } from 'pdf-lib'

export interface Bookmark {
  readonly title: PDFHexString
  readonly page: PDFRef
}

/** PDF viewers open the list of bookmarks beside the pages. */
export function addBookmarks({ context, catalog }: PDFDocument, bookmarks: readonly Bookmark[]): void {
  const root = context.nextRef()
  const refs = bookmarks.map(() => context.nextRef())
  for (const [index, { title, page }] of bookmarks.entries()) {
    const ref = refs[index]
    if (ref === undefined) continue
    context.assign(
      ref,
      context.obj({
        Title: title,
        Parent: root,
        Dest: [page, 'Fit'],
        ...named('Prev', refs[index - 1]),
        ...named('Next', refs[index + 1]),
      }),
    )
  }
  context.assign(
    root,
    context.obj({
      Type: 'Outlines',
      Count: PDFNumber.of(bookmarks.length),
      ...named('First', refs[0]),
      ...named('Last', refs.at(-1)),
    }),
  )
  catalog.set(PDFName.of('Outlines'), root)
  catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'))
}

const named = (name: string, ref: PDFRef | undefined) => (ref === undefined ? {} : { [name]: ref })
