// Questions to whoever sits at the terminal, or to what is piped in instead. Touches the standard input and output.
import process from 'node:process'
import { createInterface } from 'node:readline'

export interface TerminalAnswers {
  /** The next line that comes; empty where nothing more does. */
  readonly ask: (question: string) => Promise<string>
  readonly close: () => void
}

export function openAnswers(): TerminalAnswers {
  const lines = createInterface({ input: process.stdin })
  // from the start: what is piped in comes before it is asked for
  const answers = lines[Symbol.asyncIterator]()
  return {
    ask: async (question) => {
      process.stdout.write(question)
      const answer = await answers.next()
      // a person's own Enter has ended the line already
      if (!process.stdin.isTTY) process.stdout.write('\n')
      return answer.done === true ? '' : answer.value
    },
    close: () => lines.close(),
  }
}

export const isYes = (answer: string): boolean => /^(y|yes|j|ja)$/i.test(answer.trim())
