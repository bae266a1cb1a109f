// The soft shadow on the ground below the piece.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh, MeshBasicMaterial } from 'three'
import { softShadow, writeShadow } from '../scene/index.ts'

export class ShadowObject {
  readonly object: Mesh
  readonly #shadow = softShadow()
  readonly #positions: Float32Array
  readonly #colours: Float32Array
  readonly #geometry = new BufferGeometry()
  readonly #material = new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false })
  readonly #strength: number

  /** `strength`: the opacity of the darkest place. */
  constructor(strength: number) {
    const { darkness, corners } = this.#shadow
    this.#strength = strength
    this.#positions = new Float32Array(3 * darkness.length)
    this.#colours = new Float32Array(4 * darkness.length)
    this.#geometry.setAttribute('position', new BufferAttribute(this.#positions, 3).setUsage(DynamicDrawUsage))
    this.#geometry.setAttribute('color', new BufferAttribute(this.#colours, 4).setUsage(DynamicDrawUsage))
    this.#geometry.setIndex(new BufferAttribute(corners, 1))
    this.object = new Mesh(this.#geometry, this.#material)
    this.object.frustumCulled = false
    this.object.renderOrder = -1
  }

  /** Shows the shadow of a section with these points, on the ground at `groundY`. */
  show(xs: Float64Array, ys: Float64Array, count: number, groundY: number, lengthMm: number): void {
    const { places, darkness } = this.#shadow
    writeShadow(this.#shadow, xs, ys, count, groundY, lengthMm)
    for (let point = 0; point < darkness.length; point += 1) {
      this.#positions[3 * point] = places[2 * point] ?? 0
      this.#positions[3 * point + 1] = groundY
      this.#positions[3 * point + 2] = places[2 * point + 1] ?? 0
      this.#colours[4 * point + 3] = this.#strength * (darkness[point] ?? 0)
    }
    for (const name of ['position', 'color']) this.#geometry.getAttribute(name).needsUpdate = true
  }

  dispose(): void {
    this.#geometry.dispose()
    this.#material.dispose()
  }
}
