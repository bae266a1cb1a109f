// A controller that takes its program as text over a line (DNC). Touches its line alone.
//
// What may be sent. A DNC controller takes text only while a person has set it to receive, and it cannot then be in a cycle; but a
// computer has no right to believe that it is. So the rule of the registers holds here in the same words: within 500 ms before each
// line the controller itself must have said that it receives and stands still, by its answer to the template's question or by an
// XON for that line. A template that declares neither is read-only. What makes the controller keep the program is the end of the
// text, and nothing else is ever sent: no start, no movement. A text that broke off has no end, and the controller throws it away.
import type { Clock } from '../../platform/clock.ts'
import type { DncTemplate } from '../maps/dnc-template.ts'
import type { BrakeProgram } from '../program/program.ts'
import { BrakeError } from '../protocol/brake-error.ts'
import { endedLine, programLines } from '../protocol/program-lines.ts'
import { inTurn } from '../protocol/in-turn.ts'
import type { ProgramLine } from '../protocol/program-lines.ts'
import type { Line } from '../transport/transport.ts'
import { createDncLine } from './dnc-line.ts'
import type { Said } from './dnc-line.ts'
import { differingLines } from './differing-lines.ts'
import type { Alarm, Capabilities, CounterReading, Driver } from './driver.ts'

export interface DncTextParts {
  readonly line: Line
  readonly template: DncTemplate
  readonly clock: Clock
  /** Of the transport. */
  readonly characterMs: number
}

/** What was read as safe longer ago than this is not known any more. */
const safeForMs = 500

/** What a controller may add to the text that it sends back, before a listing is no listing. */
const mostAdded = 50

