// Why a workshop's own file is wrong at a place, as a code to translate with the figures that belong in the sentence; the English sentence
// beside it is for logs and terminals. Pure; zod alone.
import * as z from 'zod'

export const wrongCodes = [
  'json_broken',
  'json_ends',
  'too_deep',
  'twice',
  'missing',
  'unknown_field',
  'no_number',
  'no_text',
  'no_list',
  'no_object',
  'at_least',
  'above',
  'at_most',
  'below',
  'empty',
  'too_few',
  'one_of',
  'backgauge',
  'ratings_order',
  'ratings_reach',
  'machine_twice',
  'tool_unknown',
  'no_mould_line',
  'against_service',
  'nobody_reads',
  'no_folder',
  'not_read',
  'other',
] as const
export type WrongCode = (typeof wrongCodes)[number]

export const wrongWhy = z.strictObject({
  code: z.enum(wrongCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type WrongWhy = Readonly<z.infer<typeof wrongWhy>>

export const why = (code: WrongCode, params: WrongWhy['params'] = {}): WrongWhy => ({ code, params })

/** What a rule of ours says of itself: for `params` of an issue of the code `custom`. */
export const saying = (code: WrongCode, params: WrongWhy['params'] = {}): { why: WrongWhy } => ({
  why: why(code, params),
})

const kinds: Readonly<Record<string, WrongCode>> = {
  number: 'no_number',
  int: 'no_number',
  string: 'no_text',
  array: 'no_list',
  object: 'no_object',
}

/** `isThere`: whether the file has anything at the issue's place. */
export function whyOf(issue: z.core.$ZodIssue, isThere: boolean): WrongWhy {
  switch (issue.code) {
    case 'invalid_type':
      return isThere ? why(kinds[issue.expected] ?? 'other', { message: issue.message }) : why('missing')
    case 'too_small':
      if (issue.origin === 'string') return why('empty')
      if (issue.origin === 'array') return why('too_few', { least: Number(issue.minimum) })
      return why(issue.inclusive === false ? 'above' : 'at_least', { limit: Number(issue.minimum) })
    case 'too_big':
      return why(issue.inclusive === false ? 'below' : 'at_most', { limit: Number(issue.maximum) })
    case 'invalid_value':
      return isThere ? why('one_of', { values: issue.values.map(String).join(', ') }) : why('missing')
    case 'unrecognized_keys':
      return why('unknown_field')
    case 'custom': {
      const said = wrongWhy.safeParse(issue.params?.['why'])
      return said.success ? said.data : why('other', { message: issue.message })
    }
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return why('other', { message: issue.message })
  }
}
