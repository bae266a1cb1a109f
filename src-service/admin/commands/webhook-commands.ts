// The commands for webhooks.
import { environment, keyKind } from '../../../shared/workshop-api/index.ts'
import { parseCount, requireOneOf, requireWord } from './command-line.ts'
import type { Command } from './command.ts'

const allGroups = 'order.*,invoice.*,agreement.*,customer.*,bending_sheet.*'

export const webhookCommands: readonly Command[] = [
  {
    words: 'webhook add',
    usage:
      'ADDRESS [--events EVENT,GROUP] [--environment test|live] [--customer NUMBER] [--audience workshop|customer]',
    description:
      "send events to an address: all, or some events and groups such as order.*; of one customer only; with audience customer, as a customer's key sees them; prints its id and its secret, which is shown once",
    run: (admin, { words, options }) => {
      const defaultEnvironment = admin.workshop.sandbox ? 'test' : 'live'
      const customerId =
        options.customer === undefined
          ? null
          : admin.customers.findByNumber(parseCount('--customer', options.customer)).id
      const webhook = admin.webhooks.add({
        url: requireWord(words, 0, 'ADDRESS'),
        types: options.events ?? allGroups,
        environment: requireOneOf(environment.options, '--environment', options.environment ?? defaultEnvironment),
        audience: requireOneOf(keyKind.options, '--audience', options.audience ?? 'workshop'),
        customerId,
      })
      return [JSON.stringify(webhook)]
    },
  },
  {
    words: 'webhook list',
    usage: '',
    description:
      "list the addresses: id, address, environment, events, audience, customer's id, on or off, failures in a row",
    run: ({ webhooks }) =>
      webhooks
        .list()
        .map(({ id, url, isTest, types, audience, customerId, active, failures }) =>
          [id, url, isTest ? 'test' : 'live', types, audience, customerId ?? '', active ? 'on' : 'off', failures].join(
            '\t',
          ),
        ),
  },
  {
    words: 'webhook remove',
    usage: 'ID',
    description: 'remove an address and its waiting deliveries',
    run: ({ webhooks }, { words }) => {
      const id = requireWord(words, 0, 'ID')
      webhooks.remove(id)
      return [`address ${id} is removed`]
    },
  },
  ...(['on', 'off'] as const).map((state): Command => ({
    words: `webhook ${state}`,
    usage: 'ID',
    description:
      state === 'on'
        ? 'turn an address on: it gets the events from now on; GET /events has the earlier ones'
        : 'turn an address off',
    run: ({ webhooks }, { words }) => {
      const id = requireWord(words, 0, 'ID')
      webhooks.setActive(id, state === 'on')
      return [`address ${id} is ${state}`]
    },
  })),
  {
    words: 'webhook secret',
    usage: 'ID',
    description: 'make a new secret for an address, which is shown once; the previous secret signs too for 24 hours',
    run: ({ webhooks }, { words }) => [webhooks.changeSecret(requireWord(words, 0, 'ID'))],
  },
  {
    words: 'webhook ping',
    usage: 'ID',
    description: 'send a test event to an address',
    run: ({ webhooks }, { words }) => {
      const id = requireWord(words, 0, 'ID')
      webhooks.ping(id)
      return [`a test event is sent to address ${id}`]
    },
  },
  {
    words: 'webhook deliveries',
    usage: 'ID',
    description:
      'list the last 20 deliveries of an address: number, event and its id, attempts, time and result of the last attempt, time of the next, beginning of the answer',
    run: ({ webhooks }, { words }) =>
      webhooks
        .deliveries(requireWord(words, 0, 'ID'))
        .map(({ id, type, eventId, attempts, attemptedAt, status, failure, dueAt, answer }) =>
          [
            id,
            type,
            eventId,
            attempts,
            attemptedAt,
            failure ?? `status ${status}`,
            dueAt === null ? '' : new Date(dueAt).toISOString(),
            // The text is foreign: it must stay on one line and must not contain terminal control characters.
            JSON.stringify(answer),
          ].join('\t'),
        ),
  },
  {
    words: 'webhook resend',
    usage: 'ID DELIVERY',
    description: 'send one of the last 20 deliveries once more',
    run: ({ webhooks }, { words }) => {
      const [id, delivery] = [requireWord(words, 0, 'ID'), parseCount('DELIVERY', words[1])]
      webhooks.resend(id, delivery)
      return [`delivery ${delivery} is sent once more to address ${id}`]
    },
  },
  {
    words: 'webhook loopback',
    usage: 'on|off',
    description: 'for tests: allow addresses of this computer, with http and any port (not with a live workshop)',
    run: ({ webhooks }, { words }) => {
      const state = requireOneOf(['on', 'off'], 'on|off', requireWord(words, 0, 'on|off'))
      webhooks.setLoopback(state === 'on')
      return [`webhooks to this computer are ${state}`]
    },
  },
  {
    words: 'notice list',
    usage: '',
    description: 'list the notices: addresses that were turned off',
    run: ({ webhooks }) => webhooks.notices().map(({ noticedAt, text }) => `${noticedAt}\t${text}`),
  },
]
