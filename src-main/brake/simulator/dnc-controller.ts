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

export class DncController {
  readonly #template: DncTemplate
  readonly #send: (bytes: Uint8Array) => void
  readonly #reader = createDncReader(250)
  readonly #received: ReceivedLine[] = []
  readonly #state: ControllerState = { mode: 'idle', loaded: null, count: 0, step: 0, alarm: 0 }
  readonly #answers: ReadonlyMap<string, () => void>
  /** The lines of the text that is being received. */
  #text: string[] = []
  #isSilent = false
  #parity = 0

  /** `send` receives what the controller sends. */
  constructor(template: DncTemplate, send: (bytes: Uint8Array) => void) {
    this.#template = template
    this.#send = send
    this.#answers = answersOf(template, this.#state, {
      sendText: (text) => this.#sendText(text),
      sendLine: (line) => this.#sendText(withLineEnd(template.text, line)),
    })
  }

  feed(bytes: Uint8Array): void {
    for (const token of this.#reader.feed(bytes)) this.#handleToken(token)
  }

  /** A person sets the mode at the controller. `receive` starts a new text. */
  setMode(next: DncMode): void {
    this.#state.mode = next
    if (next === 'receive') this.#text = []
    this.#sendXonForLine()
  }

  sendXoff(): void {
    this.#sendText(xoff)
  }

  sendXon(): void {
    this.#sendText(xon)
  }

  setCount(count: number): void {
    this.#state.count = count
  }

  /** 0: none. */
  setStep(step: number): void {
    this.#state.step = step
  }

  /** 0: none. */
  setAlarm(alarm: number): void {
    this.#state.alarm = alarm
  }

  /** Makes the controller send nothing from now on. */
  silence(): void {
    this.#isSilent = true
  }

  /** Makes the controller send eight bits from now on, as with another parity. */
  garble(): void {
    this.#parity = 0x80
  }

  /** Every received line of a program, in any mode. */
  received(): readonly ReceivedLine[] {
    return this.#received
  }

  /** The lines of the last complete text; null: no text with its end was received. */
  loaded(): readonly string[] | null {
    return this.#state.loaded
  }

  #handleToken(token: DncToken): void {
    if (token.kind === 'xon' || token.kind === 'xoff' || token.kind === 'noise') return
    const answer = this.#answers.get(token.text)
    if (answer !== undefined) return answer()
    const state = this.#state
    if (token.kind === 'line') this.#received.push({ text: token.text, mode: state.mode })
    if (state.mode !== 'receive') return
    if (token.kind === 'line') this.#text.push(token.text)
    if (this.#isEnd(token)) {
      state.loaded = this.#text
      this.#text = []
      state.mode = 'idle'
    }
    this.#sendXonForLine()
  }

  #isEnd(token: DncToken): boolean {
    const { end, text } = this.#template
    return end === ''
      ? token.kind === 'line' && token.text === text.tail.at(-1) && this.#text.length > text.head.length
      : token.kind === 'control' && token.text === end
  }

  #sendText(text: string): void {
    if (!this.#isSilent) this.#send(Buffer.from(text, 'latin1').map((byte) => byte | this.#parity))
  }

  #sendXonForLine(): void {
    if (this.#state.mode === 'receive' && this.#template.safe?.by === 'xon') this.#sendText(xon)
  }
}
