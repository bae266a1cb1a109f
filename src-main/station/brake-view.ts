// The link to the brake as screens see it. Pure: reads what it is handed.
import type { BrakeFault, BrakeReadOnly, BrakeView } from '../../shared/station-api/index.ts'
import type { Capabilities } from '../brake/drivers/driver.ts'
import type { Fault, KeptJob, LinkState } from '../brake/session/index.ts'
import type { SentProgram, Work } from '../outbox/index.ts'
import type { Commission } from './brake-commissions.ts'

export interface BrakeViewSources {
  readonly link: { readonly uri: string; readonly driver: string; readonly map: string | null }
  readonly commission: Commission | null
  readonly state: LinkState
  readonly capabilities: Capabilities | null
  readonly job: KeptJob | null
  /** As it was kept when it was sent: the one that is loaded, or is being sent. */
  readonly sent: SentProgram | null
  readonly by: string | null
  /** Of the sheet that is loaded; null: the store no longer has it. */
  readonly work: Work | null
}

export function brakeView(sources: BrakeViewSources): BrakeView {
  const { link, commission, state, capabilities, sent } = sources
  const { loaded, sending, now, alarms, lineFault, workFault } = state
  return {
    link: { ...link, commissioned: commission === null ? null : { by: commission.by, at: commission.at } },
    state: state.state,
    fault: faultView(lineFault ?? workFault),
    identity: state.identity,
    readOnly: readOnlyBecause(capabilities, commission !== null),
    upload:
      sending === null || sent === null
        ? null
        : { sheetId: sent.sheetId, pieceNo: sent.pieceNo, steps: stepsOf(sent), phase: sending.phase },
    loaded: loaded === null ? null : loadedView(sources, loaded),
    now:
      now === null
        ? null
        : {
            at: instantOf(now.at),
            running: now.running,
            safe: now.safe,
            counter: now.counter,
            counts: capabilities?.counts ?? null,
          },
    alarms: alarms.map(({ code, text }) => ({ code, text: text ?? '' })),
  }
}

/** Null: programs may be sent. Also where nothing is known of the controller yet: then nothing can be. */
export function readOnlyBecause(can: Capabilities | null, isProven: boolean): BrakeReadOnly | null {
  if (can?.readOnlyBecause === 'no_safe_register') return 'no_safe_register'
  if (can?.readOnlyBecause === 'no_program') return 'no_program_layout'
  return isProven ? null : 'not_commissioned'
}

export const faultView = (fault: Fault | null): BrakeFault | null => fault && { ...fault, at: instantOf(fault.at) }

function loadedView(
  { job, sent, by, work }: BrakeViewSources,
  loaded: NonNullable<LinkState['loaded']>,
): BrakeView['loaded'] {
  if (job === null || sent === null) return null
  const { sheetId, drawingVersion, pieceNo, hand, version, steps } = job.program
  const piece = work?.pieces.find((one) => one.pieceNo === pieceNo)
  return {
    programId: job.programId,
    sheetId,
    drawingVersion,
    pieceNo,
    hand,
    version,
    steps: steps.length,
    corrections: steps.map(({ bend, correctionDeg }) => ({ bend, correctionDeg })),
    sentAt: instantOf(sent.sentAt),
    by,
    waitsForPerson: loaded.waits,
    uncounted: loaded.uncounted,
    counted: loaded.counted,
    done: piece?.done ?? loaded.counted,
    wanted: piece?.wanted ?? 0,
    complete: work?.complete === true,
  }
}

const stepsOf = ({ program }: SentProgram): number => {
  const kept: unknown = JSON.parse(program)
  return typeof kept === 'object' && kept !== null && 'steps' in kept && Array.isArray(kept.steps)
    ? kept.steps.length
    : 0
}

const instantOf = (ms: number): string => new Date(ms).toISOString()
