// The texts of a problem: what is wrong, and what to do about it.
import type { Problem } from '../../shared/station-api/index.ts'
import type { Words } from './use-words.ts'

export const problemText = (words: Words, problem: Problem): string =>
  words.t(`problem.${problem.code}.text`, figures(words, problem))

export const problemTodo = (words: Words, problem: Problem): string =>
  words.t(`problem.${problem.code}.todo`, figures(words, problem))

/** Formats a date among the parameters. */
function figures({ day }: Words, { params }: Problem): Problem['params'] {
  const { date } = params
  return typeof date === 'string' ? { ...params, date: day(date) } : params
}
