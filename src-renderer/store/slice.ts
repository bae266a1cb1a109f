// One observable value of the screen's store. Pure.
import { Emitter } from '../../shared/base/emitter.ts'

/** What a component reads and follows. */
export interface ReadonlySlice<Value> {
  readonly value: Value
  readonly subscribe: (listener: () => void) => () => void
}

/** Notifies its listeners of each change. Setting the same value is not a change. */
export class Slice<Value> implements ReadonlySlice<Value> {
  readonly #changes = new Emitter<undefined>((error) => console.error(error))
  #value: Value

  constructor(value: Value) {
    this.#value = value
  }

  get value(): Value {
    return this.#value
  }

  set(value: Value): void {
    if (Object.is(value, this.#value)) return
    this.#value = value
    this.#changes.emit(undefined)
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#changes.subscribe(listener)
}
