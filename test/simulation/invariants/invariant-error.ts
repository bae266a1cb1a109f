// The error that ends a simulation when an invariant is broken. Pure.
export class InvariantError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Broken'
  }
}
