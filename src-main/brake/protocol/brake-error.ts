// The error of a controller, or of a call that must not reach it. Pure.
import type { ControllerFaultCode } from '../../../shared/station-api/index.ts'

/** The only error with which a call of a driver rejects. */
export class BrakeError extends Error {
  readonly code: ControllerFaultCode
  /**
   * The address of the register, counted from 0 as in the frame. For `wrong_unit` it is the unit that answered. For `mismatch` it is the
   * address of the first difference. Undefined: no register is involved.
   */
  readonly address: number | undefined

  constructor(code: ControllerFaultCode, message: string, address?: number) {
    super(message)
    this.name = 'BrakeError'
    this.code = code
    this.address = address
  }
}
