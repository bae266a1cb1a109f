// A problem in plain words: what is wrong, and what to do about it.
import type { TFunction } from 'i18next'
import type { Problem } from '../../shared/station-api/index.ts'

export const problemText = (t: TFunction, { code, params }: Problem): string => t(`problem.${code}.text`, params)
export const problemTodo = (t: TFunction, { code, params }: Problem): string => t(`problem.${code}.todo`, params)
