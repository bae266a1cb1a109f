// The surfaces and edges of the sheet as arrays that are made once; each stage writes only positions and normals. The section is in x and
// y, the length along z with its middle at 0. A long piece has a break mark in its middle. Pure. Units: mm.
import type { SampleLayout, Samples } from './section-samples.ts'

/** The tones of vertices. Face A is the outside of a positive bend. */
export const toneA = 0
export const toneB = 1
const toneRim = 2

/** The shown length; `breakGapMm`: between the halves, 0 without a break mark. */
export interface SheetLength {
  readonly lengthMm: number
  readonly breakGapMm: number
  /** The wave of the break mark along the section. */
  readonly waveMm: number
  readonly wavesMm: number
}

export interface SheetMesh {
  readonly positions: Float32Array
  readonly normals: Float32Array
  /** Along the section and along the piece, in mm: for the hatch. */
  readonly surfaceMm: Float32Array
  readonly tones: Uint8Array
  readonly corners: Uint32Array
  /** Two points for each edge; the first `outlineEdges` edges are the outline, the others the limits of bends. */
  readonly edges: Float32Array
  readonly outlineEdges: number
}

/** The rows along z: the ends of the piece, and of its halves. */
const rowsOf = ({ breakGapMm }: SheetLength): number => (breakGapMm > 0 ? 4 : 2)

export function sheetMesh(layout: SampleLayout, length: SheetLength): SheetMesh {
  const samples = layout.places.length
  const rows = rowsOf(length)
  const vertices = 4 * rows * samples + 8 * (rows / 2)
  const tones = new Uint8Array(vertices)
  const corners: number[] = []
  const faceVertex = (face: 0 | 1, row: number, sample: number): number => (face * rows + row) * samples + sample
  const capVertex = (face: 0 | 1, row: number, sample: number): number =>
    2 * rows * samples + (2 * row + face) * samples + sample
  const quad = (a: number, b: number, c: number, d: number): void => void corners.push(a, b, c, a, c, d)
  tones.fill(toneB, rows * samples, 2 * rows * samples)
  tones.fill(toneRim, 2 * rows * samples)
  for (let sample = 0; sample < samples - 1; sample += 1) {
    const next = sample + 1
    for (let row = 0; row < rows; row += 2) {
      quad(
        faceVertex(0, row, sample),
        faceVertex(0, row, next),
        faceVertex(0, row + 1, next),
        faceVertex(0, row + 1, sample),
      )
      quad(
        faceVertex(1, row, sample),
        faceVertex(1, row + 1, sample),
        faceVertex(1, row + 1, next),
        faceVertex(1, row, next),
      )
      quad(capVertex(0, row, sample), capVertex(1, row, sample), capVertex(1, row, next), capVertex(0, row, next))
      quad(
        capVertex(0, row + 1, sample),
        capVertex(0, row + 1, next),
        capVertex(1, row + 1, next),
        capVertex(1, row + 1, sample),
      )
    }
  }
  for (let strip = 0; strip < rows; strip += 1) {
    const first = 4 * rows * samples + 4 * strip
    if (strip % 2 === 0) quad(first, first + 2, first + 3, first + 1)
    else quad(first, first + 1, first + 3, first + 2)
  }
  const outlineEdges = rows * (2 * (layout.outline.length - 1) + 2) + 4 * (rows / 2)
  return {
    positions: new Float32Array(3 * vertices),
    normals: new Float32Array(3 * vertices),
    surfaceMm: new Float32Array(2 * vertices),
    tones,
    corners: new Uint32Array(corners),
    edges: new Float32Array(6 * (outlineEdges + 4 * layout.tangents.length * (rows / 2))),
    outlineEdges,
  }
}

/** Where a row is along z at a sample. */
function zOf(
  { lengthMm, breakGapMm, waveMm, wavesMm }: SheetLength,
  row: number,
  rows: number,
  alongMm: number,
): number {
  if (row === 0) return -lengthMm / 2
  if (row === rows - 1) return lengthMm / 2
  return (row === 1 ? -0.5 : 0.5) * breakGapMm + waveMm * Math.sin((2 * Math.PI * alongMm) / wavesMm)
}

/** Writes the sheet with these sections at its ends, from -z to +z: the same samples twice where it is not tapered. */
export function writeSheet(
  mesh: SheetMesh,
  layout: SampleLayout,
  length: SheetLength,
  thicknessMm: number,
  start: Samples,
  end: Samples,
): void {
  const writer = new SheetWriter(mesh, layout, length, thicknessMm / 2, start, end)
  writer.faces()
  writer.strips()
  writer.edges()
}

class SheetWriter {
  #mesh: SheetMesh
  #layout: SampleLayout
  #length: SheetLength
  #half: number
  #start: Samples
  #end: Samples
  #rows: number
  /** The point that `#computePoint` computed last, and its direction to face A. */
  #x = 0
  #y = 0
  #z = 0
  #toAX = 0
  #toAY = 0
  #edge = 0

