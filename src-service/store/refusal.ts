// The error for a request of the administration that cannot be carried out. Nothing has been changed.

export type RefusalCode = 'invalid' | 'not_found' | 'too_many' | 'invalid_transition' | 'live_workshop'

export class Refusal extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}
