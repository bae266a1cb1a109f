// Every way in which a controller, or what we ask of it, says no. Pure.

export const brakeErrorCodes = [
  /** Nothing came within the time that the controller is given. */
  'no_answer',
  /** Another unit answered: `address` is the unit. */
  'wrong_unit',
  /** What came is no frame of this protocol: noise, another parity or speed, another protocol. */
  'bad_frame',
  /** The controller said no: a Modbus exception, or its words. */
  'refused',
  /** The safe state was not read, or what was read is not safe: nothing was sent. */
  'not_safe',
  /** A value outside what the map allows, to be written or as it was read. */
  'out_of_range',
  /** This controller's file declares no safe state, so that nothing is ever written. */
  'read_only',
  /** A register reads as no number. */
  'not_a_number',
  /** What was read back is not what was sent. */
  'mismatch',
  /** The machine runs: nothing was sent. */
  'running',
  /** The caller called it off. */
  'cancelled',
  /** The line ended meanwhile; it says itself why. */
  'line_ended',
] as const
export type BrakeErrorCode = (typeof brakeErrorCodes)[number]

/** Every call of a driver rejects with this and with nothing else. */
export class BrakeError extends Error {
  readonly code: BrakeErrorCode
  /** Of the register, or the unit; as the frame has it, from 0. */
  readonly address: number | undefined

  constructor(code: BrakeErrorCode, message: string, address?: number) {
    super(message)
    this.name = 'BrakeError'
    this.code = code
    this.address = address
  }
}
