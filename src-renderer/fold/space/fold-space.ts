// Draws the scene of a piece in three dimensions with WebGL. Renders a frame only after a change. Only this folder imports three.js, and it
// is fetched when the view is opened.
import {
  Color,
  DirectionalLight,
  HemisphereLight,
  MathUtils,
  Matrix4,
  PerspectiveCamera,
  Scene,
  Spherical,
  Vector3,
  WebGLRenderer,
} from 'three'
import { type DrawingView, wholeDrawing } from '../../ui/drawing/index.ts'
import {
  type FoldedPiece,
  type FoldScene,
  writeMatrix,
  type SheetLength,
  fitView,
  freeTangent,
  type ViewFit,
  type ViewRoom,
} from '../scene/index.ts'
import type { BendPlace, FoldPicture } from './fold-picture.ts'
import { MachineObject, nearShare, shownArea, type MachineColours } from './machine-object.ts'
import { ShadowObject } from './shadow-object.ts'
import { SheetObject, type SheetColours } from './sheet-object.ts'

export interface SpaceColours {
  readonly sheet: SheetColours
  readonly machine: MachineColours
  /** The opacity of the shadow. */
  readonly shadow: number
}

export interface FoldSpaceOptions {
  readonly canvas: HTMLCanvasElement
  readonly scene: FoldScene
  readonly length: SheetLength
  readonly colours: SpaceColours
  /** WebGL is no longer available. */
  readonly onLost: () => void
  /** After each frame: the labels follow the picture. */
  readonly onFrame: (picture: FoldPicture) => void
}

/** The angle of view, vertical. */
const fieldOfViewDeg = 30
/** The smallest and greatest angle of the camera from straight above, in radians. */
const minPolarRad = 0.12
const maxPolarRad = Math.PI - 0.12
/** From in front and above; in a wide picture more from the side, so that the length fills it. */
const firstPolarRad = 1.12
const firstAzimuthRad = (aspect: number): number => -Math.min(0.72, Math.max(0.5, 0.2 + 0.22 * aspect))
/** What stays free around the piece, in CSS pixels: labels stand there. */
const marginPx = { left: 64, right: 64, top: 66, bottom: 46 }
/** The sheet is never drawn thinner, as long as it is not enlarged. */
const leastThicknessPx = 3.5
const groundBelowMm = 2

/** Null: this computer has no WebGL 2. */
export function openFoldSpace(options: FoldSpaceOptions): FoldSpace | null {
  const context = options.canvas.getContext('webgl2', { antialias: true, alpha: true })
  return context === null ? null : new FoldSpace(options, context)
}

