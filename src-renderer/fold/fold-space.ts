// The folded piece in three dimensions, by WebGL: drawn anew only when something has changed. All of three.js that the screen has
// is here, and this file is fetched when the view is opened.
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

export interface FoldColours {
  ground: string
  sheet: string
  colourSide: string
  edge: string
}

export interface FoldSpace {
  show: (mesh: FoldMesh) => void
  /** CSS pixels. */
  resize: (width: number, height: number) => void
  /** Radians. */
  turn: (sideways: number, upwards: number) => void
  /** More than 1 comes closer. */
  closer: (factor: number) => void
  end: () => void
}

export type ColouredFace = 'faceA' | 'faceB' | null

const sharpDeg = 35
/** From top to bottom, or from side to side where that is less. */
const seenDeg = 35
/** Radians from straight above, at the most and the least. */
const steepest = 0.15
const flattest = Math.PI - 0.15

/**
 * `radiusMm`: of what will be shown, to stand well away from it. Null where this screen cannot draw in three dimensions; `onLost` when it
 * can no longer.
 */
export function openFoldSpace(
  canvas: HTMLCanvasElement,
  radiusMm: number,
  coloured: ColouredFace,
  colours: FoldColours,
  onLost: () => void,
): FoldSpace | null {
  const context = canvas.getContext('webgl2', { antialias: true })
  if (context === null) return null
  const renderer = new WebGLRenderer({ canvas, context, antialias: true })
  renderer.setPixelRatio(Math.min(2, window.devicePixelRatio))
  canvas.addEventListener('webglcontextlost', onLost)

  const scene = new Scene()
  scene.background = new Color(colours.ground)
  scene.add(new HemisphereLight(0xffffff, 0x8a8f94, 2.2))
  const sun = new DirectionalLight(0xffffff, 1.6)
  sun.position.set(0.4, 1, 0.7)
  scene.add(sun)
  const camera = new PerspectiveCamera(seenDeg, 1, radiusMm / 50, radiusMm * 30)
  // from where a ball about all of it is seen whole
  const place = new Spherical(radiusMm / Math.sin(MathUtils.degToRad(seenDeg / 2)), 1.05, 0.75)

  const parts = (['faceA', 'faceB', 'rim'] as const).map((name) => {
    const material = new MeshStandardMaterial({
      color: name === coloured ? colours.colourSide : colours.sheet,
      metalness: 0.15,
      roughness: 0.6,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    })
    const mesh = new Mesh(new BufferGeometry(), material)
    scene.add(mesh)
    return { name, mesh, material }
  })
  const ink = new LineBasicMaterial({ color: colours.edge })
  const edges = new LineSegments(new BufferGeometry(), ink)
  scene.add(edges)

  let frame: number | null = null
  const draw = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = null
      camera.position.setFromSpherical(place)
      camera.lookAt(new Vector3(0, 0, 0))
      renderer.render(scene, camera)
    })
  }
  const resize = (width: number, height: number): void => {
    renderer.setSize(width, height, false)
    camera.aspect = width / Math.max(1, height)
    const half = Math.tan(MathUtils.degToRad(seenDeg / 2)) / Math.min(1, camera.aspect)
    camera.fov = MathUtils.radToDeg(2 * Math.atan(half))
    camera.updateProjectionMatrix()
    draw()
  }
  resize(canvas.clientWidth, canvas.clientHeight)
  return {
    show: (shown) => {
      for (const { name, mesh } of parts) {
        mesh.geometry.dispose()
        mesh.geometry = geometryOf(shown[name])
      }
      const rim = geometryOf(shown.rim)
      edges.geometry.dispose()
      edges.geometry = new EdgesGeometry(rim, sharpDeg)
      rim.dispose()
      draw()
    },
    resize,
    turn: (sideways, upwards) => {
      place.theta -= sideways
      place.phi = Math.min(flattest, Math.max(steepest, place.phi - upwards))
      draw()
    },
    closer: (factor) => {
      place.radius = Math.min(radiusMm * 12, Math.max(radiusMm * 1.05, place.radius / factor))
      draw()
    },
    end: () => {
      if (frame !== null) cancelAnimationFrame(frame)
      canvas.removeEventListener('webglcontextlost', onLost)
      for (const { mesh, material } of parts) {
        mesh.geometry.dispose()
        material.dispose()
      }
      edges.geometry.dispose()
      ink.dispose()
      renderer.dispose()
    },
  }
}

function geometryOf({ positions, normals, corners }: Surface): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(positions, 3))
  geometry.setAttribute('normal', new BufferAttribute(normals, 3))
  geometry.setIndex(new BufferAttribute(corners, 1))
  return geometry
}
