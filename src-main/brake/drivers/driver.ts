// What every driver of a controller can be asked, and every way in which it says no. Types and one error.
import type { BrakeProgram } from '../program/program.ts'

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
