// Sends a program through the running station: finds the sheet, shows the program, asks for consent, sends it, and waits until it is
// read back. Uses only the station's contract.
import { notKnownInWords } from '../../../shared/planning/index.ts'
import { CallError, type BrakeView, type StationLink } from '../../../shared/station-api/index.ts'
import { addressSuffix, describeProgram, describeUnsent, nextStep } from './brake-text.ts'

export interface Sending {
  /** The sheet's id, or its order and number: "T-000012-1". */
  readonly sheet: string
  readonly pieceNo: number
  /** Asks the person for consent. */
  readonly confirm: () => Promise<boolean>
  readonly say: (line: string) => void
  /** The beginning of a command line for this station. */
  readonly kant: string
}

/** Returns the exit code: 0 if the program was read back unchanged. */
export async function sendThroughStation(
  link: StationLink,
  { sheet, pieceNo, confirm, say, kant }: Sending,
): Promise<number> {
  try {
    const sheetId = await findSheetId(link, sheet)
    if (sheetId === null) {
      say(`Neither today's list nor that of the next working day has the sheet ${sheet}.`)
      return 1
    }
    const { sheet: sheetView } = await link.call('sheet.read', { sheetId })
    if (sheetView === null) {
      say('The station does not have the sheet, or cannot read it.')
      return 1
    }
    const { drawingVersion } = sheetView
    const preview = await link.call('brake.preview', { sheetId, drawingVersion, pieceNo })
    if (preview.kind === 'refused') {
      say(`There is no program for it: ${preview.message}.`)
      return 1
    }
    for (const line of describeProgram(preview.program)) say(line)
    const { notKnown, unsent, isOwnOrder } = preview
    if (isOwnOrder) say('The steps follow a custom order, not the planner’s.')
    const unsentLine = describeUnsent(unsent)
    if (unsentLine !== null) say(unsentLine)
    if (notKnown !== null) say(`The plan is not proven: ${notKnownInWords(notKnown, 'en').join('; ')}.`)
    if (!(await confirm())) {
      say('Nothing was sent.')
      return 1
    }
    const result = resultOfSending(link)
    await link.call('brake.send', {
      sheetId,
      drawingVersion,
      pieceNo,
      hash: preview.program.hash,
      notKnownHash: notKnown?.hash ?? null,
      operatorId: null,
    })
    const { state, fault, link: usedLink } = await result
    if (state === 'disconnected' || fault !== null) {
      const { code = 'line_ended', message = 'the connection was lost', address = null } = fault ?? {}
      say(`Not loaded: ${message}${addressSuffix(address)}. ${nextStep(code, { uri: usedLink?.uri ?? '', kant })}`)
      return 1
    }
    say('Sent, and read back unchanged.')
    return 0
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    say(`The station refused: ${error.message} (${error.code}).`)
    return 1
  }
}

/** The first view of the brake after the sending has ended. */
const resultOfSending = (link: StationLink): Promise<BrakeView> =>
  new Promise((resolve) => {
    let began = false
    const stop = link.subscribe((message) => {
      if (message.kind !== 'push' || message.name !== 'brake') return
      const view = message.data
      const isUploading = view.state === 'uploading'
      const isOver = began
        ? !isUploading
        : view.loaded !== null && view.loaded.countedPieces === 0 && view.state === 'verified'
      began ||= isUploading
      if (!isOver) return
      queueMicrotask(() => stop())
      resolve(view)
    })
  })

async function findSheetId(link: StationLink, name: string): Promise<string | null> {
  if (/^[0-9a-f-]{36}$/i.test(name)) return name.toLowerCase()
  const days = await new Promise<readonly { date: string }[]>((resolve) => {
    const stop = link.subscribe((message) => {
      if (message.kind !== 'snapshot') return
      queueMicrotask(() => stop())
      resolve(message.snapshot.status.days)
    })
  })
  for (const { date } of days) {
    // oxlint-disable-next-line no-await-in-loop
    const { entries } = await link.call('list.read', { date })
    const match = entries.find(
      ({ entry }) => `${entry.orderNumber}-${entry.sheetNo}`.toLowerCase() === name.toLowerCase(),
    )
    if (match !== undefined) return match.entry.sheetId
  }
  return null
}
