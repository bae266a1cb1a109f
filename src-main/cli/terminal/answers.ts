// Asks questions on the terminal; the answers can also be piped in. Accesses standard input and output.
import process from 'node:process'
import { createInterface } from 'node:readline'

export interface TerminalAnswers {
  /** Resolves with the next line; empty at the end of the input. */
  readonly ask: (question: string) => Promise<string>
  readonly close: () => void
}

export function openAnswers(): TerminalAnswers {
  const lines = createInterface({ input: process.stdin })
  // opened at once, because piped input can arrive before the first question
  const inputLines = lines[Symbol.asyncIterator]()
  return {
    ask: async (question) => {
      process.stdout.write(question)
      const answer = await inputLines.next()
      // on a terminal, the person's Enter has already ended the line
      if (!process.stdin.isTTY) process.stdout.write('\n')
      return answer.done === true ? '' : answer.value
    },
    close: () => lines.close(),
  }
}

export const isYes = (answer: string): boolean => /^(y|yes|j|ja)$/i.test(answer.trim())
