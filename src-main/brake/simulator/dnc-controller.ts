// The controller's side of DNC: takes a program while it is set to receive, sends it back, counts, and remembers every line that came
// and in which state it was then. Bytes in, bytes out by what it is given to send with; no port and no clock.
import type { DncTemplate } from '../maps/dnc-template.ts'
import { withLineEnd } from '../maps/program-to-text.ts'
import { createDncReader } from '../protocol/dnc-reader.ts'
import type { DncToken } from '../protocol/dnc-reader.ts'

/** `idle`: a person has not set it to receive. */
export type DncMode = 'idle' | 'receive' | 'run'

export interface ReceivedLine {
  readonly text: string
  readonly mode: DncMode
}

export interface DncController {
  readonly feed: (bytes: Uint8Array) => void
  /** What a person does at the controller; entering `receive` begins a new text. */
  readonly turnTo: (mode: DncMode) => void
  readonly hold: () => void
  readonly letGo: () => void
  readonly countTo: (value: number) => void
  /** 0: none. */
  readonly raise: (alarm: number) => void
  /** From now on it hears and says nothing. */
  readonly hush: () => void
  /** From now on what it says has eight bits: another parity. */
  readonly garble: () => void
  /** Every line of a program that came, in whatever state. */
  readonly received: () => readonly ReceivedLine[]
  /** Null until a text has come whole, with its end. */
  readonly loaded: () => readonly string[] | null
}

const nak = '\u0015'
const [xon, xoff] = ['\u0011', '\u0013']

export function createDncController(template: DncTemplate, send: (bytes: Uint8Array) => void): DncController {
  const reader = createDncReader(250)
  const received: ReceivedLine[] = []
  let mode: DncMode = 'idle'
  let text: string[] = []
  let loaded: readonly string[] | null = null
  let count = 0
  let alarm = 0
  let isHushed = false
  let parity = 0

  const say = (words: string): void => {
    if (!isHushed) send(Buffer.from(words, 'latin1').map((byte) => byte | parity))
  }
  const line = (words: string): void => say(withLineEnd(template.text, words))
  const xonForLine = (): void => {
    if (mode === 'receive' && template.safe?.by === 'xon') say(xon)
  }
  const questions = new Map<string, () => void>()
  const answers = (ask: string | undefined, answer: () => void): void => {
    if (ask !== undefined) questions.set(ask.trimEnd(), answer)
  }
  if (template.safe?.by === 'answer') {
    const { ask, is, running } = template.safe
    answers(ask, () => say((mode === 'receive' ? is[0] : mode === 'run' ? running[0] : nak) ?? nak))
  }
  answers(template.readBack?.ask, () => {
    for (const one of loaded ?? []) line(one)
    const last = template.readBack?.last ?? ''
    if (last.length === 1 && last < ' ') say(last)
    else if (loaded?.at(-1) !== last) line(last)
  })
  answers(template.counter?.ask, () => line(`${template.counter?.begins ?? ''}${count}`))
  answers(template.alarms?.ask, () => line(`${template.alarms?.begins ?? ''}${alarm}`))

  const isEnd = (token: DncToken): boolean =>
    template.end === ''
      ? token.kind === 'line' && token.text === template.text.tail.at(-1) && text.length > template.text.head.length
      : token.kind === 'control' && token.text === template.end
  const take = (token: DncToken): void => {
    if (token.kind === 'xon' || token.kind === 'xoff' || token.kind === 'noise') return
    const answer = questions.get(token.text)
    if (answer !== undefined) return answer()
    if (token.kind === 'line') received.push({ text: token.text, mode })
    if (mode !== 'receive') return
    if (token.kind === 'line') text.push(token.text)
    if (isEnd(token)) {
      loaded = text
      text = []
      mode = 'idle'
    }
    xonForLine()
  }
  return {
    feed: (bytes) => {
      for (const token of reader.feed(bytes)) take(token)
    },
    turnTo: (next) => {
      mode = next
      if (next === 'receive') text = []
      xonForLine()
    },
    hold: () => say(xoff),
    letGo: () => say(xon),
    countTo: (value) => {
      count = value
    },
    raise: (number) => {
      alarm = number
    },
    hush: () => {
      isHushed = true
    },
    garble: () => {
      parity = 0x80
    },
    received: () => received,
    loaded: () => loaded,
  }
}
