// A program sent by command, through the station that runs: found by the sheet's name, shown, agreed to, sent, and followed until it was
// read back. Speaks the station's contract alone.
import { CallError, type BrakeView, type StationLink } from '../../../shared/station-api/index.ts'
import { addressSuffix, nextStep, describeProgram } from './brake-text.ts'

export interface Sending {
  /** The sheet's id, or order and sheet: "T-000012-1". */
  readonly sheet: string
  readonly pieceNo: number
  readonly agreed: () => Promise<boolean>
  readonly say: (line: string) => void
}

/** The exit code: 0 where it was read back as it was sent. */
export async function sendThroughStation(link: StationLink, { sheet, pieceNo, agreed, say }: Sending): Promise<number> {
  try {
    const sheetId = await sheetNamed(link, sheet)
    if (sheetId === null) {
      say(`Neither today's list nor the next working day's has a sheet ${sheet}.`)
      return 1
    }
    const { sheet: shown } = await link.call('sheet.read', { sheetId })
    if (shown === null) {
      say('The sheet is not here, or cannot be read.')
      return 1
    }
    const { drawingVersion } = shown
    const preview = await link.call('brake.preview', { sheetId, drawingVersion, pieceNo })
    if (preview.kind === 'refused') {
      say(`There is no program of it: ${preview.message}.`)
      return 1
    }
    for (const line of describeProgram(preview.program)) say(line)
    if (!(await agreed())) {
      say('Nothing was sent.')
      return 1
    }
    const over = sendingOver(link)
    await link.call('brake.send', { sheetId, drawingVersion, pieceNo, hash: preview.program.hash, operatorId: null })
    const { state, fault, link: set } = await over
    if (state === 'disconnected' || fault !== null) {
      const { code = 'line_ended', message = 'the line was lost', address = null } = fault ?? {}
      say(`Not loaded: ${message}${addressSuffix(address)}. ${nextStep(code, set?.uri ?? '')}`)
      return 1
    }
    say('Sent, and read back as it was sent.')
    return 0
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    say(`The station refused: ${error.message} (${error.code}).`)
    return 1
  }
}

/** The first view after a sending in which it is over. */
const sendingOver = (link: StationLink): Promise<BrakeView> =>
  new Promise((resolve) => {
    let began = false
    const stop = link.subscribe((message) => {
      if (message.kind !== 'push' || message.name !== 'brake') return
      const view = message.data
      const isUploading = view.state === 'uploading'
      const isOver = began
        ? !isUploading
        : view.loaded !== null && view.loaded.counted === 0 && view.state === 'verified'
      began ||= isUploading
      if (!isOver) return
      queueMicrotask(() => stop())
      resolve(view)
    })
  })

async function sheetNamed(link: StationLink, name: string): Promise<string | null> {
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
    const found = entries.find(
      ({ entry }) => `${entry.orderNumber}-${entry.sheetNo}`.toLowerCase() === name.toLowerCase(),
    )
    if (found !== undefined) return found.entry.sheetId
  }
  return null
}
