// A PDF of A4 pages, in our words: mm from the page's upper left, one embedded font, strokes, texts and whole scenes.
// pdf-lib writes it; nothing else in the house knows that. Pure: the same calls give the same bytes.
import * as fontkit from 'fontkit'
import { PDFDocument, degrees, grayscale } from 'pdf-lib'
import type { PDFFont, PDFPage } from 'pdf-lib'
import type { Mm } from '../bending/index.ts'
import type { Anchor, Role, Scene } from './scene.ts'
import { toSvg } from './svg.ts'

export const a4 = { widthMm: 210, heightMm: 297 } as const

export interface Area {
  readonly x: Mm
  readonly y: Mm
  readonly width: Mm
  readonly height: Mm
}

export interface TextStyle {
  readonly sizeMm: Mm
  readonly anchor?: Anchor
  /** 0 black to 1 white. */
  readonly grey?: number
}

export interface PaperPage {
  /** `y` is the baseline. */
  text(x: Mm, y: Mm, text: string, style: TextStyle): void
  line(fromX: Mm, fromY: Mm, toX: Mm, toY: Mm, weight: Mm): void
  box(area: Area, weight: Mm): void
  /** A scene in the middle of an area, as large as it fits but no larger than it was made for. */
  scene(scene: Scene, area: Area): void
}

export interface Paper {
  page(): PaperPage
  width(text: string, sizeMm: Mm): Mm
  bytes(): Promise<Uint8Array>
}

export interface PaperNames {
  readonly title: string
  readonly language: string
}

const pointsPerMm = 72 / 25.4
/** No moment of writing is recorded, so that the same sheet gives the same bytes. */
const noDate = new Date(0)
/** Half the height of capitals in the font, as a share of its size. */
const halfCapitals = 0.365

/** An empty document. `font` holds a TrueType font's bytes; what a page uses of it is embedded. Throws on bytes that are no font. */
export async function openPaper(font: Uint8Array, names: PaperNames): Promise<Paper> {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.registerFontkit(fontkit)
  document.setTitle(names.title)
  document.setLanguage(names.language)
  document.setCreationDate(noDate)
  document.setModificationDate(noDate)
  const embedded = await document.embedFont(font, { subset: true, features: { liga: false } })
  const drawable = new Set(embedded.getCharacterSet())
  const write = (text: string) => writable(text, drawable)
  return {
    page: () => paperPage(document.addPage([a4.widthMm * pointsPerMm, a4.heightMm * pointsPerMm]), embedded, write),
    width: (text, sizeMm) => embedded.widthOfTextAtSize(write(text), sizeMm),
    bytes: () => document.save({ addDefaultPage: false }),
  }
}

/** The font draws nothing for a letter that it lacks: a question mark says that one was there. */
const writable = (text: string, drawable: ReadonlySet<number>): string =>
  Array.from(text, (letter) => (drawable.has(letter.codePointAt(0) ?? 0) ? letter : '?')).join('')

const fillOf = (role: Role) => (role === 'profile' ? { color: grayscale(0.85) } : {})

const across = (x: Mm): number => x * pointsPerMm
const down = (y: Mm): number => (a4.heightMm - y) * pointsPerMm

function paperPage(page: PDFPage, font: PDFFont, write: (text: string) => string): PaperPage {
  const black = grayscale(0)
  return {
    text(x, y, text, { sizeMm, anchor = 'start', grey = 0 }) {
      const shown = write(text)
      const width = font.widthOfTextAtSize(shown, sizeMm)
      page.drawText(shown, {
        x: across(x - before(anchor) * width),
        y: down(y),
        size: sizeMm * pointsPerMm,
        font,
        color: grayscale(grey),
      })
    },
    line(fromX, fromY, toX, toY, weight) {
      page.drawLine({
        start: { x: across(fromX), y: down(fromY) },
        end: { x: across(toX), y: down(toY) },
        thickness: weight * pointsPerMm,
        color: black,
      })
    },
    box({ x, y, width, height }, weight) {
      page.drawRectangle({
        x: across(x),
        y: down(y + height),
        width: width * pointsPerMm,
        height: height * pointsPerMm,
        borderWidth: weight * pointsPerMm,
        borderColor: black,
      })
    },
    scene(scene, area) {
      const svg = toSvg(scene)
      const scale = Math.min(area.width / svg.widthMm, area.height / svg.heightMm, 1 / scene.unitMm)
      const left = area.x + (area.width - svg.widthMm * scale) / 2 - scene.box.minX * scale
      const top = area.y + (area.height - svg.heightMm * scale) / 2 + scene.box.maxY * scale
      for (const path of svg.paths) {
        page.drawSvgPath(path.d, {
          x: across(left),
          y: down(top),
          scale: scale * pointsPerMm,
          borderColor: black,
          borderWidth: path.strokeWidth,
          ...(path.dashes.length > 0 ? { borderDashArray: [...path.dashes] } : {}),
          ...fillOf(path.role),
        })
      }
      for (const { x, y, text, fontSize, anchor, rotate } of svg.texts) {
        const shown = write(text)
        const back = before(anchor) * font.widthOfTextAtSize(shown, fontSize)
        const low = halfCapitals * fontSize
        const at = rotate === 0 ? { x: x - back, y: y + low } : { x: x + low, y: y + back }
        page.drawText(shown, {
          x: across(left + at.x * scale),
          y: down(top + at.y * scale),
          size: fontSize * scale * pointsPerMm,
          font,
          color: black,
          rotate: degrees(0 - rotate),
        })
      }
    },
  }
}

const before = (anchor: Anchor): number => (anchor === 'start' ? 0 : anchor === 'middle' ? 0.5 : 1)
