// What can happen to the link to a brake, and what is known of it at a moment. Types alone.
import type { BrakeFaultCode, BrakeState } from '../../../shared/station-api/index.ts'
import type { Alarm } from '../drivers/driver.ts'

export interface Fault {
  readonly code: BrakeFaultCode
  /** One English sentence with the figures. */
  readonly message: string
  readonly address: number | null
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface Heard {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Null: the controller does not tell. */
  readonly running: boolean | null
  readonly safe: boolean | null
  readonly counter: number | null
}

/** What was sent from here and read back. */
export interface Loaded {
  readonly programId: string
  /** Pieces that the controller counted for it. */
  readonly counted: number
  /** Nothing is counted until a person says that the brake still has this job. */
  readonly waits: boolean
  /** What the controller made since, while it waits; null: not known, or nothing. */
  readonly uncounted: number | null
}

export interface Sending {
  readonly programId: string
  readonly phase: 'sending' | 'reading_back'
}

export interface LinkState {
  readonly state: BrakeState
  /** Of the line and its answers: over as soon as the controller is heard again. */
  readonly lineFault: Fault | null
  /** Of what was sent and counted: stays until a person acts. */
  readonly workFault: Fault | null
  readonly identity: string | null
  readonly loaded: Loaded | null
  readonly sending: Sending | null
  /** Null: not known now. Nothing old ever stands here. */
  readonly now: Heard | null
  readonly alarms: readonly Alarm[]
}

export type Happening =
  | { readonly kind: 'line_opened' }
  /** It would not open, ended, or gave no sign of life for so long that it is given up. */
  | { readonly kind: 'line_lost'; readonly fault: Fault }
  | { readonly kind: 'identified'; readonly identity: string }
  /** `fault`: what of it could not be read all the same. */
  | {
      readonly kind: 'heard'
      readonly heard: Heard
      readonly alarms: readonly Alarm[]
      readonly fault: Fault | null
    }
  /** One reading failed, or said what cannot be. */
  | { readonly kind: 'unheard'; readonly fault: Fault }
  /** What was heard is older than what is known may be, and the controller is at a long answer. */
  | { readonly kind: 'too_old' }
  /** Nothing was heard for longer than what is known may be old. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'sending_begun'; readonly programId: string }
  | { readonly kind: 'reading_back' }
  | { readonly kind: 'verified'; readonly programId: string }
  | { readonly kind: 'sending_failed'; readonly fault: Fault }
  | { readonly kind: 'counted'; readonly counted: number }
  /** The counter says what cannot be, or the sheet takes no pieces now; `waits`: a person must say how it goes on. */
  | { readonly kind: 'not_counted'; readonly fault: Fault; readonly waits: boolean }
  /** The counter is understood again, or the sheet takes pieces again. */
  | { readonly kind: 'counting_again' }
  | { readonly kind: 'missed'; readonly uncounted: number | null }
  | { readonly kind: 'resumed' }
  /** The controller holds another program than what was sent. */
  | { readonly kind: 'program_lost'; readonly fault: Fault }
  | { readonly kind: 'let_go' }
export type HappeningKind = Happening['kind']
