// The driver of a controller that takes its program as text over a connection (DNC). Touches only its connection.
//
// The safety rule is the same as for registers. A DNC controller accepts text only while a person has set it to receive, and it cannot
// be in a cycle then; but this program must not assume it. Within 500 ms before each line, the controller itself must have reported
// that it receives and stands still: by its answer to the template's question, or by an XON for that line. A template that declares
// neither is read-only. The end of the text makes the controller store the program. Nothing else is ever sent: no start, no movement.
// A controller discards a text without its end.
import type { Clock } from '../../platform/clock.ts'
import { fieldsOfText, programToText, withLineEnd } from '../maps/index.ts'
import type { DncTemplate, ProgramLine } from '../maps/index.ts'
import type { BrakeProgram } from '../program/index.ts'
import { BrakeError, taskQueue } from '../protocol/index.ts'
import type { Connection } from '../transport/index.ts'
import { openDncChannel, type DncAnswer, type DncChannel } from './dnc-channel.ts'
import { textDifferences } from './text-differences.ts'
import type { Alarm, BrakeStatus, Capabilities, CounterReading, Driver } from './driver.ts'

export interface DncTextParts {
  readonly connection: Connection
  readonly template: DncTemplate
  readonly clock: Clock
  /** The time of one character on the transport; 0 where characters take no time (TCP). */
  readonly characterMs: number
}

/** A safe state counts for this long after it was read. */
const safeForMs = 500

/** How many more lines than were sent a controller may send back. */
const maxAddedLines = 50

export const createDncText = (parts: DncTextParts): Driver => new DncTextDriver(parts)

class DncTextDriver implements Driver {
  readonly capabilities: Capabilities
  readonly #connection: Connection
  readonly #template: DncTemplate
  readonly #clock: Clock
  readonly #channel: DncChannel
  readonly #enqueue = taskQueue()
  #lastCount: number | null = null

  constructor({ connection, template, clock, characterMs }: DncTextParts) {
    const { text, answerMs } = template
    this.capabilities = dncCapabilities(template)
    this.#connection = connection
    this.#template = template
    this.#clock = clock
    const longestLine = Math.max(text.longestLine, 80)
    this.#channel = openDncChannel({ connection, clock, characterMs, answerMs, longestLine })
  }

