// What a simulation ends with when something came to be that must never be. Pure.
export class Broken extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Broken'
  }
}
