// A PDF of A4 pages: mm from the upper left, one embedded font, strokes, texts, codes and scenes. pdf-lib builds the file; this module
// writes the page contents. Pure: the same calls give the same bytes.
import * as fontkit from 'fontkit'
import { PDFDocument, PDFHexString, PDFName } from 'pdf-lib'
import type { PDFFont, PDFPage, PDFRef } from 'pdf-lib'
import type { Mm } from '../../bending/index.ts'
import { addBookmarks } from './bookmarks.ts'
import type { Lettering } from './lettering.ts'
import { pdfFigure, pdfPath } from './path.ts'
import type { Measure } from './text.ts'
import type { QrCode } from '../qr-code.ts'
import { primitives, roles, dashesMm, weightMm } from '../scene/index.ts'
import type { Anchor, Role, Scene } from '../scene/index.ts'

const a4 = { widthMm: 210, heightMm: 297 } as const

export interface Area {
  readonly x: Mm
  readonly y: Mm
  readonly width: Mm
  readonly height: Mm
}

interface TextStyle {
  readonly sizeMm: Mm
  readonly anchor?: Anchor
  readonly bold?: boolean
  readonly white?: boolean
}

export interface PaperPage {
  /** `y` is the baseline. */
  text(x: Mm, y: Mm, text: string, style: TextStyle): void
  line(fromX: Mm, fromY: Mm, toX: Mm, toY: Mm, weight: Mm): void
  box(area: Area, weight: Mm): void
  blacken(area: Area): void
  /** Its upper left dark square at x, y. */
  code(code: QrCode, x: Mm, y: Mm, squareMm: Mm): void
  /** A scene in the centre of an area, as large as fits, but not above the scale that it was made for. */
  scene(scene: Scene, area: Area): void
  /** Links an area to a page, counted from 0. */
  link(area: Area, page: number): void
}

export interface Paper {
  /** Adds a page; a null bookmark adds none. */
  page(bookmark: string | null, draw: (page: PaperPage) => void): void
  /** The complete file. Nothing can be drawn after this call. */
  bytes(): Promise<Uint8Array>
}

export interface PaperNames {
  readonly title: string
  readonly language: string
  /** Six capital letters that identify the subset of the font, for programs that merge documents. */
  readonly fontTag: string
}

/** The area of a page that every printer reaches. */
export const printed: Area = { x: 12, y: 10, width: 186, height: 277 }

const pointsPerMm = 72 / 25.4
/** The file contains no time, so that the same sheet gives the same bytes. */
const noDate = new Date(0)

/** An empty document. It embeds the used part of the font. */
export async function openPaper(lettering: Lettering, font: Uint8Array, names: PaperNames): Promise<Paper> {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.registerFontkit(fontkit)
  document.setTitle(names.title, { showInWindowTitleBar: true })
  document.setLanguage(names.language)
  document.setCreationDate(noDate)
  document.setModificationDate(noDate)
  const customName = `${names.fontTag}+${lettering.fontName}`
  const embedded = await document.embedFont(font, { subset: true, customName })
  const letters = lettersOf(lettering, embedded)
  const { context } = document
  const resources = context.register(context.obj({ Font: { F: embedded.ref } }))
  const pages: DrawnPage[] = []
  return {
    page(bookmark, draw) {
      const { drawing, content, links } = beginPage(letters)
      draw(drawing)
      const page = document.addPage([a4.widthMm * pointsPerMm, a4.heightMm * pointsPerMm])
      page.node.set(PDFName.of('Resources'), resources)
      page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content())))
      pages.push({ page, bookmark, links })
    },
    bytes() {
      const marked = pages.flatMap(({ page, bookmark }) =>
        bookmark === null ? [] : [{ title: PDFHexString.fromText(bookmark), page: page.ref }],
      )
      if (marked.length > 1) addBookmarks(document, marked)
      for (const { page, links } of pages) addLinks(page, links, (index) => pages[index]?.page.ref)
      return document.save({ addDefaultPage: false, objectsPerTick: Infinity })
    },
  }
}

interface Letters {
  width: Measure
  /** The codes of a text in hexadecimal, as a PDF contains them. */
  codes: (text: string) => string
}

/** Assigns a code to each letter when it is first drawn. */
function lettersOf({ width, drawn }: Lettering, font: PDFFont): Letters {
  const codes = new Map<string, string>()
  const codeOf = (letter: string): string => {
    const code = codes.get(letter) ?? font.encodeText(letter).asString()
    codes.set(letter, code)
    return code
  }
  return { width, codes: (text) => drawn(text).map(codeOf).join('') }
}

interface DrawnPage {
  page: PDFPage
  bookmark: string | null
  links: readonly Link[]
}

interface Link {
  area: Area
  page: number
}