  readonly probe: Driver['probe'] = () =>
    this.#enqueue(async () => {
      const { name, safe } = this.#template
      if (safe?.by !== 'answer') return { controller: name, answeredAs: 'not asked: its file declares no query' }
      const answer = await this.#channel.ask(safe.ask)
      if (answer.kind === 'noise') throw new BrakeError('bad_frame', answer.text)
      return { controller: name, answeredAs: quoted(answer.text) }
    })

  readonly upload: Driver['upload'] = (program, signal) => this.#enqueue(() => this.#sendProgram(program, signal))

  readonly verify: Driver['verify'] = (program) =>
    this.#enqueue(async () => {
      const { readBack, name } = this.#template
      if (readBack === null) throw new BrakeError('refused', `${name} does not send a program back`)
      const sent = linesOf(this.#template, program)
      const differences = textDifferences(sent, await this.#readBack(sent, readBack))
      return { same: differences.length === 0, differences }
    })

  readonly status: Driver['status'] = () =>
    this.#enqueue(async () => {
      const state = await this.#readState()
      const { step } = this.#template
      const number = step === null ? 0 : await this.#askNumber(step.ask, step.begins, 'the step')
      return { ...state, step: number >= 1 ? number : null }
    })

  readonly counter: Driver['counter'] = () =>
    this.#enqueue(async (): Promise<CounterReading> => {
      const { counter, name } = this.#template
      if (counter === null) throw new BrakeError('refused', `${name} has no counter that can be read`)
      const value = await this.#askNumber(counter.ask, counter.begins, 'the counter')
      const jumpedBackFrom = this.#lastCount !== null && value < this.#lastCount ? this.#lastCount : null
      this.#lastCount = value
      const { counts, strokesPerPiece } = counter
      return { value, counts, strokesPerPiece, address: null, greatest: null, jumpedBackFrom }
    })

  readonly alarms: Driver['alarms'] = () =>
    this.#enqueue(async (): Promise<readonly Alarm[]> => {
      const { alarms } = this.#template
      if (alarms === null) return []
      const code = await this.#askNumber(alarms.ask, alarms.begins, 'the alarm')
      return code === 0 ? [] : [{ code, text: alarms.words[String(code)] ?? null, address: null }]
    })

  readonly close: Driver['close'] = () => this.#channel.close()

  async #readState(): Promise<Pick<BrakeStatus, 'safe' | 'running'>> {
    const { safe } = this.#template
    if (safe === null) return { safe: null, running: null }
    if (safe.by === 'xon') {
      const atMs = this.#channel.xonAtMs()
      return { safe: atMs === null ? null : this.#clock.monotonic() - atMs < safeForMs, running: null }
    }
    return statusOf(safe, await this.#channel.ask(safe.ask))
  }

  async #sendProgram(program: BrakeProgram, signal: AbortSignal): Promise<void> {
    const { text, safe, name, start, end } = this.#template
    if (safe === null) throw readOnly(name)
    const frames = linesOf(this.#template, program).map((line) => withLineEnd(text, line.text))
    let hasBegun = false
    const onBegun = (): void => {
      hasBegun = true
    }
    try {
      for (const frame of [start, ...frames, end]) {
        if (signal.aborted) throw new BrakeError('cancelled', 'cancelled')
        if (frame !== '') await this.#sendFrame(frame, signal, onBegun)
      }
    } catch (error) {
      // a serial server may still buffer what was written, and send it when nothing is known to be safe
      if (hasBegun) await this.#connection.close()
      throw error
    }
  }

  #sendFrame(frame: string, signal: AbortSignal, onBegun: () => void): Promise<void> {
    let readAtMs = Number.NEGATIVE_INFINITY
    const assertMaySend = async (isMidFrame: boolean): Promise<void> => {
      // within a line no question can be sent: the answer before the line counts for its 500 ms, or an XON does
      if (!isMidFrame || this.#template.safe?.by === 'xon') readAtMs = await this.#readSafeState()
      else if (this.#clock.monotonic() - readAtMs >= safeForMs)
        throw new BrakeError(
          'not_safe',
          'the controller paused the transmission of a line for longer than its safe state is valid',
        )
      onBegun()
    }
    return this.#channel.send(frame, assertMaySend, signal)
  }

  /** When the controller reported the safe state. Rejects when it does not: 'not_safe', 'running'. */
  async #readSafeState(): Promise<number> {
    const { safe, name } = this.#template
    if (safe === null) throw readOnly(name)
    if (safe.by === 'xon') {
      try {
        await this.#channel.useXon(safeForMs)
        return this.#clock.monotonic()
      } catch (error) {
        if (error instanceof BrakeError && error.code === 'no_answer')
          throw new BrakeError('not_safe', 'the controller sent no XON: it is not set to receive')
        throw error
      }
    }
    const answer = await this.#channel.ask(safe.ask)
    if (answer.kind === 'noise') throw new BrakeError('bad_frame', answer.text)
    if (safe.running.includes(answer.text))
      throw new BrakeError('running', `the controller reports ${quoted(answer.text)}`)
    if (safe.is.includes(answer.text)) return this.#clock.monotonic()
    throw new BrakeError('not_safe', `the controller reports ${quoted(answer.text)}, which is not a safe state`)
  }

  async #readBack(
    sent: readonly ProgramLine[],
    readBack: NonNullable<DncTemplate['readBack']>,
  ): Promise<readonly string[]> {
    const read: string[] = []
    let answer = await this.#channel.ask(readBack.ask)
    for (;;) {
      if (answer.kind === 'noise') throw new BrakeError('bad_frame', answer.text)
      if (answer.kind === 'line') read.push(answer.text.trimEnd())
      // a text whose leader equals its trailer ends with the second one
      const isLeader = read.length === 1 && sent[0]?.text === readBack.last
      if (answer.text === readBack.last && !isLeader) break
      if (read.length > sent.length + maxAddedLines)
        throw new BrakeError('bad_frame', `${read.length} lines were sent back, ${sent.length} were sent`)
      answer = await this.#channel.nextAnswer()
    }
    if (answer.kind === 'line' && sent.at(-1)?.text !== readBack.last) read.pop()
    return read
  }

  async #askNumber(question: string, begins: string, subject: string): Promise<number> {
    const answer = await this.#channel.ask(question)
    const answerText =
      answer.kind === 'line' && answer.text.startsWith(begins) ? answer.text.slice(begins.length).trim() : ''
    if (/^\d{1,9}$/.test(answerText)) return Number(answerText)
    const code = answer.kind === 'noise' ? 'bad_frame' : 'not_a_number'
    throw new BrakeError(code, `${subject} is ${quoted(answer.text)}`)
  }
}

function statusOf(safe: Extract<DncTemplate['safe'], { by: 'answer' }>, answer: DncAnswer) {
  if (answer.kind === 'noise') throw new BrakeError('bad_frame', answer.text)
  const running = safe.running.includes(answer.text)
  return { safe: !running && safe.is.includes(answer.text), running }
}

const readOnly = (name: string): BrakeError =>
  new BrakeError('read_only', `${name} does not report whether it receives: nothing is sent to it`)

/** What the controller can do according to its template. */
export const dncCapabilities = ({
  safe,
  readBack,
  counter,
  step,
  alarms,
  text,
  unverified,
}: DncTemplate): Capabilities => ({
  upload: safe !== null,
  readOnlyBecause: safe === null ? 'no_safe_register' : null,
  greatestSteps: text.greatestSteps,
  stepFields: fieldsOfText(text),
  readBack: readBack !== null,
  counts: counter?.counts ?? null,
  status: safe !== null || step !== null,
  alarms: alarms !== null,
  unverified,
})

function linesOf({ text }: DncTemplate, program: BrakeProgram): readonly ProgramLine[] {
  const written = programToText(text, program)
  if (!written.ok) throw new BrakeError('out_of_range', written.error.message)
  return written.value
}

/** The text in quotation marks, with visible control characters. */
const quoted = (text: string): string => JSON.stringify(text)
