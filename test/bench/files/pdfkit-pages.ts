// Draws the same printed pages with pdfkit: the layout and the scenes are ours, pdfkit writes every stroke and text.
import PdfkitDocument from 'pdfkit'
import type { Arc, PathPiece } from '../../../shared/bending/index.ts'
import { arcFrom } from '../../../shared/bending/index.ts'
import type { Area, PaperPage } from '../../../shared/drawing/paper/index.ts'
import { edges } from '../../../shared/drawing/scene/outline.ts'
import { polylinePieces, primitives } from '../../../shared/drawing/scene/scene.ts'
import type { Anchor, Primitive, Scene, TextItem } from '../../../shared/drawing/scene/scene.ts'
import { dashesMm, weightMm } from '../../../shared/drawing/scene/stroke.ts'

type Draw = (page: PaperPage) => void
type Document = PDFKit.PDFDocument

const pointsPerMm = 72 / 25.4
const halfCapitals = 0.365
const boldness = 0.04

/** The bytes of a PDF with one page per draw function and the used part of the font. */
export async function pdfkitPages(font: Buffer, draws: readonly Draw[]): Promise<Buffer> {
  const document = new PdfkitDocument({ autoFirstPage: false, size: 'A4', margin: 0 })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const exit = new Promise((resolve) => {
    document.on('end', resolve)
  })
  document.registerFont('F', font)
  const page = pageOf(document)
  for (const draw of draws) {
    document.addPage()
    document.font('F').scale(pointsPerMm).lineJoin('round')
    draw(page)
  }
  document.end()
  await exit
  return Buffer.concat(chunks)
}

function pageOf(document: Document): PaperPage {
  const write: Write = (text, x, y, sizeMm, anchor, bold = false) => {
    document.fontSize(sizeMm)
    const back = anchor === 'start' ? 0 : document.widthOfString(text) * (anchor === 'middle' ? 0.5 : 1)
    document.text(text, x - back, y, { lineBreak: false, baseline: 'alphabetic', fill: true, stroke: bold })
  }
  const frame = ({ x, y, width, height }: Area): Document => document.rect(x, y, width, height)
  return {
    text(x, y, text, { sizeMm, anchor = 'start', bold = false, white = false }) {
      document.fillColor(white ? 'white' : 'black')
      if (bold) document.lineWidth(sizeMm * boldness)
      write(text, x, y, sizeMm, anchor, bold)
    },
    line(fromX, fromY, toX, toY, weight) {
      document.lineWidth(weight).moveTo(fromX, fromY).lineTo(toX, toY).stroke()
    },
    box(area, weight) {
      document.lineWidth(weight)
      frame(area).stroke()
    },
    blacken(area) {
      document.fillColor('black')
      frame(area).fill()
    },
    code({ bars }, x, y, squareMm) {
      for (const bar of bars) document.rect(x + bar.x * squareMm, y + bar.y * squareMm, bar.width * squareMm, squareMm)
      document.fillColor('black').fill()
    },
    scene: (scene, area) => drawScene(document, scene, area, write),
    link() {
      throw new Error('the page of a sheet contains no links')
    },
  }
}

type Write = (text: string, x: number, y: number, sizeMm: number, anchor: Anchor, bold?: boolean) => void

function drawScene(document: Document, { items, unitMm, box }: Scene, area: Area, write: Write): void {
  const [width, height] = [box.maxX - box.minX, box.maxY - box.minY]
  const scale = Math.min(area.width / width, area.height / height, 1 / unitMm)
  document.save()
  document.translate(area.x + (area.width - width * scale) / 2, area.y + (area.height - height * scale) / 2)
  document.scale(scale)
  // mirrors each figure, because mirroring the page would turn the texts upside down
  const toPageX = (x: number): number => x - box.minX
  const toPageY = (y: number): number => box.maxY - y
  const strokes = Map.groupBy(
    primitives(items).filter((item) => item.kind !== 'text'),
    ({ role }) => role,
  )
  for (const [role, paths] of strokes) {
    const dashes = dashesMm(role).map((dash) => dash * unitMm)
    // pdfkit takes one dash length and one space
    if (dashes.length > 0) document.dash(dashes[0] ?? 0, { space: dashes[1] ?? 0 })
    else document.undash()
    document.lineWidth(weightMm(role) * unitMm)
    for (const item of paths) trace(document, item, toPageX, toPageY)
    if (role === 'profile') document.fillColor('#d9d9d9').fillAndStroke()
    else document.stroke()
  }
  document.undash().fillColor('black')
  for (const item of primitives(items)) if (item.kind === 'text') drawText(document, item, toPageX, toPageY, write)
  document.restore()
}

function drawText(
  document: Document,
  { position, text, sizeMm, anchor, rotationDeg }: TextItem,
  toPageX: (x: number) => number,
  toPageY: (y: number) => number,
  write: Write,
): void {
  const [x, y] = [toPageX(position.x), toPageY(position.y)]
  const low = halfCapitals * sizeMm
  if (rotationDeg === 0) {
    write(text, x, y + low, sizeMm, anchor)
    return
  }
  document.save()
  document.rotate(-90, { origin: [x, y] })
  write(text, x, y + low, sizeMm, anchor)
  document.restore()
}

function trace(
  document: Document,
  item: Exclude<Primitive, { kind: 'text' }>,
  toPageX: (x: number) => number,
  toPageY: (y: number) => number,
): void {
  if (item.kind === 'circle') {
    document.circle(toPageX(item.centre.x), toPageY(item.centre.y), item.radiusMm)
    return
  }
  const pieces = piecesOf(item)
  const first = pieces[0]
  if (first === undefined) return
  document.moveTo(toPageX(first.from.x), toPageY(first.from.y))
  for (const piece of pieces) {
    if (piece.kind === 'line') document.lineTo(toPageX(piece.to.x), toPageY(piece.to.y))
    else traceArc(document, piece, toPageX, toPageY)
  }
  if (item.kind === 'polyline' && item.closed) document.closePath()
}

function piecesOf(item: Exclude<Primitive, { kind: 'text' | 'circle' }>): PathPiece[] {
  if (item.kind === 'line') return [{ kind: 'line', from: item.from, to: item.to }]
  if (item.kind === 'arc') return [{ ...arcFrom(item.from, item.centre, item.turnDeg), kind: 'arc' }]
  return item.closed ? edges(item.points) : polylinePieces(item)
}

/** Draws the arc as curves of at most 90° each: the types of pdfkit do not declare its arc function. */
function traceArc(
  document: Document,
  { from, centre, turnDeg }: Arc,
  toPageX: (x: number) => number,
  toPageY: (y: number) => number,
): void {
  const count = Math.max(1, Math.ceil(Math.abs(turnDeg) / 90))
  const each = (turnDeg / count) * (Math.PI / 180)
  const reach = (4 / 3) * Math.tan(each / 4)
  let [x, y] = [from.x - centre.x, from.y - centre.y]
  for (let index = 0; index < count; index += 1) {
    const [toX, toY] = [x * Math.cos(each) - y * Math.sin(each), x * Math.sin(each) + y * Math.cos(each)]
    document.bezierCurveTo(
      toPageX(centre.x + x - y * reach),
      toPageY(centre.y + y + x * reach),
      toPageX(centre.x + toX + toY * reach),
      toPageY(centre.y + toY - toX * reach),
      toPageX(centre.x + toX),
      toPageY(centre.y + toY),
    )
    x = toX
    y = toY
  }
}
