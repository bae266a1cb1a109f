// The sheet in space: one mesh with the colours of its faces, and its edges.
import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshPhongMaterial,
  RepeatWrapping,
  type Texture,
} from 'three'
import {
  type FoldedPiece,
  type FoldScene,
  thickened,
  type PlacedSection,
  emptySamples,
  sampleLayout,
  writeSamples,
  type Samples,
  sheetMesh,
  writeSheet,
  type SheetLength,
  type SheetMesh,
} from '../scene/index.ts'
import { edgeLines, type EdgeLines } from './edge-lines.ts'

export interface SheetColours {
  readonly faceA: string
  readonly faceB: string
  readonly rim: string
  readonly edge: string
  readonly softEdge: string
  /** Bare metal and unknown colours are hatched. */
  readonly isHatched: boolean
}

const edgePx = 1.6
/** Lines of the hatch along the flat blank. */
const hatchLines = 46
/** Parts of a flat, so that the break mark can wave across it. */
const breakParts = 48

export class SheetObject {
  readonly object = new Group()
  readonly layout
  readonly start: Samples
  readonly end: Samples
  readonly #length: SheetLength
  readonly #mesh: SheetMesh
  readonly #geometry = new BufferGeometry()
  readonly #material: MeshPhongMaterial
  readonly #edges: EdgeLines
  readonly #hatch: Texture | null

  constructor(scene: FoldScene, length: SheetLength, colours: SheetColours) {
    const { finished, anchor, flatWidthMm } = scene
    this.#length = length
    this.layout = sampleLayout(finished.start, anchor, length.breakGapMm > 0 ? flatWidthMm / breakParts : Infinity)
    this.start = emptySamples(this.layout)
    this.end = emptySamples(this.layout)
    this.#mesh = sheetMesh(this.layout, length)
    const { positions, normals, surfaceMm, tones, corners, edges, outlineEdges } = this.#mesh
    const tints = [colours.faceA, colours.faceB, colours.rim].map((colour) => new Color(colour))
    const colour = new Float32Array(3 * tones.length)
    for (const [vertex, tone] of tones.entries()) tints[tone]?.toArray(colour, 3 * vertex)
    this.#geometry.setAttribute('position', new BufferAttribute(positions, 3).setUsage(DynamicDrawUsage))
    this.#geometry.setAttribute('normal', new BufferAttribute(normals, 3).setUsage(DynamicDrawUsage))
    this.#geometry.setAttribute('uv', new BufferAttribute(surfaceMm, 2).setUsage(DynamicDrawUsage))
    this.#geometry.setAttribute('color', new BufferAttribute(colour, 3))
    this.#geometry.setIndex(new BufferAttribute(corners, 1))
    this.#hatch = colours.isHatched ? hatchTexture(flatWidthMm / hatchLines) : null
    this.#material = new MeshPhongMaterial({
      vertexColors: true,
      specular: 0x2a2a2a,
      shininess: 22,
      map: this.#hatch,
      // edges lie on the surface
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 2,
    })
    const mesh = new Mesh(this.#geometry, this.#material)
    mesh.frustumCulled = false
    this.#edges = edgeLines(edges, [new Color(colours.edge), new Color(colours.softEdge)], outlineEdges, edgePx)
    this.object.add(mesh, this.#edges.object)
    this.object.matrixAutoUpdate = false
  }

  /** Shows a piece with a thickness that may be greater than its own. */
  show({ start, end }: FoldedPiece, thicknessMm: number): void {
    this.#write(start, thicknessMm, this.start)
    if (end !== start) this.#write(end, thicknessMm, this.end)
    writeSheet(this.#mesh, this.layout, this.#length, thicknessMm, this.start, end === start ? this.start : this.end)
    for (const name of ['position', 'normal', 'uv']) this.#geometry.getAttribute(name).needsUpdate = true
    this.#edges.update()
  }

  #write({ section, place }: PlacedSection, thicknessMm: number, samples: Samples): void {
    writeSamples(this.layout, thickened(section, thicknessMm), place, samples)
  }

  dispose(): void {
    this.#geometry.dispose()
    this.#material.dispose()
    this.#hatch?.dispose()
    this.#edges.dispose()
  }
}

const texturePx = 64

/** Lines at 45°; one repetition of the picture is `stepMm` on the sheet. */
function hatchTexture(stepMm: number): Texture | null {
  const canvas = document.createElement('canvas')
  canvas.width = texturePx
  canvas.height = texturePx
  const paper = canvas.getContext('2d')
  if (paper === null) return null
  paper.fillStyle = '#ffffff'
  paper.fillRect(0, 0, texturePx, texturePx)
  paper.strokeStyle = '#6f6f6f'
  paper.lineWidth = texturePx / 9
  for (const shift of [-texturePx, 0, texturePx]) {
    paper.beginPath()
    paper.moveTo(shift - 8, -8)
    paper.lineTo(shift + texturePx + 8, texturePx + 8)
    paper.stroke()
  }
  const texture = new CanvasTexture(canvas)
  // a flipped upload is an error for the empty 3D textures that three.js uploads after it
  texture.flipY = false
  texture.wrapS = RepeatWrapping
  texture.wrapT = RepeatWrapping
  texture.anisotropy = 4
  texture.repeat.set(1 / stepMm, 1 / stepMm)
  return texture
}
