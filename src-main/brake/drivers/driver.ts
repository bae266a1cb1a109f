// The interface of every driver of a controller, independent of its protocol. Every call rejects only with a BrakeError. Types only.
import type { StepFieldName } from '../maps/index.ts'
import type { BrakeProgram } from '../program/index.ts'

export { BrakeError } from '../protocol/index.ts'

/** Which controller answers. It does not prove that the controller belongs to the right machine. */
interface Identity {
  /** The name in the controller's file. */
  readonly controller: string
  /** "unit 1", the controller's own answer, or that it was not asked. */
  readonly answeredAs: string
}

/** What the controller can do according to its file. It is known without a connection. */
export interface Capabilities {
  readonly upload: boolean
  /** Why nothing can be uploaded: the part that the file lacks. Null: programs can be uploaded. */
  readonly readOnlyBecause: 'no_safe_register' | 'no_program' | null
  /** The number of steps in the controller's table. */
  readonly greatestSteps: number
  /** The fields of a step that the controller takes. */
  readonly stepFields: readonly StepFieldName[]
  readonly readBack: boolean
  /** Null: it has no counter that can be read. */
  readonly counts: 'pieces' | 'strokes' | null
  readonly status: boolean
  readonly alarms: boolean
  /** True until the file has been commissioned on a machine of this workshop. */
  readonly unverified: boolean
}

export interface Difference {
  /** The address of the first register that differs, or the number of the first line of text, counted from 1. */
  readonly address: number
  /** Counted from 1; null if it does not belong to a step. */
  readonly stepNo: number | null
  readonly field: string
  readonly sent: string
  readonly read: string
}

export interface ReadBack {
  /** The controller has the program that was sent: there are no differences. */
  readonly same: boolean
  readonly differences: readonly Difference[]
}

export interface BrakeStatus {
  /** Null: the controller does not report it. */
  readonly safe: boolean | null
  readonly running: boolean | null
  /** The step of the loaded program that comes next or is made, from 1. */
  readonly step: number | null
}

export interface CounterReading {
  /** The register's value. It only increases until somebody resets it. */
  readonly value: number
  readonly counts: 'pieces' | 'strokes'
  /** The strokes of one piece; 1 if the counter counts pieces; null: one for each step of the program. */
  readonly strokesPerPiece: number | null
  /** The address of its register; null where the controller answers in text. */
  readonly address: number | null
  /** The last value before the counter rolls over to 0; null: not known. */
  readonly greatest: number | null
  /** The previous value that this driver read, if the counter is lower now: it was reset, or it is wrong. Never count from it. Null: it is not lower. */
  readonly jumpedBackFrom: number | null
}

export interface Alarm {
  readonly code: number
  /** The text in the controller's file, or null. */
  readonly text: string | null
  /** The address of its register; null where the controller answers in text. */
  readonly address: number | null
}

/**
 * One controller on one connection. Calls are answered one after the other, in their order. After `line_ended` the driver cannot be
 * used any more: the caller opens a new connection with a new driver.
 */
export interface Driver {
  readonly capabilities: Capabilities
  /** Reads what the file declares as readable. Writes nothing. */
  readonly probe: () => Promise<Identity>
  /**
   * Writes the program and makes the controller load it; never starts a movement. Before each frame it reads the safe state; rejects
   * with 'not_safe', or with 'running' if the machine runs. If the upload is aborted or fails, the controller does not load anything.
   */
  readonly upload: (program: BrakeProgram, signal: AbortSignal) => Promise<void>
  /** Reads the whole program back and compares it with the given one. A difference is not an error. */
  readonly verify: (program: BrakeProgram) => Promise<ReadBack>
  readonly status: () => Promise<BrakeStatus>
  readonly counter: () => Promise<CounterReading>
  /** The active alarms. */
  readonly alarms: () => Promise<readonly Alarm[]>
  /** Closes the connection; pending calls reject with 'line_ended'. Never rejects. */
  readonly close: () => Promise<void>
}
