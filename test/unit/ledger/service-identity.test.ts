// What the service's answer to the question who is behind the key means for the queue.
import { describe, expect, test } from 'vitest'
import type { Failure } from '../../../shared/workshop-api/index.ts'
import { identifyService } from '../../../src-main/ledger/outbox/service-identity.ts'

const after = (failure: Failure): unknown => {
  const answer = identifyService({ ok: false, failure })
  return 'effect' in answer ? answer.effect : answer
}

describe('a question that was not answered', () => {
  test.each<{ name: string; failure: Failure; code: string }>([
    {
      name: 'timed out is told as a network that is gone',
      failure: { kind: 'no_answer', cause: 'timeout', message: 'no answer within 15 s' },
      code: 'offline',
    },
    {
      name: 'was cut off is told as a network that is gone',
      failure: { kind: 'no_answer', cause: 'reset', message: 'the connection was cut' },
      code: 'offline',
    },
    {
      name: 'met a service with a fault is told as that',
      failure: { kind: 'server_error', status: 503, message: 'down', retryAfterSeconds: 5 },
      code: 'service_error',
    },
    {
      name: 'came back as something else is told as an answer that is not understood',
      failure: { kind: 'malformed', status: 200, problems: [{ path: 'key', message: 'missing' }], raw: {} },
      code: 'unexpected_answer',
    },
  ])('and $name, while the marks wait', ({ failure, code }) => {
    expect(after(failure)).toMatchObject({ kind: 'offline', problem: { code } })
  })
})
