// The common parts of answers: the request id, the rate headers, and the error body (specification 7).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { errorStatus, headers } from '../../shared/workshop-api/index.ts'
import type { ErrorBody } from '../../shared/workshop-api/index.ts'
import type { Rate } from '../limits/index.ts'
import type { Failure } from '../operation/index.ts'

export const json = 'application/json; charset=utf-8'
const unavailableForSeconds = 5
const inProgressForSeconds = 1

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`
}

export function commonHeaders(requestId: string, { limit, remaining, reset }: Rate): Record<string, string> {
  return {
    [headers.requestId]: requestId,
    [headers.limit]: String(limit),
    [headers.remaining]: String(remaining),
    [headers.reset]: String(reset),
  }
}

export function errorBodyOf({ code, message, details }: Failure, requestId: string): ErrorBody {
  return { error: { code, message, ...details, requestId } }
}

/** Adds `Retry-After` in seconds where the caller may try again, and `WWW-Authenticate` to a 401 (RFC 9110, 11.6.1). */
export function sendFailure(reply: FastifyReply, request: FastifyRequest, failure: Failure): void {
  const retryAfter = retryAfterOf(failure)
  if (retryAfter !== null) reply.header(headers.retryAfter, String(retryAfter))
  const status = errorStatus[failure.code]
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  void reply
    .code(status)
    .type(json)
    .send(JSON.stringify(errorBodyOf(failure, request.id)))
}

function retryAfterOf({ code, details }: Failure): number | null {
  if (code === 'unavailable') return unavailableForSeconds
  if (code === 'idempotency_in_progress') return inProgressForSeconds
  return details.retryAfterSeconds ?? null
}
