// Describes in Norwegian what a field must be, for the message of a 400. Pure.
import type * as z from 'zod'

type Issue = z.core.$ZodIssue

/** The problem as a Norwegian phrase, for example 'må være høyst 500'. Rare kinds of problem have a general text. */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'er et ukjent felt'
    case 'too_big':
      return `må ${boundText(issue.origin, 'høyst', Number(issue.maximum))}`
    case 'too_small':
      return `må ${boundText(issue.origin, 'minst', Number(issue.minimum))}`
    case 'invalid_value':
      return `må være ${issue.values.length === 1 ? '' : 'en av '}${issue.values.map(String).join(', ')}`
    case 'invalid_type':
      return issue.input === undefined ? 'mangler' : `må være ${types[issue.expected] ?? issue.expected}`
    case 'invalid_format':
      return formats[issue.format] ?? 'har feil form'
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return 'er ikke gyldig'
  }
}

function boundText(origin: string, which: string, limit: number): string {
  if (origin === 'string') return `ha ${which} ${limit} tegn`
  if (origin === 'array') return `ha ${which} ${limit} ${limit === 1 ? 'element' : 'elementer'}`
  return `være ${which} ${limit}`
}

const types: Readonly<Record<string, string>> = {
  string: 'tekst',
  number: 'et tall',
  int: 'et helt tall',
  boolean: 'true eller false',
  array: 'en liste',
  object: 'et objekt',
  record: 'et objekt',
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'må være en UUID',
  datetime: 'må være et tidspunkt i UTC, som 2026-11-24T09:00:00Z',
  date: 'må være en dato, som 2026-11-24',
  email: 'må være en e-postadresse',
}
