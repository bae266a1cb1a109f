// A simulated DNC controller: it stores a program while it is set to receive, sends it back, reports its counter and its alarm, and
// records every received line with the mode at that moment. It has no port and no clock: bytes come in with `feed` and go out with `send`.
import { withLineEnd } from '../maps/index.ts'
import type { DncTemplate } from '../maps/index.ts'
import { createDncReader } from '../protocol/index.ts'
import type { DncToken } from '../protocol/index.ts'

/** `idle`: the controller is not set to receive. */
export type DncMode = 'idle' | 'receive' | 'run'

interface ReceivedLine {
  readonly text: string
  readonly mode: DncMode
}

export interface DncController {
  readonly feed: (bytes: Uint8Array) => void
  /** A person sets the mode at the controller. `receive` starts a new text. */
  readonly setMode: (mode: DncMode) => void
  readonly sendXoff: () => void
  readonly sendXon: () => void
  readonly setCount: (value: number) => void
  /** 0: none. */
  readonly setStep: (step: number) => void
  /** 0: none. */
  readonly setAlarm: (alarm: number) => void
  /** Makes the controller send nothing from now on. */
  readonly silence: () => void
  /** Makes the controller send eight bits from now on, as with another parity. */
  readonly garble: () => void
  /** Every received line of a program, in any mode. */
  readonly received: () => readonly ReceivedLine[]
  /** The lines of the last complete text; null: no text with its end was received. */
  readonly loaded: () => readonly string[] | null
}

const nak = '\u0015'
const [xon, xoff] = ['\u0011', '\u0013']

/** What the simulated controller holds; its answers and a person's acts use the same one. */
interface ControllerState {
  mode: DncMode
  loaded: readonly string[] | null
  count: number
  step: number
  alarm: number
}

interface TextOutput {
  readonly sendText: (text: string) => void
  readonly sendLine: (line: string) => void
}

/** The answer to each question of the template. */
function answersOf(template: DncTemplate, state: ControllerState, output: TextOutput): ReadonlyMap<string, () => void> {
  const { sendText, sendLine } = output
  const answers = new Map<string, () => void>()
  const addQuestion = (question: string | undefined, answer: () => void): void => {
    if (question !== undefined) answers.set(question.trimEnd(), answer)
  }
  if (template.safe?.by === 'answer') {
    const { ask, is, running } = template.safe
    addQuestion(ask, () =>
      sendText((state.mode === 'receive' ? is[0] : state.mode === 'run' ? running[0] : nak) ?? nak),
    )
  }
  addQuestion(template.readBack?.ask, () => {
    for (const line of state.loaded ?? []) sendLine(line)
    const last = template.readBack?.last ?? ''
    if (last.length === 1 && last < ' ') sendText(last)
    else if (state.loaded?.at(-1) !== last) sendLine(last)
  })
  addQuestion(template.counter?.ask, () => sendLine(`${template.counter?.begins ?? ''}${state.count}`))
  addQuestion(template.step?.ask, () => sendLine(`${template.step?.begins ?? ''}${state.step}`))
  addQuestion(template.alarms?.ask, () => sendLine(`${template.alarms?.begins ?? ''}${state.alarm}`))
  return answers
}

export function createDncController(template: DncTemplate, send: (bytes: Uint8Array) => void): DncController {
  const reader = createDncReader(250)
  const received: ReceivedLine[] = []
  const state: ControllerState = { mode: 'idle', loaded: null, count: 0, step: 0, alarm: 0 }
  let text: string[] = []
  let isSilent = false
  let parity = 0

  const sendText = (text: string): void => {
    if (!isSilent) send(Buffer.from(text, 'latin1').map((byte) => byte | parity))
  }
  const sendLine = (line: string): void => sendText(withLineEnd(template.text, line))
  const sendXonForLine = (): void => {
    if (state.mode === 'receive' && template.safe?.by === 'xon') sendText(xon)
  }
  const answers = answersOf(template, state, { sendText, sendLine })

  const isEnd = (token: DncToken): boolean =>
    template.end === ''
      ? token.kind === 'line' && token.text === template.text.tail.at(-1) && text.length > template.text.head.length
      : token.kind === 'control' && token.text === template.end
  const handleToken = (token: DncToken): void => {
    if (token.kind === 'xon' || token.kind === 'xoff' || token.kind === 'noise') return
    const answer = answers.get(token.text)
    if (answer !== undefined) return answer()
    if (token.kind === 'line') received.push({ text: token.text, mode: state.mode })
    if (state.mode !== 'receive') return
    if (token.kind === 'line') text.push(token.text)
    if (isEnd(token)) {
      state.loaded = text
      text = []
      state.mode = 'idle'
    }
    sendXonForLine()
  }
  return {
    feed: (bytes) => {
      for (const token of reader.feed(bytes)) handleToken(token)
    },
    setMode: (next) => {
      state.mode = next
      if (next === 'receive') text = []
      sendXonForLine()
    },
    sendXoff: () => sendText(xoff),
    sendXon: () => sendText(xon),
    setCount: (value) => {
      state.count = value
    },
    setStep: (next) => {
      state.step = next
    },
    setAlarm: (number) => {
      state.alarm = number
    },
    silence: () => {
      isSilent = true
    },
    garble: () => {
      parity = 0x80
    },
    received: () => received,
    loaded: () => state.loaded,
  }
}
