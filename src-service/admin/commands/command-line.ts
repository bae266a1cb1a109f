// Parses the arguments of `npm run workshop --`: words, options with a value, and numbers. Pure. Throws a `Refusal` of one sentence for
// invalid arguments.
import { Refusal } from '../../store/index.ts'

export interface ParsedCommand {
  words: string[]
  options: Partial<Record<OptionName, string>>
}

const optionNames = [
  'data',
  'workshop',
  'environment',
  'purpose',
  'scopes',
  'customer',
  'note',
  'quantity',
  'piece',
  'brake',
  'day',
  'comment',
  'reason',
  'order',
  'kind',
  'length',
  'thickness',
  'orgnr',
  'email',
  'mobile',
  'price',
  'unit',
  'least',
  'most',
  'percent',
  'amount',
  'from',
  'until',
  'free',
  'url',
  'terms',
  'termsurl',
  'lead',
  'days',
  'prices',
  'events',
  'audience',
  'ways',
  'params',
  'material',
  'colour',
  'side',
  'name',
  'address',
  'postcode',
  'city',
  'account',
  'register',
] as const
type OptionName = (typeof optionNames)[number]

/**
 * Separates words and options. An option is `--name value` or `--name=value`. A negative number is a word. After `--` all arguments are
 * words. `--help` is the word `help`.
 */
export function readCommandLine(args: readonly string[]): ParsedCommand {
  const words: string[] = []
  const options: ParsedCommand['options'] = {}
  const remaining = [...args]
  for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) {
    if (next === '--') return { words: [...words, ...remaining], options }
    if (next === '--help' || next === '-h') return { words: ['help'], options }
    const [, optionText, value] = /^(--?[a-z][^=\s]*)(?:=(.*))?$/is.exec(next) ?? []
    if (optionText === undefined) words.push(next)
    else options[findOptionName(optionText)] = value ?? requireOptionValue(optionText, remaining.shift())
  }
  return { words, options }
}

function findOptionName(optionText: string): OptionName {
  const name = optionNames.find((each) => optionText === `--${each}`)
  if (name === undefined) throw new Refusal('invalid', `there is no option ${optionText}: see help`)
  return name
}

function requireOptionValue(option: string, next: string | undefined): string {
  if (next === undefined || next.startsWith('--')) throw new Refusal('invalid', `${option} needs a value after it`)
  return next
}

/** The words and options that a usage line names. */
export function parseUsage(usage: string): { words: string[]; options: string[] } {
  return {
    words: usage
      .replaceAll(/\[[^\]]*\]|--\w+ \S+/g, '')
      .split(' ')
      .filter((name) => name !== ''),
    options: [...usage.matchAll(/--(\w+)/g)].map(([, name = '']) => name),
  }
}

/** A missing or invalid word or value. The command's usage is added to the message. */
export class UsageError extends Error {}

/** `--address`, `--postcode` and `--city`, all or none; undefined: none. */
export function parseAddress({ address: line, postcode, city }: ParsedCommand['options']) {
  if (line === undefined && postcode === undefined && city === undefined) return undefined
  if (line === undefined || postcode === undefined || city === undefined) {
    throw new UsageError('an address needs --address, --postcode and --city')
  }
  return { line, postalCode: postcode, city }
}

export function requireWord(words: readonly string[], index: number, name: string): string {
  return requireText(name, words[index])
}

export function parseNumber(name: string, text: string | undefined): number {
  return parseNumeric(name, text, 'a number', () => true)
}

export function parsePositive(name: string, text: string | undefined): number {
  return parseNumeric(name, text, 'a number above 0', (value) => value > 0)
}

export function parseCount(name: string, text: string | undefined): number {
  return parseNumeric(name, text, 'a whole number from 1', (value) => Number.isSafeInteger(value) && value >= 1)
}

export function requireOneOf<Value extends string>(values: readonly Value[], name: string, text: string): Value {
  const match = values.find((value) => value === text)
  if (match === undefined) throw new UsageError(`${name} must be one of ${values.join(', ')}, not "${text}"`)
  return match
}

function requireText(name: string, text: string | undefined): string {
  if (text === undefined) throw new UsageError(`${name} is missing`)
  return text
}

function parseNumeric(
  name: string,
  text: string | undefined,
  kind: string,
  isValid: (value: number) => boolean,
): number {
  const value = /^-?\d+(\.\d+)?$/.test(requireText(name, text)) ? Number(text) : Number.NaN
  if (!Number.isFinite(value) || !isValid(value)) throw new UsageError(`${name} must be ${kind}, not "${text}"`)
  return value
}
