// Why a place in a workshop file is wrong: a code to translate, with the figures of the sentence. Pure: uses only zod.
import * as z from 'zod'

export const problemCodes = [
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
  'outline_corners',
  'outline_number',
  'outline_corner_twice',
  'outline_crosses',
  'outline_clockwise',
  'outline_height',
  'outline_width',
  'outline_tip',
  'outline_lowest',
  'outline_highest',
  'outline_left',
  'outline_right',
  'outline_origin',
  'outline_no_v',
  'outline_v_middle',
  'outline_shoulders',
  'outline_past_seat',
  'die_beside_table',
  'closing_without_slot',
  'finger_in_die',
  'levels_order',
  'dxf_no_dxf',
  'dxf_too_large',
  'dxf_unit',
  'dxf_curve',
  'dxf_number',
  'dxf_no_lines',
  'dxf_open',
  'dxf_inches',
  'dxf_gaps',
  'dxf_doubles',
  'machine_twice',
  'tool_unknown',
  'no_mould_line',
  'against_service',
  'nobody_reads',
  'no_folder',
  'not_read',
  'other',
] as const
export type ProblemCode = (typeof problemCodes)[number]

export const problemReason = z.strictObject({
  code: z.enum(problemCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type ProblemReason = Readonly<z.infer<typeof problemReason>>

export const explain = (code: ProblemCode, params: ProblemReason['params'] = {}): ProblemReason => ({ code, params })

/** The reason of one of our own rules: for `params` of an issue of the code `custom`. */
export const explainedBy = (code: ProblemCode, params: ProblemReason['params'] = {}): { why: ProblemReason } => ({
  why: explain(code, params),
})

const kinds: Readonly<Record<string, ProblemCode>> = {
  number: 'no_number',
  int: 'no_number',
  string: 'no_text',
  array: 'no_list',
  object: 'no_object',
}

/** The reason of a zod issue. `isThere`: whether the file has a value at the issue's path. */
export function explainIssue(issue: z.core.$ZodIssue, isThere: boolean): ProblemReason {
  switch (issue.code) {
    case 'invalid_type':
      return isThere ? explain(kinds[issue.expected] ?? 'other', { message: issue.message }) : explain('missing')
    case 'too_small':
      if (issue.origin === 'string') return explain('empty')
      if (issue.origin === 'array') return explain('too_few', { least: Number(issue.minimum) })
      return explain(issue.inclusive === false ? 'above' : 'at_least', { limit: Number(issue.minimum) })
    case 'too_big':
      return explain(issue.inclusive === false ? 'below' : 'at_most', { limit: Number(issue.maximum) })
    case 'invalid_value':
      return isThere ? explain('one_of', { values: issue.values.map(String).join(', ') }) : explain('missing')
    case 'unrecognized_keys':
      return explain('unknown_field')
    case 'custom': {
      const reason = problemReason.safeParse(issue.params?.['why'])
      return reason.success ? reason.data : explain('other', { message: issue.message })
    }
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return explain('other', { message: issue.message })
  }
}
