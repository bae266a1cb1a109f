// The events of the link to a brake, and the state that follows from them. Types only.
import type { BrakeFaultCode, BrakeState } from '../../../shared/station-api/index.ts'
import type { Alarm } from '../drivers/index.ts'

export interface BrakeFault {
  readonly code: BrakeFaultCode
  /** One English sentence with the figures. */
  readonly message: string
  readonly address: number | null
  /** Milliseconds since 1970. */
  readonly atMs: number
}

/** What one poll of the controller has read. */
interface PolledState {
  /** Milliseconds since 1970. */
  readonly readAtMs: number
  /** Null: the controller does not report it. */
  readonly running: boolean | null
  readonly safe: boolean | null
  /** The step of the loaded program that comes next or is made, from 1. */
  readonly step: number | null
  readonly counter: number | null
}

/** The program that this station sent and read back. */
export interface LoadedProgram {
  readonly programId: string
  /** Pieces that the controller counted for it. */
  readonly counted: number
  /** No piece is counted until a person confirms that the brake still has this job. */
  readonly waits: boolean
  /** Pieces made while it waits; null: none, or not known. */
  readonly uncounted: number | null
}

interface Sending {
  readonly programId: string
  readonly phase: 'sending' | 'reading_back'
}

export interface LinkState {
  readonly state: BrakeState
  /** A fault of the connection or of a poll. The next successful poll clears it. */
  readonly connectionFault: BrakeFault | null
  /** A fault of a program or of its count. It stays until a person acts. */
  readonly workFault: BrakeFault | null
  readonly identity: string | null
  readonly loaded: LoadedProgram | null
  readonly sending: Sending | null
  /** Null: not known now. A value that is too old is never shown here. */
  readonly polled: PolledState | null
  readonly alarms: readonly Alarm[]
}

export type BrakeEvent =
  | { readonly kind: 'connection_opened' }
  /** It did not open, it ended, or it was given up after a long silence. */
  | { readonly kind: 'connection_lost'; readonly fault: BrakeFault }
  | { readonly kind: 'identified'; readonly identity: string }
  /** `fault`: a part of the poll failed, the rest was read. */
  | {
      readonly kind: 'polled'
      readonly polled: PolledState
      readonly alarms: readonly Alarm[]
      readonly fault: BrakeFault | null
    }
  /** A whole poll failed, or returned an impossible value. */
  | { readonly kind: 'poll_failed'; readonly fault: BrakeFault }
  /** The last poll is too old, and the controller is busy with a long answer. */
  | { readonly kind: 'expired' }
  /** The last poll is too old, and nothing is under way. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'upload_started'; readonly programId: string }
  | { readonly kind: 'reading_back' }
  | { readonly kind: 'verified'; readonly programId: string }
  | { readonly kind: 'upload_failed'; readonly fault: BrakeFault }
  | { readonly kind: 'counted'; readonly counted: number }
  /** The counter is implausible, or the sheet takes no pieces now. `waits`: a person must decide how the job continues. */
  | { readonly kind: 'not_counted'; readonly fault: BrakeFault; readonly waits: boolean }
  /** The counter is plausible again, or the sheet takes pieces again. */
  | { readonly kind: 'counting_again' }
  /** Pieces were made while the job waits for a person. */
  | { readonly kind: 'made_while_waiting'; readonly uncounted: number | null }
  | { readonly kind: 'resumed' }
  /** The program in the controller differs from the one that was sent. */
  | { readonly kind: 'program_replaced'; readonly fault: BrakeFault }
  | { readonly kind: 'released' }
export type BrakeEventKind = BrakeEvent['kind']
