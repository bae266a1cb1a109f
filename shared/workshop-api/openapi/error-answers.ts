// Derives the errors of an operation from its endpoint, and describes them: one error body, and for each code the member that it
// always contains (specification 7, service decision 2). Pure.
import type { Endpoint } from '../endpoints/index.ts'
import { errorBody, errorCodes, errorStatus } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'
import type { Json, Schemas } from './schemas.ts'

/** The errors of every call. A header or parameter that cannot be parsed is 400, too. */
const always: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'rate_limited',
  'internal_error',
  'unavailable',
]

/** The member of the error body that a code always has. */
const requiredMember: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'fields',
  feature_not_in_plan: 'feature',
  scope_missing: 'scope',
  rate_limited: 'retryAfterSeconds',
  delivery_date_not_allowed: 'nextPossibleDate',
  sheet_superseded: 'currentDrawingVersion',
}

const meanings: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'The request is malformed or contains a value that is not allowed. `fields` names it.',
  unauthorized: 'The key is missing, malformed, wrong or revoked.',
  feature_not_in_plan: 'The module in `feature` is not active for the workshop.',
  prices_hidden: 'Prices are hidden for this key.',
  scope_missing: 'The key does not have the scope in `scope`.',
  key_kind_not_allowed: 'The operation requires a workshop key.',
  not_found: 'The resource does not exist, or this key may not see it.',
  method_not_allowed: 'The address does not support this method.',
  idempotency_in_progress: 'The first call with this Idempotency-Key is still running.',
  stale_version: 'The version in If-Match is not the current one. Read the resource again.',
  invalid_transition: 'The current status does not allow this operation.',
  sheet_superseded: 'The sheet has a newer drawing. Its version is `currentDrawingVersion`.',
  not_approved: 'The customer has not approved the sheet.',
  body_too_large: 'The body is too large.',
  file_too_large: 'The file is larger than 15 MB.',
  unsupported_file_type: 'The content type is not supported.',
  idempotency_key_reused: 'The Idempotency-Key was used with other content.',
  params_invalid: 'The dimensions of a line are not valid.',
  params_impossible: 'A profile with the dimensions of a line cannot be made.',
  material_not_offered: 'The material of a line is not offered.',
  price_unavailable: 'The price cannot be computed.',
  too_many_files: 'The order has the maximum number of files.',
  agreement_not_active: 'The agreement is not active.',
  position_not_in_agreement: 'The position is not in the agreement.',
  length_over_max: 'The length exceeds the maximum of the agreement.',
  delivery_date_not_allowed: 'The date is not possible. The next possible date is `nextPossibleDate`.',
  idempotency_key_required: 'The header Idempotency-Key is missing.',
  precondition_required: 'The header If-Match is missing.',
  rate_limited: 'A limit is reached. Retry after `retryAfterSeconds`.',
  internal_error: 'The service failed. Nothing was changed.',
  unavailable: 'The service is starting, shutting down or busy. Retry after `Retry-After`.',
}

/** Every error code of an operation. */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const { scope, kinds, modules, params, body, idempotencyKey, ifMatch, errors } = endpoint
  const possible = new Set<ErrorCode>([...always, ...errors])
  const addIf = (condition: boolean, ...codes: ErrorCode[]) => {
    if (condition) for (const code of codes) possible.add(code)
  }
  addIf(scope !== null, 'scope_missing')
  addIf(!kinds.includes('customer'), 'key_kind_not_allowed')
  addIf(modules.length > 0, 'feature_not_in_plan')
  addIf(Object.keys(params.shape).length > 0, 'not_found')
  addIf(body !== null, 'body_too_large', 'unsupported_file_type')
  addIf(idempotencyKey === 'required', 'idempotency_key_required')
  addIf(idempotencyKey !== 'ignored', 'idempotency_in_progress', 'idempotency_key_reused')
  addIf(ifMatch, 'precondition_required', 'stale_version')
  return errorCodes.filter((code) => possible.has(code))
}

/** The error responses by status: the codes of the status, and the schema. */
export function errorAnswers(
  codes: readonly ErrorCode[],
  to: Schemas,
): Map<number, { codes: ErrorCode[]; schema: Json }> {
  const answers = new Map<number, { codes: ErrorCode[]; schema: Json }>()
  for (const status of new Set(codes.map((code) => errorStatus[code]))) {
    const codesOfStatus = codes.filter((code) => errorStatus[code] === status)
    const [first, ...others] = codesOfStatus.map((code) => errorSchema(code, to))
    if (first === undefined) continue
    answers.set(status, { codes: codesOfStatus, schema: others.length === 0 ? first : { oneOf: [first, ...others] } })
  }
  return answers
}

export function meaningOf(code: ErrorCode): string {
  return `\`${code}\`: ${meanings[code]}`
}

function errorSchema(code: ErrorCode, to: Schemas): Json {
  const member = requiredMember[code]
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
