// Mutations of the rules for call-offs, files, customers, projects and sheets.
import { mutationsOf } from './mutation.ts'

export const otherMutations = [
  ...mutationsOf('src-service/orders/order-lines.ts', [
    'a leg of length zero is accepted',
    '!(mm > 0 && mm <= maxMeasureMm)',
    'false',
    '4.3 · a product line names a product of the workshop',
  ]),
  ...mutationsOf(
    'src-service/agreements/call-off.ts',
    [
      'an agreement that was not accepted can be called off',
      "agreement?.status !== 'aktiv' ||",
      'agreement === null ||',
      '4.3 · a call-off: agreement_not_active',
    ],
    [
      'a call-off can be for a day after the agreement’s end',
      'next > agreement.validUntil',
      'false',
      '4.3 · a call-off: delivery_date_not_allowed has nextPossibleDate',
    ],
    [
      'a call-off can be for tomorrow',
      'agreement.leadDays ?? 0',
      '0',
      '4.3 · a call-off: delivery_date_not_allowed has nextPossibleDate',
    ],
    [
      'the error does not name the next possible day',
      '{ nextPossibleDate: isTooLate ? first : next }',
      '{}',
      '7 · delivery_date_not_allowed has nextPossibleDate',
    ],
  ),
  ...mutationsOf(
    'shared/workshop-api/attachment-type.ts',
    [
      'any ISO media file is accepted as HEIC',
      'brands.some((brand) => heicBrands.includes(brand))',
      'brands.length > 0',
      '4.5 · any other type is 415 unsupported_file_type',
    ],
    [
      'half of a PNG signature is accepted',
      '0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a',
      '0x89, 0x50, 0x4e, 0x47',
      '4.5 · any other type is 415 unsupported_file_type',
    ],
  ),
  ...mutationsOf(
    'src-service/attachments/signed-address.ts',
    [
      'the signature does not cover the time',
      'update(`${id}.${expires}`)',
      'update(id)',
      '4.5 · the address of a fetched file needs no key and cannot be altered',
    ],
    [
      'a signed address never expires',
      "nowMs < Number(expires) ? 'valid' : 'expired'",
      "'valid'",
      '4.5 · the address of a fetched file works for 5 minutes',
    ],
  ),
  ...mutationsOf('src-service/customers/customer-calls.ts', [
    'a customer can be changed with an old version',
    "if (current.version !== ifMatch) throw new Failure('stale_version')\n",
    '',
    '4.2 · customers and projects change only with If-Match',
  ]),
  ...mutationsOf(
    'src-service/production/mark-bent.ts',
    [
      'a bent sheet is marked again',
      'if (sheet.bent !== null) return',
      'if (sheet.bent === undefined) return',
      '4.2 · a second mark does not change the first marker',
    ],
    [
      'an old drawing version can be marked',
      'report.drawingVersion !== sheet.drawingVersion',
      'report.drawingVersion > sheet.drawingVersion',
      '4.2 · marking an old drawing is 409 sheet_superseded',
    ],
    [
      'a sheet that awaits the customer can be marked',
      "sheet.approval.state === 'awaiting' || ",
      '',
      '4.2 · marking a sheet that is not approved is 409 not_approved',
    ],
  ),
  ...mutationsOf(
    'src-service/production/bending-list.ts',
    [
      'bent sheets of earlier days stay on the list',
      's.day < ? AND s.bent = 0',
      's.day < ?',
      '4.2 · the bending list of a day as JSON',
    ],
    [
      'the list contains only sheets of received orders',
      "o.status IN ('mottatt', 'i_arbeid')",
      "o.status IN ('mottatt')",
      '4.2 · the bending list of a day as JSON',
    ],
    [
      'the list of a brake contains all sheets',
      'WHERE (? IS NULL OR press_brake_id = ?)',
      'WHERE (? IS NULL OR press_brake_id = ? OR 1)',
      '4.2 · the bending list of a day for one press brake',
    ],
  ),
  ...mutationsOf(
    'src-service/projects/project-calls.ts',
    [
      'a project can be changed with an old version',
      "if (current.version !== ifMatch) throw new Failure('stale_version')\n",
      '',
      '4.2 · customers and projects change only with If-Match',
    ],
    [
      'a project has no Location',
      ', location: `${basePath}/projects/${added.id}`',
      '',
      '4.2 · projects can be listed, read, created and changed',
    ],
  ),
  ...mutationsOf('src-service/events/event-log.ts', [
    'events of an inactive module are sent later',
    '      if (!isInModules(modules, type)) return\n',
    '      void isInModules(modules, type)\n',
    '6.1 · a workshop gets only the events of its modules',
  ]),
  ...mutationsOf('src-service/limits/wrong-keys.ts', [
    'the ten minutes start at the last wrong key',
    'startedAt: open?.startedAt ?? nowMs',
    'startedAt: nowMs',
    '8 · wrong keys from one address: 20 in 10 minutes',
  ]),
  ...mutationsOf('src-service/orders/order-store.ts', [
    'live orders are deleted too',
    'is_test = 1 AND seeded',
    'seeded',
    '1 · test orders are deleted after 30 days',
  ]),
  ...mutationsOf('src-service/http/server.ts', [
    '405 does not name the allowed methods',
    "if (allowed.length > 0) reply.header('allow', allowed.join(', '))\n",
    '',
    '7 · 405 method_not_allowed with Allow',
  ]),
  ...mutationsOf('src-service/http/sending.ts', [
    '401 does not say how to authenticate',
    "if (status === 401) reply.header('www-authenticate', 'Bearer')",
    '',
    '5 · 401 carries WWW-Authenticate: Bearer',
  ]),
]