export function createDncText({ line, template, clock, characterMs }: DncTextParts): Driver {
  const { text, answerMs, safe } = template
  const talk = createDncLine({ line, clock, characterMs, answerMs, longestLine: Math.max(text.longestLine, 80) })
  const oneByOne = inTurn()
  let lastCount: number | null = null

  async function safeAt(): Promise<number> {
    if (safe === null) throw readOnly(template.name)
    if (safe.by === 'xon') {
      try {
        await talk.takeXon(safeForMs)
        return clock.monotonic()
      } catch (error) {
        if (error instanceof BrakeError && error.code === 'no_answer')
          throw new BrakeError('not_safe', 'the controller sent no XON: it is not set to receive')
        throw error
      }
    }
    const said = await talk.ask(safe.ask)
    if (said.kind === 'noise') throw new BrakeError('bad_frame', said.text)
    if (safe.running.includes(said.text)) throw new BrakeError('running', `the controller says ${shown(said.text)}`)
    if (safe.is.includes(said.text)) return clock.monotonic()
    throw new BrakeError('not_safe', `the controller says ${shown(said.text)}, which is not a safe state`)
  }

  const send = (frame: string, signal: AbortSignal, onBegun: () => void): Promise<void> => {
    let readAt = Number.NEGATIVE_INFINITY
    const mayGo = async (inTheMidst: boolean): Promise<void> => {
      // in the midst of a line nothing can be asked: what was asked before it is good for its 500 ms, or an XON is
      if (!inTheMidst || safe?.by === 'xon') readAt = await safeAt()
      else if (clock.monotonic() - readAt >= safeForMs)
        throw new BrakeError('not_safe', 'held up in the midst of a line for longer than its safe state is good for')
      onBegun()
    }
    return talk.send(frame, mayGo, signal)
  }

  async function number(ask: string, begins: string, what: string): Promise<number> {
    const said = await talk.ask(ask)
    const rest = said.kind === 'line' && said.text.startsWith(begins) ? said.text.slice(begins.length).trim() : ''
    if (/^\d{1,9}$/.test(rest)) return Number(rest)
    throw new BrakeError(said.kind === 'noise' ? 'bad_frame' : 'not_a_number', `${what} reads ${shown(said.text)}`, 0)
  }

  return {
    capabilities: capabilitiesOf(template),
    probe: () =>
      oneByOne(async () => {
        if (safe?.by !== 'answer') return { controller: template.name, answeredAs: 'a line that does not answer' }
        const said = await talk.ask(safe.ask)
        if (said.kind === 'noise') throw new BrakeError('bad_frame', said.text)
        return { controller: template.name, answeredAs: shown(said.text) }
      }),
    upload: (program, signal) =>
      oneByOne(async () => {
        if (safe === null) throw readOnly(template.name)
        const lines = linesOf(template, program)
        const frames = lines.map((one) => endedLine(text, one.text))
        let isBegun = false
        const begun = (): void => {
          isBegun = true
        }
        try {
          for (const frame of [template.start, ...frames, template.end]) {
            if (signal.aborted) throw new BrakeError('cancelled', 'called off')
            if (frame !== '') await send(frame, signal, begun)
          }
        } catch (error) {
          // a serial server may still hold what was written, to let it out when nothing is known to be safe
          if (isBegun) await line.close()
          throw error
        }
      }),
    verify: (program) =>
      oneByOne(async () => {
        const { readBack } = template
        if (readBack === null) throw new BrakeError('refused', `${template.name} does not send a program back`)
        const sent = linesOf(template, program)
        const read: string[] = []
        let said = await talk.ask(readBack.ask)
        for (;;) {
          if (said.kind === 'noise') throw new BrakeError('bad_frame', said.text)
          if (said.kind === 'line') read.push(said.text.trimEnd())
          // a text whose leader is its trailer too ends with the second
          const isLeader = read.length === 1 && sent[0]?.text === readBack.last
          if (said.text === readBack.last && !isLeader) break
          if (read.length > sent.length + mostAdded)
            throw new BrakeError('bad_frame', `${read.length} lines were sent back, ${sent.length} were sent`)
          said = await talk.said()
        }
        if (said.kind === 'line' && sent.at(-1)?.text !== readBack.last) read.pop()
        const differences = differingLines(sent, read)
        return { same: differences.length === 0, differences }
      }),
    status: () =>
      oneByOne(async () => {
        if (safe === null) return { safe: null, running: null }
        if (safe.by === 'xon') {
          const at = talk.xonAt()
          return { safe: at === null ? null : clock.monotonic() - at < safeForMs, running: null }
        }
        return statusOf(safe, await talk.ask(safe.ask))
      }),
    counter: () =>
      oneByOne(async (): Promise<CounterReading> => {
        const { counter } = template
        if (counter === null) throw new BrakeError('refused', `${template.name} counts nothing that can be read`)
        const value = await number(counter.ask, counter.begins, 'the counter')
        const jumpedBackFrom = lastCount !== null && value < lastCount ? lastCount : null
        lastCount = value
        const { counts, strokesPerPiece } = counter
        return { value, counts, strokesPerPiece, address: 0, greatest: null, jumpedBackFrom }
      }),
    alarms: () =>
      oneByOne(async (): Promise<readonly Alarm[]> => {
        const { alarms } = template
        if (alarms === null) return []
        const code = await number(alarms.ask, alarms.begins, 'the alarm')
        return code === 0 ? [] : [{ code, text: alarms.words[String(code)] ?? null, address: 0 }]
      }),
    close: () => talk.close(),
  }
}

function statusOf(safe: Extract<DncTemplate['safe'], { by: 'answer' }>, said: Said) {
  if (said.kind === 'noise') throw new BrakeError('bad_frame', said.text)
  const running = safe.running.includes(said.text)
  return { safe: !running && safe.is.includes(said.text), running }
}

const readOnly = (name: string): BrakeError =>
  new BrakeError('read_only', `${name} does not say whether it receives: nothing is sent to it`)

const capabilitiesOf = ({ safe, readBack, counter, alarms, text, unverified }: DncTemplate): Capabilities => ({
  upload: safe !== null,
  readOnlyBecause: safe === null ? 'no_safe_register' : null,
  greatestSteps: text.greatestSteps,
  readBack: readBack !== null,
  counts: counter?.counts ?? null,
  status: safe !== null,
  alarms: alarms !== null,
  unverified,
})

function linesOf({ text }: DncTemplate, program: BrakeProgram): readonly ProgramLine[] {
  const written = programLines(text, program)
  if (!written.ok) throw new BrakeError('out_of_range', written.wrong.message)
  return written.lines
}

/** Control characters made visible. */
const shown = (text: string): string => JSON.stringify(text)