  constructor(mesh: SheetMesh, layout: SampleLayout, length: SheetLength, half: number, start: Samples, end: Samples) {
    this.#mesh = mesh
    this.#layout = layout
    this.#length = length
    this.#half = half
    this.#start = start
    this.#end = end
    this.#rows = rowsOf(length)
  }

  /** The point of a face at a row. `side`: 1 for face A, -1 for face B. */
  #computePoint(side: number, row: number, sample: number): void {
    const [one, other] = [this.#start, this.#end]
    this.#z = zOf(this.#length, row, this.#rows, one.alongMm[sample] ?? 0)
    const share = one === other ? 0 : this.#z / this.#length.lengthMm + 0.5
    const mixed = (a: Float64Array, b: Float64Array): number =>
      share === 0 ? (a[sample] ?? 0) : (a[sample] ?? 0) * (1 - share) + (b[sample] ?? 0) * share
    this.#toAX = mixed(one.toAX, other.toAX)
    this.#toAY = mixed(one.toAY, other.toAY)
    this.#x = mixed(one.x, other.x) + side * this.#half * this.#toAX
    this.#y = mixed(one.y, other.y) + side * this.#half * this.#toAY
  }

  #vertex(vertex: number, normalX: number, normalY: number, normalZ: number): void {
    const { positions, normals } = this.#mesh
    positions[3 * vertex] = this.#x
    positions[3 * vertex + 1] = this.#y
    positions[3 * vertex + 2] = this.#z
    normals[3 * vertex] = normalX
    normals[3 * vertex + 1] = normalY
    normals[3 * vertex + 2] = normalZ
  }

  faces(): void {
    const samples = this.#layout.places.length
    const rows = this.#rows
    const { surfaceMm } = this.#mesh
    for (let face = 0; face < 2; face += 1) {
      const side = 1 - 2 * face
      for (let row = 0; row < rows; row += 1)
        for (let sample = 0; sample < samples; sample += 1) {
          const vertex = (face * rows + row) * samples + sample
          this.#computePoint(side, row, sample)
          this.#vertex(vertex, side * this.#toAX, side * this.#toAY, 0)
          surfaceMm[2 * vertex] = this.#start.alongMm[sample] ?? 0
          surfaceMm[2 * vertex + 1] = this.#z
          this.#vertex(2 * rows * samples + (2 * row + face) * samples + sample, 0, 0, row % 2 === 0 ? -1 : 1)
        }
    }
  }

  /** The cut edges along the piece. */
  strips(): void {
    const samples = this.#layout.places.length
    const rows = this.#rows
    for (let strip = 0; strip < rows; strip += 1) {
      const sample = strip % 2 === 0 ? 0 : samples - 1
      const outward = strip % 2 === 0 ? -1 : 1
      for (let corner = 0; corner < 4; corner += 1) {
        this.#computePoint(corner % 2 === 0 ? 1 : -1, 2 * Math.floor(strip / 2) + Math.floor(corner / 2), sample)
        // the direction of the sheet is to the left of that to face A
        this.#vertex(4 * rows * samples + 4 * strip + corner, -outward * this.#toAY, outward * this.#toAX, 0)
      }
    }
  }

  edges(): void {
    const { outline, places, tangents } = this.#layout
    const rows = this.#rows
    const last = places.length - 1
    this.#edge = 0
    for (let row = 0; row < rows; row += 1) {
      for (let index = 0; index + 1 < outline.length; index += 1)
        for (const side of bothSides) this.#line(side, row, outline[index] ?? 0, side, row, outline[index + 1] ?? 0)
      for (let end = 0; end < 2; end += 1) this.#line(1, row, end * last, -1, row, end * last)
    }
    for (let row = 0; row < rows; row += 2)
      for (let end = 0; end < 2; end += 1)
        for (const side of bothSides) this.#line(side, row, end * last, side, row + 1, end * last)
    for (let row = 0; row < rows; row += 2)
      for (const tangent of tangents)
        for (const sample of tangent) for (const side of bothSides) this.#line(side, row, sample, side, row + 1, sample)
  }

  #line(side: number, row: number, sample: number, toSide: number, toRow: number, toSample: number): void {
    this.#computePoint(side, row, sample)
    this.#point(6 * this.#edge)
    this.#computePoint(toSide, toRow, toSample)
    this.#point(6 * this.#edge + 3)
    this.#edge += 1
  }

  #point(offset: number): void {
    const { edges } = this.#mesh
    edges[offset] = this.#x
    edges[offset + 1] = this.#y
    edges[offset + 2] = this.#z
  }
}

const bothSides = [1, -1] as const
