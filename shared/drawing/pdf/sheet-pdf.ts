// Printed bending sheets: one A4 page per sheet and, for a batch, contents pages first. A sheet that cannot be drawn is listed and omitted.
// Pure: the same sheets give the same bytes.
import type { DrawnSheet } from '../drawn-sheet.ts'
import { contentsPages } from './pdf-contents.ts'
import type { BatchContents, LeftOut } from './pdf-contents.ts'
import { openLettering, openPaper } from '../paper/index.ts'
import type { Lettering } from '../paper/index.ts'
import type { PrintedPlan } from './pdf-plan-pictures.ts'
import { titleOf } from './pdf-sheet-head.ts'
import type { PrintedCheck, PrintedOrder } from './pdf-sheet-head.ts'
import { drawSheetPage, preparedPage } from './pdf-sheet-page.ts'
import type { SheetPage } from './pdf-sheet-page.ts'
import { unlessItThrows } from '../refused-sheet.ts'
import type { RefusedSheet } from '../refused-sheet.ts'
import { sheetName } from '../sheet-name.ts'
import { norwegianTexts, textFor } from '../labels/index.ts'
import type { DrawingTexts } from '../labels/index.ts'

export interface PdfOptions {
  /** A TrueType font's bytes. */
  readonly font: Uint8Array
  readonly texts?: DrawingTexts | undefined
  /** The title of the document. Default: the name of the first sheet. */
  readonly title?: string | undefined
  /** The text of each sheet's code, by the sheet's id: see `sheetCode`. */
  readonly codes?: ReadonlyMap<string, string> | undefined
  /** The result of the check, by the sheet's id. */
  readonly checks?: ReadonlyMap<string, PrintedCheck> | undefined
  /** The name of the machine that each sheet is planned for, by the sheet's id. */
  readonly brakes?: ReadonlyMap<string, string> | undefined
  /** The planned order of bends, by the sheet's id. */
  readonly orders?: ReadonlyMap<string, PrintedOrder> | undefined
  /** The bend plan of each sheet that has one, by the sheet's id. */
  readonly plans?: ReadonlyMap<string, PrintedPlan> | undefined
  /** A batch: it begins with its contents pages. */
  readonly contents?: BatchContents | undefined
  /** Called before each sheet is prepared and before each is drawn, with the number of drawn sheets; if it returns true, there is no PDF. */
  readonly between?: ((drawn: number) => Promise<'go on' | 'stop'>) | undefined
}

export interface SheetPdf {
  /** Null if no sheet could be drawn, or if it was stopped. */
  readonly bytes: Uint8Array | null
  /** The number of pages, contents pages included. */
  readonly pages: number
  /** The omitted sheets, each with its reason: a page is complete or absent. */
  readonly refused: readonly RefusedSheet[]
}

/** One page per sheet, in the given order. The same sheets give the same bytes. Throws if `font` is not a font. */
export async function sheetPdf(sheets: readonly DrawnSheet[], options: PdfOptions): Promise<SheetPdf> {
  const texts = options.texts ?? norwegianTexts
  const lettering = openLettering(options.font)
  const between = options.between ?? (() => Promise.resolve('go on'))
  const refused: RefusedSheet[] = []
  const leftOut: LeftOut[] = [...(options.contents?.leftOut ?? [])]
  const leave = (sheet: DrawnSheet, one: RefusedSheet): void => {
    refused.push(one)
    leftOut.push({ name: sheetName(sheet), reason: refusalText(one.refusal, texts) })
  }
  let pages: SheetPage[] = []
  for (const sheet of sheets) {
    if ((await between(0)) === 'stop') return { bytes: null, pages: 0, refused }
    const extras = {
      code: options.codes?.get(sheet.id),
      check: options.checks?.get(sheet.id),
      brake: options.brakes?.get(sheet.id),
      order: options.orders?.get(sheet.id),
      plan: options.plans?.get(sheet.id),
    }
    const page = unlessItThrows(sheet.id, () => preparedPage(sheet, extras, lettering.width, texts))
    if ('refused' in page) leave(sheet, page.refused)
    else if (page.value.ok) pages.push(page.value.value)
    else leave(sheet, { sheetId: sheet.id, refusal: page.value.error })
  }
  for (;;) {
    const drawn = await drawnPages(pages, leftOut, { ...options, texts, between }, lettering)
    if (!('failed' in drawn)) return { ...drawn, refused }
    // its page is absent, so the contents and the other page numbers change
    const { page, refusal } = drawn.failed
    leave(page.sheet, refusal)
    pages = pages.filter((one) => one !== page)
  }
}

type Settled = PdfOptions & {
  readonly texts: DrawingTexts
  readonly between: NonNullable<PdfOptions['between']>
}

type Drawn = Pick<SheetPdf, 'bytes' | 'pages'> | { failed: { page: SheetPage; refusal: RefusedSheet } }

async function drawnPages(
  pages: readonly SheetPage[],
  leftOut: readonly LeftOut[],
  { texts, between, font, ...options }: Settled,
  lettering: Lettering,
): Promise<Drawn> {
  const first = pages[0]
  if (first === undefined) return { bytes: null, pages: 0 }
  const measure = lettering.width
  const contents = options.contents === undefined ? [] : contentsPages(pages, leftOut, options.contents, measure, texts)
  const title = options.title ?? `${texts.sheet} ${titleOf(first.sheet, texts)}`
  const fontTag = tagOf([title, ...pages.map(({ sheet }) => `${sheet.id} ${sheet.drawingVersion}`)].join('\n'))
  const paper = await openPaper(lettering, font, { title, language: texts.language, fontTag })
  for (const [index, draw] of contents.entries()) paper.page(index === 0 ? texts.contents : null, draw)
  const total = contents.length + pages.length
  for (const [index, page] of pages.entries()) {
    if ((await between(index)) === 'stop') return { bytes: null, pages: 0 }
    const pageOf = `${texts.page} ${contents.length + index + 1} ${texts.of} ${total}`
    const drawn = unlessItThrows(page.sheet.id, () =>
      paper.page(sheetName(page.sheet), (paperPage) => drawSheetPage(paperPage, page, pageOf, measure, texts)),
    )
    if ('refused' in drawn) return { failed: { page, refusal: drawn.refused } }
  }
  return { bytes: await paper.bytes(), pages: total }
}

/** 'utbretting, bøyelinje 3, plassering: ligger utenfor plata': a position, counted from 1. */
function refusalText({ field, code }: RefusedSheet['refusal'], texts: DrawingTexts): string {
  if (field === '') return textFor(texts.refusals, code)
  const parts = field.split('.').map((part) => {
    const [, name = part, index] = /^(\w+)\[(\d+)\]$/.exec(part) ?? []
    return `${textFor(texts.fields, name)}${index === undefined ? '' : ` ${Number(index) + 1}`}`
  })
  return `${parts.join(', ')}: ${textFor(texts.refusals, code)}`
}

/** Six capital letters, computed from a text (FNV-1a). */
function tagOf(text: string): string {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  let tag = ''
  for (let quotient = hash; tag.length < 6; quotient = Math.floor(quotient / 26))
    tag += String.fromCharCode(65 + (quotient % 26))
  return tag
}
