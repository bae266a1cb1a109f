// Mutations of the rules for all calls: idempotency, concurrency, lists, errors, keys, events.
import { mutationsOf } from './mutation.ts'

export const callMutations = [
  ...mutationsOf(
    'src-service/http/operation-runner.ts',
    [
      'a replay has no Location',
      "if (stored.location !== null) reply.header('location', stored.location)\n",
      '',
      '4.1.1 · the same key and content get the same response',
    ],
    [
      'a repeated key with other content gets the remembered answer',
      'stored?.contentHash === hash',
      'stored !== null',
      '4.1.1 · the same key with different content is 422 idempotency_key_reused',
    ],
    [
      'a replayed error has the old request id',
      "name === 'requestId' ? requestId : value",
      "name === '' ? value : value",
      '4.1.1 · an error is remembered too, except 401 and 429',
    ],
    [
      'errors are not remembered',
      'return status < 500 &&',
      'return status < 400 &&',
      '4.1.1 · an error is remembered too, except 401 and 429',
    ],
    [
      'two calls with one Idempotency-Key run at the same time',
      'if (scope === null || !isWellFormedKey(scope.idempotencyKey)) return\n',
      'if (scope !== null) return\n',
      '4.1.1 · a second request while the first runs is 409 idempotency_in_progress with Retry-After',
    ],
    [
      'an Idempotency-Key applies to all paths',
      'path: pathOf(request.url), idempotencyKey }',
      "path: '', idempotencyKey }",
      '4.1.1 · an idempotency key applies to one API key, method and path',
    ],
    [
      'Location is not sent',
      "if (location !== undefined) reply.header('location', location)\n",
      '',
      '4.2 · POST /orders returns 201 with the order and its Location',
    ],
  ),
  ...mutationsOf(
    'src-service/http/idempotency.ts',
    [
      'an Idempotency-Key can contain spaces',
      '/^[\\x21-\\x7e]+$/',
      '/^[\\x20-\\x7e]+$/',
      '4.1.1 · the key has 8 to 255 visible ASCII characters',
    ],
    [
      'bodies with reordered members are different content',
      '.toSorted(([one], [other]) => (one < other ? -1 : 1))',
      '',
      '4.1.1 · content is compared as JSON, not as text',
    ],
  ),
  ...mutationsOf(
    'src-service/http/request/checked-call.ts',
    [
      'If-Match is accepted without quotation marks',
      '/^"v([1-9]\\d{0,14})"$/',
      '/^"?v([1-9]\\d{0,14})"?$/',
      '4.1.2 · If-Match is "v<version>" with its quotes',
    ],
    [
      'If-Match is accepted without the v',
      '/^"v([1-9]\\d{0,14})"$/',
      '/^"v?([1-9]\\d{0,14})"$/',
      '4.1.2 · If-Match is "v<version>" with its quotes',
    ],
  ),
  ...mutationsOf(
    'src-service/http/sending.ts',
    [
      'errors have another request id',
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
      '8 · over a limit: 429 with Retry-After until the end of the window',
    ],
    [
      'Remaining is not sent',
      '[headers.remaining]: String(remaining),\n',
      '',
      '4.1.5 · every response has the rate-limit headers and a request id',
    ],
  ),
  ...mutationsOf(
    'src-service/operation/page.ts',
    ['every page has a cursor', 'rows.length > limit && last', 'last', '4.1.4 · nextCursor null means no more pages'],
    ['a page has one entry too many', 'rows.slice(0, limit)', 'rows', '4.1.4 · limit is 1–100, default 25'],
  ),
  ...mutationsOf(
    'shared/workshop-api/endpoints/endpoint.ts',
    ['a page has 50 entries by default', '.default(25)', '.default(50)', '4.1.4 · limit is 1–100, default 25'],
    ['limit 101 is accepted', '.max(100)', '.max(101)', '4.1.4 · limit outside 1–100 is 400'],
    ['limit 0 is accepted', 'z.int().min(1).max', 'z.int().min(0).max', '4.1.4 · limit outside 1–100 is 400'],
  ),
  ...mutationsOf('src-service/http/request/checked-call.ts', [
    'an invalid id is reported before an invalid body',
    '  const endpoint: Endpoint = endpoints[name]\n',
    '  const endpoint: Endpoint = endpoints[name]\n  checkedParams(endpoint.params, request.params)\n',
    '7 · checks: 400 before 404',
  ]),
  ...mutationsOf(
    'src-service/keys/key-ring.ts',
    [
      'a revoked key is accepted',
      "WHERE k.hash = ? || '' AND k.revoked_at IS NULL",
      "WHERE k.hash = ? || ''",
      '5 · a revoked key is rejected at once and permanently',
    ],
    [
      'a revoked key is accepted until the service restarts',
      'if (writes !== cachedAtWrites) cache.clear()\n',
      '',
      '5 · a revoked key is rejected at once and permanently',
    ],
    [
      'a workshop can have eleven keys',
      '>= maxKeysInUse',
      '> maxKeysInUse',
      '5 · a workshop has at most 10 active keys',
    ],
    [
      'revoked keys count towards the ten',
      'WHERE workshop_id = ? AND revoked_at IS NULL',
      'WHERE workshop_id = ?',
      '5 · revoked keys do not count towards the 10',
    ],
    [
      'a test key can have customers:write',
      "newKey.environment === 'test' && liveOnlyScopes",
      'false && liveOnlyScopes',
      '5 · a test key cannot have customers:write',
    ],
    [
      'a customer key can have production:read',
      "kind === 'customer' && workshopOnlyScopes",
      'false && workshopOnlyScopes',
      '5 · production and reports scopes are only for workshop keys',
    ],
    [
      'a test key sees live data',
      "key.environment === 'test' ? 1 : 0",
      '0',
      '5 · a test key sees test data, a live key sees live data',
    ],
    [
      'a customer key sees the whole workshop',
      'customerId: key.customerId }',
      'customerId: null }',
      '4.6 · a customer key sees only its own customer',
    ],
  ),
  ...mutationsOf('src-service/keys/key-list.ts', [
    'the last call is stored for 15 days',
    '14 * dayMs',
    '15 * dayMs',
    '5 · the last call of a key is stored for 14 days',
  ]),
  ...mutationsOf(
    'src-service/read-me.ts',
    [
      'a single department is shown',
      'departments.length >= 2',
      'departments.length >= 1',
      '4.2 · GET /me returns departments only if there are two or more',
    ],
    [
      'modules that are off are features',
      '[name, workshop.modules.includes(name)]',
      '[name, true]',
      '4.2 · GET /me returns workshop, key, features, modules and version',
    ],
  ),
  ...mutationsOf(
    'src-service/events/event-pages.ts',
    [
      'after is inclusive',
      'AND id > ? AND id >= ?',
      'AND id >= ? AND id >= ?',
      '6.2 · a consumer that continues from the last id gets each event once',
    ],
    [
      'the newest event comes first',
      'ORDER BY id LIMIT ?',
      'ORDER BY id DESC LIMIT ?',
      '6.2 · GET /events returns the oldest first, after the id in after',
    ],
    [
      'gap is never true',
      'after !== undefined &&\n      afterId',
      'false &&\n      afterId',
      '6.2 · gap is true if after is too old or unknown',
    ],
    [
      'a customer key gets the events of every customer',
      '(? IS NULL OR customer_id = ?)',
      '(? IS NULL OR customer_id = ? OR 1)',
      '6.3 · an event reaches only its own customer',
    ],
    [
      'types is ignored',
      '.filter((type) => requestedTypes.has(type))',
      '',
      '6.2 · types accepts one type, several types, and groups',
    ],
  ),
  ...mutationsOf(
    'src-service/events/event-audience.ts',
    ['customer keys get order.paid', "  'order.paid',\n", '', '6.3 · order.paid does not reach a customer key'],
    [
      'customer keys get bending_sheet.bent',
      "  'bending_sheet.bent',\n  'bending_sheet.rework',\n])",
      "  'bending_sheet.rework',\n])",
      '6.3 · bending_sheet.bent never reaches a customer key',
    ],
    [
      'customer keys get order.invoice_undone',
      "  'order.invoice_undone',\n",
      '',
      '6.3 · order.invoice_undone does not reach a customer key',
    ],
    [
      'customer keys do not get order.ready',
      "  'order.paid',\n",
      "  'order.paid',\n  'order.ready',\n",
      '6.3 · order.ready reaches a customer key',
    ],
    [
      'events of inactive modules are sent',
      'return module === undefined || modules.includes(module)',
      'return module === undefined || modules !== null',
      '6.1 · a workshop gets only the events of its modules',
    ],
  ),
]