export class FoldSpace {
  readonly #options: FoldSpaceOptions
  readonly #renderer: WebGLRenderer
  readonly #space = new Scene()
  readonly #camera = new PerspectiveCamera(fieldOfViewDeg, 1, 1, 10)
  readonly #sheet: SheetObject
  readonly #shadow: ShadowObject
  readonly #machine: MachineObject
  readonly #sun = new DirectionalLight(0xffffff, 1.7)
  readonly #direction = new Spherical(1, firstPolarRad, firstAzimuthRad(1))
  readonly #points: Float64Array
  readonly #fit: ViewFit = { right: 0, up: 0, distance: 1 }
  readonly #axes: { right: number[]; up: number[]; back: number[] } = {
    right: [0, 0, 0],
    up: [0, 0, 0],
    back: [0, 0, 0],
  }
  readonly #room = { left: 1, right: 1, top: 1, bottom: 1 }
  readonly #matrix = new Float64Array(16)
  readonly #world = new Matrix4()
  readonly #vector = new Vector3()
  readonly #centre = new Vector3()
  readonly #shadowX: Float64Array
  readonly #shadowY: Float64Array
  #view: DrawingView = wholeDrawing
  #size = { width: 1, height: 1 }
  #position = 0
  #isMachineShown = false
  /** The user turned the picture. */
  #isTurned = false
  #mmPerPx = 0
  /** How far the upper tools are open. */
  #openMm = 0
  #frame: number | null = null
  #piece: FoldedPiece

  constructor(options: FoldSpaceOptions, context: WebGL2RenderingContext) {
    const { canvas, scene, length, colours, onLost } = options
    this.#options = options
    this.#piece = scene.pieceAt(0)
    this.#renderer = new WebGLRenderer({ canvas, context, antialias: true, alpha: true })
    this.#renderer.setClearColor(new Color(0), 0)
    this.setResolution('full')
    canvas.addEventListener('webglcontextlost', onLost)
    this.#sheet = new SheetObject(scene, length, colours.sheet)
    this.#shadow = new ShadowObject(colours.shadow)
    this.#machine = new MachineObject(scene, length.lengthMm, colours.machine)
    this.#machine.object.visible = false
    const outline = this.#sheet.layout.outline.length
    this.#points = new Float64Array(3 * (2 * outline + 8))
    this.#shadowX = new Float64Array(outline)
    this.#shadowY = new Float64Array(outline)
    this.#space.add(
      new HemisphereLight(0xffffff, 0x9aa2a9, 1.85),
      this.#sun,
      this.#sun.target,
      this.#sheet.object,
      this.#shadow.object,
      this.#machine.object,
    )
    this.resize(canvas.clientWidth, canvas.clientHeight)
  }

  /** `reduced`: one pixel of the picture for each CSS pixel. */
  setResolution(resolution: 'full' | 'reduced'): void {
    this.#renderer.setPixelRatio(resolution === 'full' ? Math.min(2, window.devicePixelRatio) : 1)
    this.#requestFrame()
  }

  showPosition(position: number): void {
    this.#position = position
    this.#requestFrame()
  }

  showMachine(isShown: boolean): void {
    this.#isMachineShown = isShown && this.#options.scene.machineAt !== null
    this.#requestFrame()
  }

  /** The enlarged part of the picture. */
  showView(view: DrawingView): void {
    this.#view = view
    this.#requestFrame()
  }

  /** CSS pixels. */
  resize(width: number, height: number): void {
    this.#size = { width: Math.max(1, width), height: Math.max(1, height) }
    this.#renderer.setSize(this.#size.width, this.#size.height, false)
    this.#camera.aspect = this.#size.width / this.#size.height
    this.#mmPerPx = 0
    if (!this.#isTurned) this.#direction.theta = firstAzimuthRad(this.#camera.aspect)
    this.#requestFrame()
  }

  /** Radians. */
  turn(sideways: number, upwards: number): void {
    this.#isTurned = true
    this.#direction.theta -= sideways
    this.#direction.phi = Math.min(maxPolarRad, Math.max(minPolarRad, this.#direction.phi - upwards))
    this.#requestFrame()
  }

  /** The direction and the size of the first picture. */
  reset(): void {
    this.#isTurned = false
    this.#direction.set(1, firstPolarRad, firstAzimuthRad(this.#camera.aspect))
    this.showView(wholeDrawing)
  }

  dispose(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
    this.#options.canvas.removeEventListener('webglcontextlost', this.#options.onLost)
    for (const part of [this.#sheet, this.#shadow, this.#machine]) part.dispose()
    this.#renderer.dispose()
  }

  #requestFrame(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null
      this.#draw()
    })
  }

  #draw(): void {
    const { scene, length, onFrame } = this.#options
    this.#measureThickness()
    this.#piece = scene.pieceAt(this.#position)
    const { start, end, motion } = this.#piece
    const trueMm = start.section.thicknessMm
    const thicknessMm = Math.max(trueMm, (leastThicknessPx * this.#mmPerPx) / this.#view.scale)
    const grownMm = thicknessMm - trueMm
    this.#sheet.show(this.#piece, thicknessMm)
    writeMatrix(motion, this.#matrix)
    // the lower face lies where it is, and what is drawn thicker grows upwards
    this.#matrix[13] = (this.#matrix[13] ?? 0) + grownMm / 2
    this.#world.fromArray(this.#matrix)
    this.#sheet.object.matrix.copy(this.#world)
    this.#sheet.object.matrixWorldNeedsUpdate = true
    if (this.#isMachineShown && scene.machineAt !== null) {
      const machine = scene.machineAt(this.#position)
      this.#machine.show(machine, grownMm)
      this.#openMm = machine.openMm
    }
    this.#machine.object.visible = this.#isMachineShown
    const lowestMm = this.#collectPoints(end !== start)
    this.#placeCamera()
    this.#castShadow(lowestMm - thicknessMm / 2 - groundBelowMm, length.lengthMm)
    this.#renderer.render(this.#space, this.#camera)
    onFrame(this.#picture())
  }

  /** How many mm a pixel is in the picture of the blank. */
  #measureThickness(): void {
    if (this.#mmPerPx > 0) return
    this.#piece = this.#options.scene.pieceAt(0)
    this.#sheet.show(this.#piece, this.#piece.start.section.thicknessMm)
    writeMatrix(this.#piece.motion, this.#matrix)
    this.#world.fromArray(this.#matrix)
    this.#collectPoints(this.#piece.end !== this.#piece.start)
    this.#placeCamera()
    const half = Math.tan(MathUtils.degToRad(fieldOfViewDeg / 2))
    this.#mmPerPx = (2 * half * this.#fit.distance) / this.#size.height
  }

  /** The corners that must be in view; returns the lowest of the sheet. */
  #collectPoints(isTapered: boolean): number {
    const { layout, start, end } = this.#sheet
    const half = this.#options.length.lengthMm / 2
    let lowest = Infinity
    for (const [index, sample] of layout.outline.entries())
      for (const side of [0, 1]) {
        const samples = side === 1 && isTapered ? end : start
        this.#vector.set(samples.x[sample] ?? 0, samples.y[sample] ?? 0, side === 0 ? -half : half)
        this.#vector.applyMatrix4(this.#world).toArray(this.#points, 3 * (2 * index + side))
        lowest = Math.min(lowest, this.#vector.y)
      }
    const first = 6 * layout.outline.length
    for (let corner = 0; corner < 8; corner += 1) {
      const [x, y, z] = [corner & 1, corner & 2, corner & 4]
      if (this.#isMachineShown)
        this.#vector.set(
          x === 0 ? shownArea.minX * 0.6 : shownArea.maxX * 0.5,
          y === 0 ? shownArea.minY : shownArea.maxY + this.#openMm,
          z === 0 ? -half : nearShare * half,
        )
      this.#vector.toArray(this.#points, first + 3 * corner)
    }
    return lowest
  }

  /** The camera has its direction from the user; the piece fills the picture. */
  #placeCamera(): void {
    const { width, height } = this.#size
    const camera = this.#camera
    camera.position.setFromSpherical(this.#direction)
    camera.up.set(0, 1, 0)
    camera.lookAt(0, 0, 0)
    camera.updateMatrix()
    const { elements } = camera.matrix
    for (let axis = 0; axis < 3; axis += 1) {
      this.#axes.right[axis] = elements[axis] ?? 0
      this.#axes.up[axis] = elements[4 + axis] ?? 0
      this.#axes.back[axis] = elements[8 + axis] ?? 0
    }
    const half = Math.tan(MathUtils.degToRad(fieldOfViewDeg / 2))
    const across = half * camera.aspect
    this.#room.left = freeTangent(marginPx.left, width, across)
    this.#room.right = freeTangent(marginPx.right, width, across)
    this.#room.top = freeTangent(marginPx.top, height, half)
    this.#room.bottom = freeTangent(marginPx.bottom, height, half)
    this.#centrePoints()
    fitView(this.#points, this.#points.length / 3, this.#axes, this.#room satisfies ViewRoom, this.#fit)
    const { right, up, distance } = this.#fit
    for (const [axis, name] of spaceAxes.entries())
      camera.position[name] =
        this.#centre[name] +
        right * (this.#axes.right[axis] ?? 0) +
        up * (this.#axes.up[axis] ?? 0) +
        distance * (this.#axes.back[axis] ?? 0)
    camera.near = distance / 30
    camera.far = distance * 4
    const { scale, x, y } = this.#view
    if (scale === 1) camera.clearViewOffset()
    else camera.setViewOffset(width, height, -x / scale, -y / scale, width / scale, height / scale)
    camera.updateProjectionMatrix()
    camera.updateMatrixWorld()
    // the light comes over the left shoulder of the one who looks
    this.#vector.set(-0.75, 1.15, 1).transformDirection(camera.matrixWorld)
    this.#vector.y = Math.abs(this.#vector.y) + 0.35
    this.#sun.target.position.copy(this.#centre)
    this.#sun.position.copy(this.#centre).add(this.#vector)
  }

  /** Makes the points relative to their middle. */
  #centrePoints(): void {
    const points = this.#points
    for (const [axis, name] of spaceAxes.entries()) {
      let [least, most] = [Infinity, -Infinity]
      for (let point = axis; point < points.length; point += 3) {
        least = Math.min(least, points[point] ?? 0)
        most = Math.max(most, points[point] ?? 0)
      }
      this.#centre[name] = (least + most) / 2
      for (let point = axis; point < points.length; point += 3)
        points[point] = (points[point] ?? 0) - this.#centre[name]
    }
  }

  #castShadow(groundY: number, lengthMm: number): void {
    const { layout, start } = this.#sheet
    const { flip, halfTurn, centreX, centreY, isEndForEnd } = this.#piece.motion
    const [cos, sin] = [Math.cos(flip), Math.sin(flip)]
    for (const [index, sample] of layout.outline.entries()) {
      const x = (isEndForEnd ? -1 : 1) * (start.x[sample] ?? 0) - centreX
      const y = (start.y[sample] ?? 0) - centreY
      // about the axis of the half turn
      this.#shadowX[index] = x * cos - y * sin
      this.#shadowY[index] = centreY + x * sin + y * cos
    }
    this.#shadow.show(this.#shadowX, this.#shadowY, layout.outline.length, groundY, lengthMm)
    this.#shadow.object.position.x = centreX
    this.#shadow.object.rotation.y = halfTurn
    // in the machine there is no ground, and from below it would cover the piece
    this.#shadow.object.visible = !this.#isMachineShown && this.#camera.position.y > groundY
  }

  #picture(): FoldPicture {
    const { layout } = this.#sheet
    const half = this.#options.length.lengthMm / 2
    // the end that is nearer to the camera
    const { elements } = this.#world
    const towards = this.#vector.copy(this.#camera.position).sub(this.#centre)
    const endZ = (elements[10] ?? 1) * towards.z + (elements[8] ?? 0) * towards.x >= 0 ? half : -half
    const isTapered = this.#piece.end !== this.#piece.start
    const samples = isTapered && endZ > 0 ? this.#sheet.end : this.#sheet.start
    const { width, height } = this.#size
    const project = (x: number, y: number, z: number): Vector3 => {
      this.#vector.set(x, y, z).applyMatrix4(this.#world).project(this.#camera)
      return this.#vector.set(((this.#vector.x + 1) / 2) * width, ((1 - this.#vector.y) / 2) * height, 0)
    }
    const placeAt = (sample: number, z: number, outX: number, outY: number, place: BendPlace): void => {
      const [x, y] = [samples.x[sample] ?? 0, samples.y[sample] ?? 0]
      const beside = project(x + outX * this.#mmPerPx * 40, y + outY * this.#mmPerPx * 40, z)
      const [besideX, besideY] = [beside.x, beside.y]
      const on = project(x, y, z)
      place.x = on.x
      place.y = on.y
      place.outX = besideX - on.x
      place.outY = besideY - on.y
    }
    return {
      position: this.#position,
      piece: this.#piece,
      bendPlace: (bend, place) => {
        const sample = layout.middles[bend] ?? 0
        placeAt(sample, endZ, samples.toAX[sample] ?? 0, samples.toAY[sample] ?? 0, place)
      },
      lengthPlace: (place) => {
        const last = samples.x.length - 1
        const sample = this.#depthOf(0) < this.#depthOf(last) ? 0 : last
        const side = sample === 0 ? -1 : 1
        placeAt(sample, 0, -side * (samples.toAY[sample] ?? 0), side * (samples.toAX[sample] ?? 0), place)
      },
    }
  }

  /** How far an edge of the sheet is from the camera, at the middle of its length. */
  #depthOf(sample: number): number {
    const { start } = this.#sheet
    this.#vector.set(start.x[sample] ?? 0, start.y[sample] ?? 0, 0).applyMatrix4(this.#world)
    return this.#vector.distanceTo(this.#camera.position)
  }
}

const spaceAxes = ['x', 'y', 'z'] as const
