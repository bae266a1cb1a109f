// Which errors an operation can give, reckoned from its row of the table, and how the description shows them: the one error body,
// and for each code the member that it carries (specification 7, decision 2). Pure.
import type { Endpoint } from '../endpoints/index.ts'
import { errorBody, errorCodes, errorStatus } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'
import type { Json, Schemas } from './schemas.ts'

/** What any call can be told, whatever it asks for: 400 also for a header or a parameter that cannot be read. */
const always: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'rate_limited',
  'internal_error',
  'unavailable',
]

/** The member of the error body that a code never comes without. */
const carries: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'fields',
  feature_not_in_plan: 'feature',
  scope_missing: 'scope',
  rate_limited: 'retryAfterSeconds',
  delivery_date_not_allowed: 'nextPossibleDate',
  sheet_superseded: 'currentDrawingVersion',
}

const meanings: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'Something that was sent cannot be read or is not allowed: `fields` names it.',
  unauthorized: 'The key is missing, malformed, wrong or revoked.',
  feature_not_in_plan: 'The workshop has not switched on the module named in `feature`.',
  prices_hidden: 'Prices are hidden for this key.',
  scope_missing: 'The key lacks the scope named in `scope`.',
  key_kind_not_allowed: 'The operation needs the workshop’s own key.',
  not_found: 'There is no such thing that this key may see.',
  method_not_allowed: 'The address has no such method.',
  idempotency_in_progress: 'The first call with this Idempotency-Key has not been answered yet.',
  stale_version: 'The version in If-Match is not the newest: fetch it again.',
  invalid_transition: 'The status that it has does not allow this.',
  sheet_superseded: 'The sheet has a newer drawing: `currentDrawingVersion`.',
  not_approved: 'The customer has not approved the sheet.',
  body_too_large: 'The body is too large.',
  file_too_large: 'The file is over 15 MB.',
  unsupported_file_type: 'The type of the content is none that is taken here.',
  idempotency_key_reused: 'The Idempotency-Key has been used with another content.',
  params_invalid: 'The measures of a line are not valid.',
  params_impossible: 'The measures of a line cannot be made.',
  material_not_offered: 'The material of a line is not offered.',
  price_unavailable: 'The price cannot be reckoned.',
  too_many_files: 'The order has as many files as it may have.',
  agreement_not_active: 'The agreement is not active.',
  position_not_in_agreement: 'The position is not in the agreement.',
  length_over_max: 'The length is over what the agreement allows.',
  delivery_date_not_allowed: 'The date is not possible: `nextPossibleDate` is.',
  idempotency_key_required: 'The header Idempotency-Key is missing.',
  precondition_required: 'The header If-Match is missing.',
  rate_limited: 'A limit is reached: try again after `retryAfterSeconds`.',
  internal_error: 'The service has failed; nothing was changed.',
  unavailable: 'The service is starting or ending.',
}

/** Every code that an operation can answer with. */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const { scope, kinds, modules, params, body, idempotencyKey, ifMatch, errors } = endpoint
  const can = new Set<ErrorCode>([...always, ...errors])
  const where = (condition: boolean, ...codes: ErrorCode[]) => {
    if (condition) for (const code of codes) can.add(code)
  }
  where(scope !== null, 'scope_missing')
  where(!kinds.includes('customer'), 'key_kind_not_allowed')
  where(modules.length > 0, 'feature_not_in_plan')
  where(Object.keys(params.shape).length > 0, 'not_found')
  where(body !== null, 'body_too_large', 'unsupported_file_type')
  where(idempotencyKey === 'required', 'idempotency_key_required')
  where(idempotencyKey !== 'ignored', 'idempotency_in_progress', 'idempotency_key_reused')
  where(ifMatch, 'precondition_required', 'stale_version')
  return errorCodes.filter((code) => can.has(code))
}

/** The answers of each status that some of the codes have: by status, their description and schema. */
export function errorAnswers(
  codes: readonly ErrorCode[],
  to: Schemas,
): Map<number, { codes: ErrorCode[]; schema: Json }> {
  const answers = new Map<number, { codes: ErrorCode[]; schema: Json }>()
  for (const status of new Set(codes.map((code) => errorStatus[code]))) {
    const here = codes.filter((code) => errorStatus[code] === status)
    const [first, ...others] = here.map((code) => errorSchema(code, to))
    if (first === undefined) continue
    answers.set(status, { codes: here, schema: others.length === 0 ? first : { oneOf: [first, ...others] } })
  }
  return answers
}

export function meaningOf(code: ErrorCode): string {
  return `\`${code}\`: ${meanings[code]}`
}

function errorSchema(code: ErrorCode, to: Schemas): Json {
  const member = carries[code]
  return to.add(`Error_${code}`, {
    description: meanings[code],
    allOf: [
      to.answer(errorBody, 'ErrorBody'),
      {
        type: 'object',
        properties: {
          error: {
            type: 'object',
            properties: { code: { const: code } },
            required: ['code', ...(member === undefined ? [] : [member])],
          },
        },
      },
    ],
  })
}
