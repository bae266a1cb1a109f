// The texts of a problem: what is wrong, and what to do about it.
import type { Problem } from '../../shared/station-api/index.ts'
import type { Texts } from './use-texts.ts'

export const problemText = (texts: Texts, problem: Problem): string =>
  texts.t(`problem.${problem.code}.text`, figures(texts, problem))

export const problemTodo = (texts: Texts, problem: Problem): string =>
  texts.t(`problem.${problem.code}.todo`, figures(texts, problem))

/** Formats a date among the parameters. */
function figures({ day }: Texts, { params }: Problem): Problem['params'] {
  const { date } = params
  return typeof date === 'string' ? { ...params, date: day(date) } : params
}
