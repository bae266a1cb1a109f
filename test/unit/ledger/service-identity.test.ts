// How a failed identification of the service affects the queue.
import { describe, expect, test } from 'vitest'
import { failed } from '../../../shared/base/result.ts'
import type { Failure } from '../../../shared/workshop-api/index.ts'
import { identifyService } from '../../../src-main/ledger/outbox/service-identity.ts'

const effectOf = (failure: Failure): unknown => {
  const answer = identifyService(failed(failure))
  return 'effect' in answer ? answer.effect : answer
}

describe('an identification', () => {
  test.each<{ name: string; failure: Failure; code: string }>([
    {
      name: 'times out means an offline network',
      failure: { kind: 'no_answer', cause: 'timeout', message: 'no answer within 15 s' },
      code: 'offline',
    },
    {
      name: 'is interrupted means an offline network',
      failure: { kind: 'no_answer', cause: 'reset', message: 'the connection was cut' },
      code: 'offline',
    },
    {
      name: 'gets a server error means a faulty service',
      failure: { kind: 'server_error', status: 503, message: 'down', retryAfterSeconds: 5 },
      code: 'service_error',
    },
    {
      name: 'gets another answer means an unexpected answer',
      failure: { kind: 'malformed', status: 200, problems: [{ path: 'key', message: 'missing' }], raw: {} },
      code: 'unexpected_answer',
    },
  ])('that $name, and the marks wait', ({ failure, code }) => {
    expect(effectOf(failure)).toMatchObject({ kind: 'offline', problem: { code } })
  })
})
