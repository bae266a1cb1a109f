// The machine in space: its parts as solids along the sheet, in three groups that move. New solids are made only when the step changes.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  EdgesGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  ShapeUtils,
  Vector2,
} from 'three'
import type { Point } from '../../../shared/bending/index.ts'
import {
  type FoldScene,
  type MachineStage,
  clipped,
  groupOf,
  isTool,
  motionBetween,
  type PartGroup,
  type PicturePart,
} from '../scene/index.ts'

export interface MachineColours {
  readonly tool: string
  readonly machine: string
  readonly gauge: string
  readonly edge: string
}

/** What of the machine is shown around the bend line. */
export const shownArea = { minX: -110, maxX: 150, minY: -105, maxY: 125 }
/** The tools end before the near end of the sheet, so that its section stands free. */
export const nearShare = 0.3
const beyondMm = 12
/** The fingers of the gauge, in shares of the length, and half of their width. */
const fingerPlaces = [-0.3, 0.12]
const fingerHalfMm = 22
const gaugeReachMm = 90

interface MovingPart {
  readonly object: Group
  readonly group: PartGroup
  readonly index: number
  readonly outline: readonly Point[]
}

export class MachineObject {
  readonly object = new Group()
  readonly #scene: FoldScene
  readonly #lengthMm: number
  readonly #materials
  readonly #edgeMaterial: LineBasicMaterial
  #parts: MovingPart[] = []
  #stepIndex = -1

  constructor(scene: FoldScene, lengthMm: number, colours: MachineColours) {
    this.#scene = scene
    this.#lengthMm = lengthMm
    this.#materials = {
      tool: partMaterial(colours.tool),
      machine: partMaterial(colours.machine),
      gauge: partMaterial(colours.gauge),
    }
    this.#edgeMaterial = new LineBasicMaterial({ color: new Color(colours.edge) })
  }

  /** `grownMm`: how much thicker the sheet is drawn than it is. */
  show({ stepIndex, turnDeg, openMm }: MachineStage, grownMm: number): void {
    if (stepIndex !== this.#stepIndex) this.#build(stepIndex)
    const placed = this.#scene.partsAt(stepIndex, turnDeg)
    for (const { object, group, index, outline } of this.#parts) {
      const { turn, x, y } = motionBetween(outline, placed[index]?.outline ?? outline)
      object.rotation.z = turn
      object.position.set(x, y + (group === 'upper' ? openMm + grownMm : 0), 0)
    }
  }

  #build(stepIndex: number): void {
    this.#stepIndex = stepIndex
    this.#clear()
    const parts = this.#scene.partsAt(stepIndex, 0)
    this.#parts = parts.flatMap((one, index) => {
      const group = groupOf(one.part)
      const outline = clipped(one.outline, areaOf(one, group))
      if (outline.length < 3) return []
      const object = new Group()
      const material = this.#materials[group === 'gauge' ? 'gauge' : isTool(one.part) ? 'tool' : 'machine']
      for (const [fromMm, toMm] of this.#lengths(group)) {
        const geometry = solid(outline, fromMm, toMm)
        object.add(new Mesh(geometry, material), new LineSegments(new EdgesGeometry(geometry, 25), this.#edgeMaterial))
      }
      this.object.add(object)
      return [{ object, group, index, outline: one.outline }]
    })
  }

  #lengths(group: PartGroup): readonly (readonly [number, number])[] {
    const half = this.#lengthMm / 2
    if (group !== 'gauge') return [[-half - beyondMm, nearShare * half]]
    return fingerPlaces.map((share) => [share * 2 * half - fingerHalfMm, share * 2 * half + fingerHalfMm])
  }

  #clear(): void {
    for (const { object } of this.#parts) {
      for (const child of object.children)
        if (child instanceof Mesh || child instanceof LineSegments) child.geometry.dispose()
      object.removeFromParent()
    }
    this.#parts = []
  }

  dispose(): void {
    this.#clear()
    for (const material of Object.values(this.#materials)) material.dispose()
    this.#edgeMaterial.dispose()
  }
}

/** The gauge is shown wherever it stands. */
function areaOf({ outline }: PicturePart, group: PartGroup): typeof shownArea {
  if (group !== 'gauge') return shownArea
  const nearX = Math.min(...outline.map(({ x }) => x))
  return { ...shownArea, minX: nearX, maxX: nearX + gaugeReachMm }
}

/** An outline along z. */
function solid(outline: readonly Point[], fromMm: number, toMm: number): BufferGeometry {
  const isClockwise = ShapeUtils.isClockWise(outline.map(({ x, y }) => new Vector2(x, y)))
  const corners = isClockwise ? outline.toReversed() : outline
  const flat = corners.map(({ x, y }) => new Vector2(x, y))
  const caps = ShapeUtils.triangulateShape(flat, [])
  const positions: number[] = []
  const indices: number[] = []
  for (const [index, { x, y }] of corners.entries()) {
    const next = corners[(index + 1) % corners.length] ?? { x, y }
    const first = positions.length / 3
    positions.push(x, y, fromMm, next.x, next.y, fromMm, next.x, next.y, toMm, x, y, toMm)
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3)
  }
  for (const z of [fromMm, toMm]) {
    const first = positions.length / 3
    for (const { x, y } of corners) positions.push(x, y, z)
    for (const [a = 0, b = 0, c = 0] of caps)
      indices.push(...(z === toMm ? [first + a, first + b, first + c] : [first + a, first + c, first + b]))
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3))
  geometry.setIndex(new BufferAttribute(new Uint32Array(indices), 1))
  geometry.computeVertexNormals()
  return geometry
}

const partMaterial = (colour: string): MeshLambertMaterial =>
  new MeshLambertMaterial({
    color: new Color(colour),
    // edges lie on the surface
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 2,
  })
