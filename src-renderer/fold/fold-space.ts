// Draws the folded piece in three dimensions with WebGL. Renders a frame only after a change. Only this file imports three.js, and it is
// fetched when the view is opened.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  MathUtils,
  EdgesGeometry,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  Spherical,
  Vector3,
  WebGLRenderer,
} from 'three'
import type { FoldMesh, Surface } from './fold-mesh.ts'

interface FoldColours {
  ground: string
  sheet: string
  colourSide: string
  edge: string
}

export type ColouredFace = 'faceA' | 'faceB' | null

export interface FoldSpaceOptions {
  canvas: HTMLCanvasElement
  /** The radius of a sphere around every stage. */
  radiusMm: number
  coloured: ColouredFace
  colours: FoldColours
  /** WebGL is no longer available. */
  onLost: () => void
}

const edgeAngleDeg = 35
/** The angle of view, vertical, or horizontal in a canvas that is higher than wide. */
const fieldOfViewDeg = 35
/** The smallest and greatest angle of the camera from straight above, in radians. */
const minPolarRad = 0.15
const maxPolarRad = Math.PI - 0.15

/** Null: this computer has no WebGL 2. */
export function openFoldSpace(options: FoldSpaceOptions): FoldSpace | null {
  const context = options.canvas.getContext('webgl2', { antialias: true })
  return context === null ? null : new FoldSpace(options, context)
}

const faces = ['faceA', 'faceB', 'rim'] as const

export class FoldSpace {
  readonly #canvas: HTMLCanvasElement
  readonly #onLost: () => void
  readonly #radiusMm: number
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera: PerspectiveCamera
  /** The camera's position: the whole sphere is visible. */
  readonly #position: Spherical
  readonly #parts: readonly { name: (typeof faces)[number]; mesh: Mesh; material: MeshStandardMaterial }[]
  readonly #edgeMaterial: LineBasicMaterial
  readonly #edges: LineSegments
  #frame: number | null = null

  constructor({ canvas, radiusMm, coloured, colours, onLost }: FoldSpaceOptions, context: WebGL2RenderingContext) {
    this.#canvas = canvas
    this.#onLost = onLost
    this.#radiusMm = radiusMm
    this.#renderer = new WebGLRenderer({ canvas, context, antialias: true })
    this.#renderer.setPixelRatio(Math.min(2, window.devicePixelRatio))
    canvas.addEventListener('webglcontextlost', onLost)
    this.#scene.background = new Color(colours.ground)
    this.#scene.add(new HemisphereLight(0xffffff, 0x8a8f94, 2.2))
    const sun = new DirectionalLight(0xffffff, 1.6)
    sun.position.set(0.4, 1, 0.7)
    this.#scene.add(sun)
    this.#camera = new PerspectiveCamera(fieldOfViewDeg, 1, radiusMm / 50, radiusMm * 30)
    this.#position = new Spherical(radiusMm / Math.sin(MathUtils.degToRad(fieldOfViewDeg / 2)), 1.05, 0.75)
    this.#parts = faces.map((name) => {
      const material = faceMaterial(name === coloured ? colours.colourSide : colours.sheet)
      return { name, mesh: new Mesh(new BufferGeometry(), material), material }
    })
    this.#edgeMaterial = new LineBasicMaterial({ color: colours.edge })
    this.#edges = new LineSegments(new BufferGeometry(), this.#edgeMaterial)
    this.#scene.add(...this.#parts.map(({ mesh }) => mesh), this.#edges)
    this.resize(canvas.clientWidth, canvas.clientHeight)
  }

  show(foldMesh: FoldMesh): void {
    for (const { name, mesh } of this.#parts) {
      mesh.geometry.dispose()
      mesh.geometry = geometryOf(foldMesh[name])
    }
    const rim = geometryOf(foldMesh.rim)
    this.#edges.geometry.dispose()
    this.#edges.geometry = new EdgesGeometry(rim, edgeAngleDeg)
    rim.dispose()
    this.#requestFrame()
  }

  /** CSS pixels. */
  resize(width: number, height: number): void {
    this.#renderer.setSize(width, height, false)
    this.#camera.aspect = width / Math.max(1, height)
    const half = Math.tan(MathUtils.degToRad(fieldOfViewDeg / 2)) / Math.min(1, this.#camera.aspect)
    this.#camera.fov = MathUtils.radToDeg(2 * Math.atan(half))
    this.#camera.updateProjectionMatrix()
    this.#requestFrame()
  }

  /** Radians. */
  turn(sideways: number, upwards: number): void {
    this.#position.theta -= sideways
    this.#position.phi = Math.min(maxPolarRad, Math.max(minPolarRad, this.#position.phi - upwards))
    this.#requestFrame()
  }

  /** A factor above 1 moves the camera closer. */
  zoomBy(factor: number): void {
    const nearest = this.#radiusMm * 1.05
    this.#position.radius = Math.min(this.#radiusMm * 12, Math.max(nearest, this.#position.radius / factor))
    this.#requestFrame()
  }

  dispose(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
    this.#canvas.removeEventListener('webglcontextlost', this.#onLost)
    for (const { mesh, material } of this.#parts) {
      mesh.geometry.dispose()
      material.dispose()
    }
    this.#edges.geometry.dispose()
    this.#edgeMaterial.dispose()
    this.#renderer.dispose()
  }

  #requestFrame(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null
      this.#camera.position.setFromSpherical(this.#position)
      this.#camera.lookAt(new Vector3(0, 0, 0))
      this.#renderer.render(this.#scene, this.#camera)
    })
  }
}

const faceMaterial = (color: string): MeshStandardMaterial =>
  new MeshStandardMaterial({
    color,
    metalness: 0.15,
    roughness: 0.6,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  })

function geometryOf({ positions, normals, corners }: Surface): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(positions, 3))
  geometry.setAttribute('normal', new BufferAttribute(normals, 3))
  geometry.setIndex(new BufferAttribute(corners, 1))
  return geometry
}
