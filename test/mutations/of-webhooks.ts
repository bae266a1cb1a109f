// Rules of webhooks, each broken: addresses, what goes to whom, deliveries and what becomes of them.
import { of } from './mutation.ts'

const publicOnly = '6.1 · only public addresses are used'
const wanted = '6.1 · an address gets the events and groups that it asks for'
const apart = '5 · a test webhook address gets test orders only, a live one live orders only'
const tries = '6.2 · a failed delivery is tried again for about 45 hours, with longer and longer pauses'
const fifty = '6.2 · 50 failures in a row turn the address off'
const last20 = '6.1 · the last 20 deliveries are shown with what was answered, and can be sent once more'
const answered = '6.2 · what is not answered with 2xx within 10 seconds is tried again'
const secrets = '6.2 · a new secret signs beside the one before for 24 hours'
const signed = '6.2 · a delivery is signed over its time and its raw body'
const headers = '6.2 · a delivery is a POST of JSON with its headers'
const size = '6.2 · a message is under 256 KB'
const on = '6.2 · the workshop turns an address back on'

export const ofWebhooks = [
  ...of(
    'src-service/webhooks/address-rules.ts',
    [
      'http will do',
      "url.protocol !== 'https:'",
      '!/^https?:$/.test(url.protocol)',
      '6.1 · an address begins with https://',
    ],
    ['any port will do', '!ports.includes(url.port)', 'false', '6.1 · its port is 443 or 8443'],
    ['only the usual port will do', "['', '8443']", "['']", '6.1 · its port is 443 or 8443'],
    ['a number will do', 'isIP(host) !== 0', 'isIP(host) > 9', '6.1 · its host is a name, not an IP number'],
    ['a user name will do', "url.username !== '' || ", '', '6.1 · there is no user name or password in it'],
    ['a password will do', " || url.password !== ''", '', '6.1 · there is no user name or password in it'],
    ['names of one label will do', 'labels.length < 2 || ', '', publicOnly],
    ['private names will do', ' || notPublicEnds.includes(end)', '', publicOnly],
  ),
  ...of(
    'src-service/webhooks/sender.ts',
    [
      'what a name stands for is not looked at',
      'if (refused !== undefined) throw',
      'if (refused === null) throw',
      publicOnly,
    ],
    [
      'a redirect will do',
      'status >= 200 && status < 300',
      'status >= 200 && status < 400',
      '6.2 · redirects are never followed',
    ],
    ['any answer will do', 'status >= 200 && status < 300', 'status >= 200', answered],
    ['200 alone will do', 'status >= 200 && status < 300', 'status === 200', answered],
  ),
  ...of(
    'src-service/webhooks/courier.ts',
    ['attempts are counted from nought', 'String(attempts + 1)', 'String(attempts)', headers],
    ['the type is not said', "      'Service-Event-Type': type,\n", '', headers],
    ['another name is given', "'service-webhooks/1'", "'service-webhooks/2'", headers],
    [
      'each attempt is signed for an earlier time',
      'Math.floor(now() / 1000)',
      'Math.floor(now() / 1000) - attempts * 600',
      '6.2 · each attempt is signed anew',
    ],
    ['the time is in milliseconds', 'Math.floor(now() / 1000)', 'now()', signed],
  ),
  ...of(
    'src-service/webhooks/signature.ts',
    ['the time is not signed', 'update(`${seconds}.`).', '', signed],
    ['the old secret signs no more', 'const parts = secrets.map(', 'const parts = secrets.slice(0, 1).map(', secrets],
    ['the new secret does not sign yet', 'const parts = secrets.map(', 'const parts = secrets.slice(-1).map(', secrets],
    ['another header is sent', '[`t=${seconds}`, ...parts]', '[...parts, `t=${seconds}`]', signed],
  ),
  ...of(
    'src-service/webhooks/delivery-queue.ts',
    [
      'live and test are one',
      'const [livemode, whose] = [1 - row.is_test,',
      'const [livemode, whose] = [row.is_test,',
      apart,
    ],
    [
      'a customer’s address gets all',
      'AND (? IS NULL OR customer_id = ?) ORDER BY id`',
      'AND (? IS NULL OR ? IS NOT NULL) ORDER BY id`',
      '6.1 · an address limited to one customer gets that customers events alone',
    ],
    [
      'a customer is told what is not for customers',
      'keyKind.parse(row.audience)',
      "keyKind.parse('workshop')",
      '6.1 · a customers own address gets what a customer key gets',
    ],
    [
      'every address gets every event',
      'filter((type) => wanted.has(type))',
      'filter((type) => wanted.size > 0 || type)',
      wanted,
    ],
    [
      'a message of any size is sent',
      'const tooLarge = webhookLimits.bodyBytes',
      'const tooLarge = webhookLimits.bodyBytes - 1',
      size,
    ],
    [
      'what failed is not tried again',
      'const again = failure !== null && ',
      'const again = failure === null && ',
      tries,
    ],
    ['what succeeded is tried again', 'const again = failure !== null && ', 'const again = ', answered],
    ['the pauses do not grow', 'webhookPauses[row.attempts]', 'webhookPauses[0]', tries],
    ['a 410 is like any other', 'status === gone\n', 'status === 0\n', '6.2 · a 410 turns the address off at once'],
    [
      'one success does not count',
      'failure === null ? 0 : row.failures + 1',
      'failure === null ? row.failures : row.failures + 1',
      fifty,
    ],
    [
      'the workshop is not told',
      '      webhooks.notify(row.workshop_id, turnedOff, nowMs)\n',
      '',
      '6.2 · the workshop is told of an address that is turned off',
    ],
    [
      'any that is still known is sent once more',
      'if (!list(addressId).some(({ id }) => id === deliveryId))',
      'if (list(addressId).length === 0)',
      last20,
    ],
    [
      'what is sent once more has another id',
      'SET last_try = due_at IS NULL,',
      'SET event_id = type, last_try = due_at IS NULL,',
      '6.2 · a duplicate is known by its event id',
    ],
    ['a ping is an event', "type: 'ping', ...about", "type: 'order.updated', ...about", '6.1 · a ping is a test event'],
  ),
  ...of(
    'src-service/webhooks/webhook-book.ts',
    [
      'any name stands for an event',
      'if (readTypes(types) === null) throw',
      'if (types === null) throw',
      '6.1 · what is no event and no group is refused',
    ],
    [
      'eleven addresses will do',
      '.count >= webhookLimits.addresses',
      '.count > webhookLimits.addresses',
      '8 · at most 10 webhook addresses',
    ],
    [
      'what was missed is sent after all',
      "UPDATE webhook_address SET active = 1, failures = 0, seen_event = (SELECT coalesce(max(id), '') FROM event)",
      'UPDATE webhook_address SET active = 1, failures = 0',
      on,
    ],
    ['an address stays off', 'SET active = 1, failures', 'SET active = 0, failures', on],
  ),
  ...of('src-service/desk/webhooks.ts', [
    'an address that is off is sent a test event',
    'if (!found.active) throw',
    'if (found === null) throw',
    '6.2 · a 410 turns the address off at once',
  ]),
  ...of(
    'shared/workshop-api/limits.ts',
    ['a receiver has one second', 'answerSeconds: 10,', 'answerSeconds: 1,', answered],
    ['51 failures turn off', 'failuresInARow: 50,', 'failuresInARow: 51,', fifty],
    ['49 failures turn off', 'failuresInARow: 50,', 'failuresInARow: 49,', fifty],
    ['the last 21 are kept', 'keptDeliveries: 20,', 'keptDeliveries: 21,', last20],
    ['the old secret signs for 23 hours', 'oldSecretHours: 24,', 'oldSecretHours: 23,', secrets],
    ['the old secret signs for 25 hours', 'oldSecretHours: 24,', 'oldSecretHours: 25,', secrets],
    ['a message may be 256 KB', 'bodyBytes: 256 * 1024,', 'bodyBytes: 256 * 1024 + 1,', size],
    ['the last pause is 5 hours', '21_600, 21_600, 21_600,\n', '21_600, 21_600, 18_000,\n', tries],
    ['the first pause is a minute', '\n  10, 30, 120,', '\n  60, 30, 120,', tries],
  ),
  ...of('src-service/events/event-message.ts', ['what is cut does not say so', '    truncated: true,\n', '', size]),
]