function addLinks(page: PDFPage, links: readonly Link[], refOf: (index: number) => PDFRef | undefined): void {
  const { context } = page.doc
  const annotations = links.flatMap(({ area, page: index }) => {
    const target = refOf(index)
    if (target === undefined) return []
    const { x, y, width, height } = area
    const corners = [x, a4.heightMm - y - height, x + width, a4.heightMm - y].map((mm) => mm * pointsPerMm)
    return [
      context.register(
        context.obj({ Type: 'Annot', Subtype: 'Link', Rect: corners, Border: [0, 0, 0], Dest: [target, 'Fit'] }),
      ),
    ]
  })
  if (annotations.length > 0) page.node.set(PDFName.of('Annots'), context.obj(annotations))
}

/** Half the height of capital letters, as a share of the font size. */
const halfCapitals = 0.365
/** The stroke that makes a letter bold, as a share of the font size: the embedded font has no bold style. */
const boldness = 0.04
/** The grey of filled outlines, light enough for the strokes on it on any printer. */
const greys: Partial<Record<Role, number>> = { profile: 0.85, tool: 0.9, machine: 0.95, gauge: 0.95 }

const f = pdfFigure
const up = (y: Mm): Mm => a4.heightMm - y
const rectangle = ({ x, y, width, height }: Area) => `${f(x)} ${f(up(y + height))} ${f(width)} ${f(height)} re`

function beginPage(letters: Letters): { drawing: PaperPage; content: () => string; links: Link[] } {
  // from here on lengths are in mm and y points up; joins are round, because mitred joins of sharp corners would be long
  const operators = [`${pointsPerMm} 0 0 ${pointsPerMm} 0 0 cm 1 j`]
  const links: Link[] = []
  const put = (operator: string) => operators.push(operator)
  const drawing: PaperPage = {
    text(x, y, text, { sizeMm, anchor = 'start', bold = false, white = false }) {
      const left = x - before(anchor) * letters.width(text, sizeMm)
      const shown = `/F ${f(sizeMm)} Tf ${f(left)} ${f(up(y))} Td <${letters.codes(text)}> Tj`
      const look = `${white ? '1 g 1 G ' : ''}${bold ? `2 Tr ${f(sizeMm * boldness)} w ` : ''}`
      put(look === '' ? `BT ${shown} ET` : `q ${look}BT ${shown} ET Q`)
    },
    line(fromX, fromY, toX, toY, weight) {
      put(`${f(weight)} w ${f(fromX)} ${f(up(fromY))} m ${f(toX)} ${f(up(toY))} l S`)
    },
    box(area, weight) {
      put(`${f(weight)} w ${rectangle(area)} S`)
    },
    blacken(area) {
      put(`${rectangle(area)} f`)
    },
    code({ bars }, x, y, squareMm) {
      // one path, so that no white line is visible between adjacent squares
      const rectangles = bars.map((bar) =>
        rectangle({
          x: x + bar.x * squareMm,
          y: y + bar.y * squareMm,
          width: bar.width * squareMm,
          height: squareMm,
        }),
      )
      put(`${rectangles.join(' ')} f`)
    },
    scene(scene, area) {
      const { minX, minY, maxX, maxY } = scene.box
      const scale = Math.min(area.width / (maxX - minX), area.height / (maxY - minY), 1 / scene.unitMm)
      const left = area.x + (area.width - (maxX - minX) * scale) / 2 - minX * scale
      const low = up(area.y) - (area.height + (maxY - minY) * scale) / 2 - minY * scale
      put(`q ${scale.toFixed(6)} 0 0 ${scale.toFixed(6)} ${f(left)} ${f(low)} cm`)
      if (scene.isClipped === true) put(`${f(minX)} ${f(minY)} ${f(maxX - minX)} ${f(maxY - minY)} re W n`)
      const strokes = new Map<Role, string[]>()
      const texts: string[] = []
      for (const item of primitives(scene.items)) {
        if (item.kind === 'text') {
          const back = before(item.anchor) * letters.width(item.text, item.sizeMm)
          const under = halfCapitals * item.sizeMm
          const { x, y } = item.position
          const place =
            item.rotationDeg === 0
              ? `1 0 0 1 ${f(x - back)} ${f(y - under)}`
              : `0 1 -1 0 ${f(x + under)} ${f(y - back)}`
          texts.push(`BT /F ${f(item.sizeMm)} Tf ${place} Tm <${letters.codes(item.text)}> Tj ET`)
        } else {
          const paths = strokes.get(item.role)
          if (paths === undefined) strokes.set(item.role, [pdfPath(item)])
          else paths.push(pdfPath(item))
        }
      }
      for (const role of roles) {
        const paths = strokes.get(role)
        if (paths === undefined) continue
        const dashes = dashesMm(role).map((dash) => f(dash * scene.unitMm))
        const grey = greys[role]
        const paint = grey === undefined ? 'S' : 'B'
        put(
          `[${dashes.join(' ')}] 0 d ${f(weightMm(role) * scene.unitMm)} w ${grey ?? 0} g ${paths.join(' ')} ${paint}`,
        )
      }
      put('0 g')
      for (const text of texts) put(text)
      put('Q')
    },
    link: (area, page) => void links.push({ area, page }),
  }
  return { drawing, content: () => operators.join('\n'), links }
}

const before = (anchor: Anchor): number => (anchor === 'start' ? 0 : anchor === 'middle' ? 0.5 : 1)
