// The error body of the service, and the status of every error code (specification 7 and service decision 2). Pure.
import * as z from 'zod'
import { day } from './scalars.ts'

export const errorStatus = {
  invalid_request: 400,
  unauthorized: 401,
  feature_not_in_plan: 403,
  prices_hidden: 403,
  scope_missing: 403,
  key_kind_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_in_progress: 409,
  stale_version: 409,
  invalid_transition: 409,
  sheet_superseded: 409,
  not_approved: 409,
  body_too_large: 413,
  file_too_large: 413,
  unsupported_file_type: 415,
  idempotency_key_reused: 422,
  params_invalid: 422,
  params_impossible: 422,
  material_not_offered: 422,
  price_unavailable: 422,
  too_many_files: 422,
  agreement_not_active: 422,
  position_not_in_agreement: 422,
  length_over_max: 422,
  delivery_date_not_allowed: 422,
  idempotency_key_required: 428,
  precondition_required: 428,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof errorStatus
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

export const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.enum(errorCodes),
    /** A Norwegian message for people. */
    message: z.string(),
    requestId: z.string().startsWith('req_'),
    /** Only for 429; equal to `Retry-After`. */
    retryAfterSeconds: z.int().min(0).optional(),
    fields: z.array(z.string()).optional(),
    feature: z.string().optional(),
    scope: z.string().optional(),
    nextPossibleDate: day.optional(),
    currentDrawingVersion: z.int().optional(),
    lineNo: z.int().optional(),
  }),
})
export type ErrorBody = z.infer<typeof errorBody>
