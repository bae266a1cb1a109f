// Mutations of the rules for webhooks: addresses, recipients, deliveries and retries.
import { mutationsOf } from './mutation.ts'

const publicOnly = '6.1 · only public addresses are used'
const selectedEvents = '6.1 · an address gets the events and groups that it selects'
const apart = '5 · a test webhook address gets test orders only, a live one live orders only'
const tries = '6.2 · a failed delivery is retried for about 45 hours, with increasing pauses'
const fifty = '6.2 · 50 failures in a row deactivate the address'
const last20 = '6.1 · the last 20 deliveries are shown with their answers and can be sent again'
const retriedDelivery = '6.2 · a delivery without a 2xx answer within 10 seconds is retried'
const secrets = '6.2 · the previous secret also signs for 24 hours after a change'
const signed = '6.2 · a delivery is signed over its timestamp and raw body'
const headers = '6.2 · a delivery is a POST of JSON with its headers'
const size = '6.2 · a message is under 256 KB'
const reactivation = '6.2 · the workshop can reactivate an address'

export const webhookMutations = [
  ...mutationsOf(
    'src-service/network/address-rules.ts',
    [
      'http is accepted',
      "url.protocol !== 'https:'",
      '!/^https?:$/.test(url.protocol)',
      '6.1 · an address starts with https://',
    ],
    ['any port is accepted', '!ports.includes(url.port)', 'false', '6.1 · the port of an address is 443 or 8443'],
    ['only the default port is accepted', "['', '8443']", "['']", '6.1 · the port of an address is 443 or 8443'],
    [
      'an IP address is accepted as the host',
      'isIP(host) !== 0',
      'isIP(host) > 9',
      '6.1 · the host of an address is a name, not an IP address',
    ],
    ['a user name is accepted', "url.username !== '' || ", '', '6.1 · an address has no user name or password'],
    ['a password is accepted', " || url.password !== ''", '', '6.1 · an address has no user name or password'],
    ['host names of one label are accepted', 'labels.length < 2 || ', '', publicOnly],
    ['private host names are accepted', ' || notPublicTopLevels.includes(topLevel)', '', publicOnly],
  ),
  ...mutationsOf(
    'src-service/senders/webhook-sender.ts',
    [
      'the resolved address is not checked',
      'if (forbidden !== undefined) throw',
      'if (forbidden === null) throw',
      publicOnly,
    ],
    [
      'a redirect counts as a success',
      'status >= 200 && status < 300',
      'status >= 200 && status < 400',
      '6.2 · redirects are never followed',
    ],
    ['any answer counts as a success', 'status >= 200 && status < 300', 'status >= 200', retriedDelivery],
    ['only 200 counts as a success', 'status >= 200 && status < 300', 'status === 200', retriedDelivery],
  ),
  ...mutationsOf(
    'src-service/senders/delivery-worker.ts',
    ['attempts are counted from zero', 'String(attempts + 1)', 'String(attempts)', headers],
    ['the header of the event type is missing', "      'Service-Event-Type': type,\n", '', headers],
    ['the header has another name', "'service-webhooks/1'", "'service-webhooks/2'", headers],
    [
      'each attempt is signed with an earlier time',
      'Math.floor(this.#parts.now() / 1000)',
      'Math.floor(this.#parts.now() / 1000) - attempts * 600',
      '6.2 · each attempt has a new signature',
    ],
    ['the time is in milliseconds', 'Math.floor(this.#parts.now() / 1000)', 'this.#parts.now()', signed],
  ),
  ...mutationsOf(
    'src-service/webhooks/signature.ts',
    ['the time is not signed', 'update(`${seconds}.`).', '', signed],
    [
      'the old secret does not sign after a change',
      'const parts = secrets.map(',
      'const parts = secrets.slice(0, 1).map(',
      secrets,
    ],
    [
      'the new secret does not sign after a change',
      'const parts = secrets.map(',
      'const parts = secrets.slice(-1).map(',
      secrets,
    ],
    ['the time comes last in the signature', '[`t=${seconds}`, ...parts]', '[...parts, `t=${seconds}`]', signed],
  ),
  ...mutationsOf(
    'src-service/webhooks/delivery-queue.ts',
    [
      'live and test events go to the same addresses',
      'const livemode = 1 - address.is_test',
      'const livemode = address.is_test',
      apart,
    ],
    [
      'an address for one customer gets the events of all',
      'AND (? IS NULL OR customer_id = ?) ORDER BY id`',
      'AND (? IS NULL OR ? IS NOT NULL) ORDER BY id`',
      '6.1 · an address for one customer gets only the events of that customer',
    ],
    [
      'a customer’s address gets events that are not for customers',
      'keyKind.parse(address.audience)',
      "keyKind.parse('workshop')",
      '6.1 · an address of a customer gets what a customer key gets',
    ],
    [
      'every address gets every event',
      'filter((type) => requestedTypes.has(type))',
      'filter((type) => requestedTypes.size > 0 || type)',
      selectedEvents,
    ],
    [
      'the size limit of messages is one byte too low',
      'const maxBodyBytes = webhookLimits.bodyBytes',
      'const maxBodyBytes = webhookLimits.bodyBytes - 1',
      size,
    ],
    [
      'failed deliveries are not repeated',
      'const isRetried = failure !== null && ',
      'const isRetried = failure === null && ',
      tries,
    ],
    [
      'successful deliveries are repeated',
      'const isRetried = failure !== null && ',
      'const isRetried = ',
      retriedDelivery,
    ],
    ['all pauses have the same length', 'webhookPauses[row.attempts]', 'webhookPauses[0]', tries],
    [
      'a 410 is handled like other failures',
      'status === goneStatus\n',
      'status === 0\n',
      '6.2 · a 410 deactivates the address at once',
    ],
    [
      'a success does not reset the count of failures',
      'failure === null ? 0 : row.failures + 1',
      'failure === null ? row.failures : row.failures + 1',
      fifty,
    ],
    [
      'the workshop gets no notice',
      '    this.#webhooks.addNotice(row.workshop_id, notice, nowMs)\n',
      '',
      '6.2 · the workshop is notified of a deactivated address',
    ],
    [
      'any stored delivery can be sent again',
      'if (!this.list(addressId).some(({ id }) => id === deliveryId))',
      'if (this.list(addressId).length === 0)',
      last20,
    ],
    [
      'a delivery that is sent again has another id',
      'SET last_try = due_at IS NULL,',
      'SET event_id = type, last_try = due_at IS NULL,',
      '6.2 · a consumer detects a duplicate by its event id',
    ],
    ['a ping is stored as an event', "type: 'ping',", "type: 'order.updated',", '6.1 · a ping is a test event'],
  ),
  ...mutationsOf(
    'src-service/webhooks/webhook-store.ts',
    [
      'unknown event names are accepted',
      'if (parseTypes(types) === null) throw',
      'if (types === null) throw',
      '6.1 · an unknown event or group is rejected',
    ],
    [
      'eleven addresses are accepted',
      '.count >= webhookLimits.addresses',
      '.count > webhookLimits.addresses',
      '8 · at most 10 webhook addresses',
    ],
    [
      'events from while the address was off are sent',
      "UPDATE webhook_address SET active = 1, failures = 0, seen_event = (SELECT coalesce(max(id), '') FROM event)",
      'UPDATE webhook_address SET active = 1, failures = 0',
      reactivation,
    ],
    ['an address cannot be turned on again', 'SET active = 1, failures', 'SET active = 0, failures', reactivation],
  ),
  ...mutationsOf('src-service/admin/actions/webhook-actions.ts', [
    'a test event is sent to an address that is off',
    'if (!address.active) throw',
    'if (address === null) throw',
    '6.2 · a 410 deactivates the address at once',
  ]),
  ...mutationsOf(
    'shared/workshop-api/limits.ts',
    ['a receiver has one second to answer', 'answerSeconds: 10,', 'answerSeconds: 1,', retriedDelivery],
    ['51 failures turn an address off', 'failuresInARow: 50,', 'failuresInARow: 51,', fifty],
    ['49 failures turn an address off', 'failuresInARow: 50,', 'failuresInARow: 49,', fifty],
    ['the last 21 deliveries are listed', 'keptDeliveries: 20,', 'keptDeliveries: 21,', last20],
    ['the old secret signs for 23 hours', 'oldSecretHours: 24,', 'oldSecretHours: 23,', secrets],
    ['the old secret signs for 25 hours', 'oldSecretHours: 24,', 'oldSecretHours: 25,', secrets],
    ['a message can have 256 KB', 'bodyBytes: 256 * 1024,', 'bodyBytes: 256 * 1024 + 1,', size],
    ['the last pause is 5 hours', '21_600, 21_600, 21_600,\n', '21_600, 21_600, 18_000,\n', tries],
    ['the first pause is a minute', '\n  10, 30, 120,', '\n  60, 30, 120,', tries],
  ),
  ...mutationsOf('src-service/events/event-message.ts', ['truncated is not set', '    truncated: true,\n', '', size]),
]
