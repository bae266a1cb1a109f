// The running station as the commands about other stations use it: its link, the questions at the terminal, and the technician's PIN.
// Accesses the terminal and the running station.
import { CallError, pin as pinShape, type StationLink, type StationsView } from '../../../shared/station-api/index.ts'
import { Refusal, type TerminalAnswers } from '../terminal.ts'

export interface StationDeskOptions {
  link: Pick<StationLink, 'call'>
  /** Called at the first question: a command without one leaves the input alone. */
  openAnswers: () => TerminalAnswers
}

export class StationDesk {
  readonly call: StationLink['call']
  readonly #openAnswers: () => TerminalAnswers
  #answers: TerminalAnswers | null = null
  #pin: string | null = null

  constructor({ link, openAnswers }: StationDeskOptions) {
    this.call = link.call.bind(link)
    this.#openAnswers = openAnswers
  }

  /** Resolves with the next line; empty at the end of the input. */
  ask(question: string): Promise<string> {
    this.#answers ??= this.#openAnswers()
    return this.#answers.ask(question)
  }

  close(): void {
    this.#answers?.close()
  }

  /** Asks for the PIN first where the set-up of the station is locked. */
  async read(): Promise<StationsView> {
    try {
      return await this.call('stations.read', {})
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'not_granted') throw error
    }
    const answer = await this.call('grant.unlock', { pin: await this.pin() })
    if (answer.outcome === 'wrong') throw new Refusal(`Wrong PIN. Tries left: ${answer.triesLeft}.`)
    if (answer.outcome === 'wait') throw new Refusal(`Too many wrong PINs. Wait ${answer.waitSeconds} s.`)
    return this.call('stations.read', {})
  }

  /** Asks once. */
  async pin(): Promise<string> {
    if (this.#pin !== null) return this.#pin
    const entered = (await this.ask('The technician’s PIN of this station: ')).trim()
    if (!pinShape.safeParse(entered).success) throw new Refusal('A PIN is 4 to 12 digits. Nothing was changed.')
    this.#pin = entered
    return entered
  }
}
