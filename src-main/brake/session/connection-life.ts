// One connection from its opening to its end, and the errors that end it. Pure.
import { BrakeError } from '../drivers/index.ts'
import type { Driver } from '../drivers/index.ts'
import { ConnectionError } from '../transport/index.ts'
import type { ConnectionEnd } from '../transport/index.ts'

export interface ConnectedDriver {
  readonly driver: Driver
  /** Resolves once, when its connection ends. */
  readonly ended: Promise<ConnectionEnd>
}

/** Times are of the monotonic clock. */
export interface ConnectionLife {
  answeredAtMs: number
  /** The start of the long call under way, such as reading a program back over a slow connection; it is not a silence. Null: none is under way. */
  busySinceMs: number | null
  readonly over: AbortSignal
  end: ConnectionEnd | null
}

/** Whether the error ends the connection, so that only a new one helps. */
export const endsConnection = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof BrakeError && error.code === 'line_ended')

/** "the controller has another program: …" with the first difference. */
export function describeOtherProgram(differences: readonly { field: string; sent: string; read: string }[]): string {
  const [first] = differences
  return first === undefined
    ? 'the controller has another program'
    : `the controller has another program: ${first.field} was sent as ${first.sent} and was read as ${first.read}`
}
