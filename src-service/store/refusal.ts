// What the workshop's own side is told when it asks for something that cannot be done. Nothing has been changed then.

export type RefusalCode = 'invalid' | 'not_found' | 'too_many' | 'invalid_transition' | 'live_workshop'

export class Refusal extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}
