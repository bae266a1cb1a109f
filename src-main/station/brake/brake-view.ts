// The brake's connection as screens see it. Pure.
import type { BrakeFault, BrakeReadOnly, BrakeView } from '../../../shared/station-api/index.ts'
import type { Capabilities, BrakeFault as LinkFault, StoredJob, LinkState } from '../../brake/index.ts'
import type { SentProgram, Work } from '../../ledger/index.ts'
import type { Commission } from './brake-commissions.ts'
import { correctionOfBend, strokesOf } from './measured-bends.ts'

export interface BrakeViewSources {
  readonly link: { readonly uri: string; readonly driver: string; readonly map: string | null }
  readonly commission: Commission | null
  readonly state: LinkState
  readonly capabilities: Capabilities | null
  readonly job: StoredJob | null
  /** The stored program that is loaded or being sent. */
  readonly sent: SentProgram | null
  readonly by: string | null
  /** The work on the loaded sheet; null: the sheet is no longer stored. */
  readonly work: Work | null
}

export function brakeView(sources: BrakeViewSources): BrakeView {
  const { link, commission, state, capabilities, sent } = sources
  const { loaded, sending, polled, alarms, connectionFault, workFault } = state
  return {
    link: { ...link, commissioned: commission === null ? null : { by: commission.by, at: commission.at } },
    state: state.state,
    fault: faultView(connectionFault ?? workFault),
    workFault: faultView(workFault),
    identity: state.identity,
    readOnly: readOnlyBecause(capabilities, commission !== null),
    upload:
      sending === null || sent === null
        ? null
        : { sheetId: sent.sheetId, pieceNo: sent.pieceNo, steps: stepsOf(sent), phase: sending.phase },
    loaded: loaded === null ? null : loadedView(sources, loaded),
    readings:
      polled === null
        ? null
        : {
            readAt: instantOf(polled.readAtMs),
            isRunning: polled.running,
            isSafe: polled.safe,
            step: polled.step,
            counter: polled.counter,
            counterUnit: capabilities?.counts ?? null,
          },
    alarms: alarms.map(({ code, text }) => ({ code, text: text ?? '' })),
  }
}

/** Null: programs may be sent, also while the controller is unknown: then nothing can be sent anyway. */
export function readOnlyBecause(can: Capabilities | null, isProven: boolean): BrakeReadOnly | null {
  if (can?.readOnlyBecause === 'no_safe_register') return 'no_safe_register'
  if (can?.readOnlyBecause === 'no_program') return 'no_program_layout'
  return isProven ? null : 'not_commissioned'
}

const faultView = (fault: LinkFault | null): BrakeFault | null =>
  fault && { code: fault.code, message: fault.message, address: fault.address, occurredAt: instantOf(fault.atMs) }

function loadedView(
  { job, sent, by, work }: BrakeViewSources,
  loaded: NonNullable<LinkState['loaded']>,
): BrakeView['loaded'] {
  if (job === null || sent === null) return null
  const { sheetId, drawingVersion, pieceNo, hand, version, steps } = job.program
  const piece = work?.pieces.find((one) => one.pieceNo === pieceNo)
  const isFinished = piece !== undefined && piece.done >= piece.wanted
  return {
    programId: job.programId,
    sheetId,
    drawingVersion,
    pieceNo,
    hand,
    version,
    steps: steps.length,
    corrections: [...new Set(steps.map(({ bend }) => bend))].map((bend) => ({
      bend,
      correctionDeg: correctionOfBend(strokesOf(steps, bend)),
    })),
    gaugeCorrections: steps
      .filter(({ kind }) => kind !== 'flatten')
      .map(({ bend, gaugeCorrectionMm }) => ({ bend, correctionMm: gaugeCorrectionMm })),
    sentAt: instantOf(sent.sentAt),
    by,
    // no further pieces of a finished length are counted: it does not matter whether its program is still loaded
    needsConfirmation: loaded.waits && !isFinished,
    uncountedPieces: loaded.uncounted,
    countedPieces: loaded.counted,
    donePieces: piece?.done ?? loaded.counted,
    wantedPieces: piece?.wanted ?? 0,
    isComplete: work?.complete === true,
  }
}

const stepsOf = ({ program }: SentProgram): number => {
  const stored: unknown = JSON.parse(program)
  return typeof stored === 'object' && stored !== null && 'steps' in stored && Array.isArray(stored.steps)
    ? stored.steps.length
    : 0
}

const instantOf = (ms: number): string => new Date(ms).toISOString()
