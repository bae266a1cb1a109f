// Rules of how every call is read and answered, each broken: idempotency, concurrency, lists, errors, keys, events.
import { of } from './mutation.ts'

export const ofCalls = [
  ...of(
    'src-service/http/answering.ts',
    [
      'a replay has no Location',
      "if (remembered.location !== null) reply.header('location', remembered.location)\n",
      '',
      '4.1.1 · same key and same content gives the same response',
    ],
    [
      'other content is answered with the old answer',
      'remembered?.contentHash === hash',
      'remembered !== null',
      '4.1.1 · same key with different content is 422 idempotency_key_reused',
    ],
    [
      'a replayed error has the old request id',
      "name === 'requestId' ? requestId : value",
      "name === '' ? value : value",
      '4.1.1 · a refused call is remembered too, but for who called and how often',
    ],
    [
      'refusals are forgotten',
      'return status < 500 &&',
      'return status < 400 &&',
      '4.1.1 · a refused call is remembered too, but for who called and how often',
    ],
    [
      'two calls of one key run side by side',
      'if (scope === null || !wellFormed(scope.idempotencyKey)) return\n',
      'if (scope !== null) return\n',
      '4.1.1 · a second request while the first runs is 409 idempotency_in_progress with Retry-After',
    ],
    [
      'an Idempotency-Key counts for all paths',
      'path: pathOf(request.url), idempotencyKey }',
      "path: '', idempotencyKey }",
      '4.1.1 · a key counts for one API key, method and path',
    ],
    [
      'Location is not sent',
      "if (answer.location !== undefined) reply.header('location', answer.location)\n",
      '',
      '4.2 · POST /orders answers 201 with the order and its Location',
    ],
  ),
  ...of(
    'src-service/http/idempotency.ts',
    [
      'spaces are taken in an Idempotency-Key',
      '/^[\\x21-\\x7e]+$/',
      '/^[\\x20-\\x7e]+$/',
      '4.1.1 · the key has 8 to 255 visible ASCII characters',
    ],
    [
      'the order of members makes other content',
      '.toSorted(([one], [other]) => (one < other ? -1 : 1))',
      '',
      '4.1.1 · content is compared as JSON, not as text',
    ],
  ),
  ...of(
    'src-service/http/if-match.ts',
    [
      'If-Match is read without quotes too',
      '/^"v([1-9]\\d{0,14})"$/',
      '/^"?v([1-9]\\d{0,14})"?$/',
      '4.1.2 · If-Match is "v<version>" with its quotes',
    ],
    [
      'a bare number is a version',
      '/^"v([1-9]\\d{0,14})"$/',
      '/^"v?([1-9]\\d{0,14})"$/',
      '4.1.2 · If-Match is "v<version>" with its quotes',
    ],
  ),
  ...of(
    'src-service/http/sending.ts',
    [
      'errors name another request id',
      'send(JSON.stringify(errorBodyOf(failure, request.id)))',
      'send(JSON.stringify(errorBodyOf(failure, newRequestId())))',
      '7 · requestId equals X-Request-Id, with its req_ prefix',
    ],
    ['request ids have another prefix', '`req_${', '`id_${', '7 · requestId equals X-Request-Id, with its req_ prefix'],
    [
      'idempotency_in_progress has no Retry-After',
      "if (code === 'idempotency_in_progress') return inProgressForSeconds\n",
      '',
      '4.1.1 · a second request while the first runs is 409 idempotency_in_progress with Retry-After',
    ],
    [
      '429 has no Retry-After',
      'return details.retryAfterSeconds ?? null',
      'return null',
      '8 · over a limit: 429 with Retry-After to the end of its window',
    ],
    [
      'Remaining is not sent',
      '[headers.remaining]: String(remaining),\n',
      '',
      '4.1.5 · every response carries the rate headers and a request id',
    ],
  ),
  ...of(
    'src-service/http/page.ts',
    [
      'every page says that more follow',
      'rows.length > limit && last',
      'last',
      '4.1.4 · nextCursor null means no more pages',
    ],
    ['a page is one too long', 'rows.slice(0, limit)', 'rows', '4.1.4 · limit is 1–100, default 25'],
  ),
  ...of(
    'shared/workshop-api/endpoints/endpoint.ts',
    ['a page has 50 by default', '.default(25)', '.default(50)', '4.1.4 · limit is 1–100, default 25'],
    ['limit 101 is taken', '.max(100)', '.max(101)', '4.1.4 · limit outside 1–100 is 400'],
    ['limit 0 is taken', 'z.int().min(1).max', 'z.int().min(0).max', '4.1.4 · limit outside 1–100 is 400'],
  ),
  ...of('src-service/http/checked-call.ts', [
    'an id that is wrong is told before the body',
    '  const endpoint: Endpoint = endpoints[name]\n',
    '  const endpoint: Endpoint = endpoints[name]\n  checkedParams(endpoint.params, sent.params)\n',
    '7 · checks: 400 before 404',
  ]),
  ...of(
    'src-service/keys/key-ring.ts',
    [
      'a revoked key is let in',
      "WHERE k.hash = ? || '' AND k.revoked_at IS NULL",
      "WHERE k.hash = ? || ''",
      '5 · a revoked key is refused at once and for good',
    ],
    [
      'a revoked key is let in until the service restarts',
      'if (of !== keptOf) kept.clear()\n',
      '',
      '5 · a revoked key is refused at once and for good',
    ],
    ['a workshop has eleven keys', '>= maxKeysInUse', '> maxKeysInUse', '5 · a workshop has at most 10 keys in use'],
    [
      'revoked keys count among the ten',
      'WHERE workshop_id = ? AND revoked_at IS NULL',
      'WHERE workshop_id = ?',
      '5 · revoked keys do not count among the 10',
    ],
    [
      'a test key may have customers:write',
      "order.environment === 'test' && liveOnlyScopes",
      'false && liveOnlyScopes',
      '5 · no test key can have customers:write',
    ],
    [
      'a customer key may have production:read',
      "kind === 'customer' && workshopOnlyScopes",
      'false && workshopOnlyScopes',
      '5 · production and reports scopes are for workshop keys',
    ],
    [
      'a test key sees live data',
      "key.environment === 'test' ? 1 : 0",
      '0',
      '5 · a test key sees test data, a live key live data',
    ],
    [
      'a customer key sees the whole workshop',
      'customerId: key.customerId }',
      'customerId: null }',
      '4.6 · a customer key sees only its own customer',
    ],
  ),
  ...of('src-service/keys/key-list.ts', [
    'the last call is kept for 15 days',
    '14 * 86_400_000',
    '15 * 86_400_000',
    '5 · a keys last call is kept for 14 days',
  ]),
  ...of(
    'src-service/keys/read-me.ts',
    [
      'departments are shown with one',
      'departments.length >= 2',
      'departments.length >= 1',
      '4.2 · GET /me shows departments only from two on',
    ],
    [
      'modules that are off are features',
      '[name, workshop.modules.includes(name)]',
      '[name, true]',
      '4.2 · GET /me shows workshop, key, features, modules and the version',
    ],
  ),
  ...of(
    'src-service/events/event-pages.ts',
    [
      'after is inclusive',
      'AND id > ? AND id >= ?',
      'AND id >= ? AND id >= ?',
      '6.2 · a consumer that reads on from the last id misses none and gets none twice',
    ],
    [
      'the newest event comes first',
      'ORDER BY id LIMIT ?',
      'ORDER BY id DESC LIMIT ?',
      '6.2 · GET /events gives the oldest first, after the id in after',
    ],
    [
      'gap is never told',
      'after !== undefined &&\n      from',
      'false &&\n      from',
      '6.2 · gap tells that after is too old or unknown to the service',
    ],
    [
      'a customer key gets every customers events',
      '(? IS NULL OR customer_id = ?)',
      '(? IS NULL OR customer_id = ? OR 1)',
      '6.3 · an event reaches its own customer alone',
    ],
    [
      'types is not looked at',
      '.filter((type) => wanted.has(type))',
      '',
      '6.2 · types takes types, several of them, and groups',
    ],
  ),
  ...of(
    'src-service/events/event-audience.ts',
    ['customers are told what is paid', "  'order.paid',\n", '', '6.3 · order.paid does not reach a customer key'],
    [
      'customers are told what is bent',
      "  'bending_sheet.bent',\n  'bending_sheet.rework',\n])",
      "  'bending_sheet.rework',\n])",
      '6.3 · bending_sheet.bent never reaches a customer key',
    ],
    [
      'customers are told of undone invoices',
      "  'order.invoice_undone',\n",
      '',
      '6.3 · order.invoice_undone does not reach a customer key',
    ],
    [
      'customers are not told what is ready',
      "  'order.paid',\n",
      "  'order.paid',\n  'order.ready',\n",
      '6.3 · order.ready reaches a customer key',
    ],
    [
      'events come of modules that are off',
      'return module === undefined || modules.includes(module)',
      'return module === undefined || modules !== null',
      '6.1 · a workshop gets events of the modules it has, no others',
    ],
  ),
]
