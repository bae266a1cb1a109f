// What every driver of a controller can be asked, whatever it speaks. Types; every call rejects with a BrakeError and with nothing else.
import type { BrakeProgram } from '../program/program.ts'

export { BrakeError, brakeErrorCodes, type BrakeErrorCode } from '../protocol/brake-error.ts'

/** Who answers. Nothing in it is asked of a person, and nothing in it proves that it is the right machine. */
export interface Identity {
  /** The controller's file's own name. */
  readonly controller: string
  /** "unit 1", or what the controller says of itself. */
  readonly answeredAs: string
}

/** What can be done with this controller by its file, known without asking it. */
export interface Capabilities {
  readonly upload: boolean
  /** Why not, in the file's terms; null where it can. */
  readonly readOnlyBecause: 'no_safe_register' | 'no_program' | null
  /** The table's room. */
  readonly greatestSteps: number
  readonly readBack: boolean
  /** Null: it counts nothing that can be read. */
  readonly counts: 'pieces' | 'strokes' | null
  readonly status: boolean
  readonly alarms: boolean
  /** Until the file was commissioned on a machine of this workshop. */
  readonly unverified: boolean
}

export interface Difference {
  /** Of the first register that differs, or the line of the text, from 1. */
  readonly address: number
  /** From 1; null where it belongs to no step. */
  readonly stepNo: number | null
  readonly field: string
  readonly sent: string
  readonly read: string
}

export interface ReadBack {
  /** The controller holds what was sent: no difference. */
  readonly same: boolean
  readonly differences: readonly Difference[]
}

export interface BrakeStatus {
  /** Null: the controller does not tell. */
  readonly safe: boolean | null
  readonly running: boolean | null
}

export interface CounterReading {
  /** As the register has it: it only counts up, until somebody resets it. */
  readonly value: number
  readonly counts: 'pieces' | 'strokes'
  /** Strokes that make one piece; 1 where pieces are counted; null: one for each step of the program. */
  readonly strokesPerPiece: number | null
  readonly address: number
  /** What it reads last before it goes on at 0; null: not known. */
  readonly greatest: number | null
  /** What it read before, by this driver, where it reads less now: reset, or wrong. Never to be counted. */
  readonly jumpedBackFrom: number | null
}

export interface Alarm {
  readonly code: number
  /** The file's words for it, or null. */
  readonly text: string | null
  readonly address: number
}

/**
 * One controller on one line. Calls are answered one after the other, in their order. After `line_ended` it is dead: a new line
 * and a new driver are made.
 */
export interface Driver {
  readonly capabilities: Capabilities
  /** Reads what the file says can be read, and writes nothing. */
  readonly probe: () => Promise<Identity>
  /**
   * Writes the program and asks the controller to load it; never starts anything. Before each frame the safe state is read, and
   * the machine must not run: 'not_safe', 'running'. Aborted or failed in the midst, the controller was not asked to load.
   */
  readonly upload: (program: BrakeProgram, signal: AbortSignal) => Promise<void>
  /** Reads the whole program back and holds it against the given one. A difference is no error. */
  readonly verify: (program: BrakeProgram) => Promise<ReadBack>
  readonly status: () => Promise<BrakeStatus>
  readonly counter: () => Promise<CounterReading>
  /** Those that are raised now. */
  readonly alarms: () => Promise<readonly Alarm[]>
  /** Closes the line; calls that wait reject with 'line_ended'. Never rejects. */
  readonly close: () => Promise<void>
}
