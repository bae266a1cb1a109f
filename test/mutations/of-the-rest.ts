// Rules of call-offs, files, customers, projects and sheets, each broken.
import { of } from './mutation.ts'

export const ofTheRest = [
  ...of('src-service/orders/sent-lines.ts', [
    'a leg of nothing is ordered',
    '!(mm > 0 && mm <= longestMm)',
    'false',
    '4.3 · a product line names a product of the workshop',
  ]),
  ...of(
    'src-service/agreements/call-off.ts',
    [
      'what is not accepted is called off',
      "agreement?.status !== 'aktiv' ||",
      'agreement === null ||',
      '4.3 · a call-off: agreement_not_active',
    ],
    [
      'a call-off may be for a day behind the agreement',
      'next > agreement.validUntil',
      'false',
      '4.3 · a call-off: delivery_date_not_allowed carries nextPossibleDate',
    ],
    [
      'a call-off may be for tomorrow',
      'agreement.leadDays ?? 0',
      '0',
      '4.3 · a call-off: delivery_date_not_allowed carries nextPossibleDate',
    ],
    [
      'the next possible day is not told',
      '{ nextPossibleDate: isTooLate ? first : next }',
      '{}',
      '7 · nextPossibleDate stands on delivery_date_not_allowed',
    ],
  ),
  ...of(
    'src-service/attachments/file-type.ts',
    [
      'any ISO media is HEIC',
      'brands.some((brand) => heicBrands.includes(brand))',
      'brands.length > 0',
      '4.5 · any other type is 415 unsupported_file_type',
    ],
    [
      'half a signature is a PNG',
      '0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a',
      '0x89, 0x50, 0x4e, 0x47',
      '4.5 · any other type is 415 unsupported_file_type',
    ],
  ),
  ...of(
    'src-service/attachments/signed-address.ts',
    [
      'the signature does not hold the time',
      'update(`${id}.${expires}`)',
      'update(id)',
      '4.5 · the address of a fetched file needs no key and cannot be altered',
    ],
    [
      'an address works for ever',
      "nowMs < Number(expires) ? 'good' : 'expired'",
      "'good'",
      '4.5 · the address of a fetched file works for 5 minutes',
    ],
  ),
  ...of('src-service/customers/customer-calls.ts', [
    'an old version may change a customer',
    "if (current.version !== ifMatch) throw new Failure('stale_version')\n",
    '',
    '4.2 · customers and projects change with If-Match alone',
  ]),
  ...of(
    'src-service/production/mark-bent.ts',
    [
      'a bent sheet is marked anew',
      'if (sheet.bent !== null) return',
      'if (sheet.bent === undefined) return',
      '4.2 · marking twice leaves the first marker',
    ],
    [
      'an old drawing may be marked',
      'report.drawingVersion !== sheet.drawingVersion',
      'report.drawingVersion > sheet.drawingVersion',
      '4.2 · marking an old drawing is 409 sheet_superseded',
    ],
    [
      'a sheet awaiting the customer may be marked',
      "sheet.approval.state === 'awaiting' || ",
      '',
      '4.2 · marking a sheet that is not approved is 409 not_approved',
    ],
  ),
  ...of(
    'src-service/production/bending-list.ts',
    [
      'bent sheets of earlier days stay on the list',
      's.day < ? AND s.bent = 0',
      's.day < ?',
      '4.2 · the days bending list as JSON',
    ],
    [
      'the list is of received orders alone',
      "o.status IN ('mottatt', 'i_arbeid')",
      "o.status IN ('mottatt')",
      '4.2 · the days bending list as JSON',
    ],
    [
      'the list of a brake is the whole list',
      'WHERE (? IS NULL OR press_brake_id = ?)',
      'WHERE (? IS NULL OR press_brake_id = ? OR 1)',
      '4.2 · the days bending list for one press brake',
    ],
  ),
  ...of(
    'src-service/projects/project-calls.ts',
    [
      'an old version may change a project',
      "if (current.version !== ifMatch) throw new Failure('stale_version')\n",
      '',
      '4.2 · customers and projects change with If-Match alone',
    ],
    [
      'a project has no Location',
      ', location: `${basePath}/projects/${added.id}`',
      '',
      '4.2 · projects can be listed, read, made and changed',
    ],
  ),
  ...of('src-service/events/event-log.ts', [
    'what happened while its module was off is told afterwards',
    '      if (!sentWith(modules, type)) return\n',
    '      void sentWith(modules, type)\n',
    '6.1 · a workshop gets events of the modules it has, no others',
  ]),
  ...of('src-service/limits/wrong-keys.ts', [
    'the ten minutes begin with the last wrong key',
    'startedAt: open?.startedAt ?? nowMs',
    'startedAt: nowMs',
    '8 · wrong keys from one address: 20 in 10 minutes',
  ]),
  ...of('src-service/orders/old-test-orders.ts', [
    'live orders are deleted too',
    'is_test = 1 AND seeded',
    'seeded',
    '1 · test orders are deleted after 30 days',
  ]),
  ...of('src-service/http/server.ts', [
    '405 does not say what is allowed',
    "if (allowed.length > 0) reply.header('allow', allowed.join(', '))\n",
    '',
    '7 · 405 method_not_allowed with Allow',
  ]),
]
