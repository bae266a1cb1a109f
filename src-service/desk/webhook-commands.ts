// The words for webhooks on the workshop's command line.
import { environment, keyKind } from '../../shared/workshop-api/index.ts'
import { countingNumber, oneOf, word } from './command-line.ts'
import type { Command } from './command.ts'

const everyGroup = 'order.*,invoice.*,agreement.*,customer.*,bending_sheet.*'

export const webhookCommands: readonly Command[] = [
  {
    words: 'webhook add',
    usage:
      'ADDRESS [--events EVENT,GROUP] [--environment test|live] [--customer NUMBER] [--audience workshop|customer]',
    what: "have events sent to an address: all, or events and groups such as order.*; of one customer alone; as a customer's key sees them; its id and its secret are shown once",
    run: (desk, { words, options }) => {
      const usual = desk.workshop.sandbox ? 'test' : 'live'
      const customerId =
        options.customer === undefined
          ? null
          : desk.customers.numbered(countingNumber('--customer', options.customer)).id
      const added = desk.webhooks.add({
        url: word(words, 0, 'ADDRESS'),
        types: options.events ?? everyGroup,
        environment: oneOf(environment.options, '--environment', options.environment ?? usual),
        audience: oneOf(keyKind.options, '--audience', options.audience ?? 'workshop'),
        customerId,
      })
      return [JSON.stringify(added)]
    },
  },
  {
    words: 'webhook list',
    usage: '',
    what: "the addresses: id, address, environment, events, whose it is, customer's id, whether it is on, failures in a row",
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
    what: 'take an address away, with what waits to be sent to it',
    run: ({ webhooks }, { words }) => {
      const id = word(words, 0, 'ID')
      webhooks.remove(id)
      return [`address ${id} is removed`]
    },
  },
  ...(['on', 'off'] as const).map((state): Command => ({
    words: `webhook ${state}`,
    usage: 'ID',
    what:
      state === 'on'
        ? 'send to an address again, from now on: what it missed is read with GET /events'
        : 'send nothing more to an address',
    run: ({ webhooks }, { words }) => {
      const id = word(words, 0, 'ID')
      webhooks.switch(id, state === 'on')
      return [`address ${id} is ${state}`]
    },
  })),
  {
    words: 'webhook secret',
    usage: 'ID',
    what: 'give an address a new secret, shown once; the one before signs beside it for 24 hours',
    run: ({ webhooks }, { words }) => [webhooks.changeSecret(word(words, 0, 'ID'))],
  },
  {
    words: 'webhook ping',
    usage: 'ID',
    what: 'send a test event to an address',
    run: ({ webhooks }, { words }) => {
      const id = word(words, 0, 'ID')
      webhooks.ping(id)
      return [`a test event goes to address ${id}`]
    },
  },
  {
    words: 'webhook deliveries',
    usage: 'ID',
    what: 'the last 20 of an address: number, event and its id, attempts, the last attempt and how it went, when the next is, how the answer began',
    run: ({ webhooks }, { words }) =>
      webhooks
        .deliveries(word(words, 0, 'ID'))
        .map(({ id, type, eventId, attempts, at, status, failure, dueAt, answer }) =>
          [
            id,
            type,
            eventId,
            attempts,
            at,
            failure ?? `status ${status}`,
            dueAt === null ? '' : new Date(dueAt).toISOString(),
            // whatever the receiver wrote, on one line and without commands to the terminal
            JSON.stringify(answer),
          ].join('\t'),
        ),
  },
  {
    words: 'webhook resend',
    usage: 'ID DELIVERY',
    what: 'send one of the last 20 once more, by its number',
    run: ({ webhooks }, { words }) => {
      const [id, delivery] = [word(words, 0, 'ID'), countingNumber('DELIVERY', words[1])]
      webhooks.resend(id, delivery)
      return [`delivery ${delivery} is sent once more to address ${id}`]
    },
  },
  {
    words: 'webhook loopback',
    usage: 'on|off',
    what: 'for tests: take addresses of this computer, http and any port too (never with a live workshop)',
    run: ({ webhooks }, { words }) => {
      const state = oneOf(['on', 'off'], 'on|off', word(words, 0, 'on|off'))
      webhooks.setLoopback(state === 'on')
      return [`webhooks to this computer are ${state}`]
    },
  },
  {
    words: 'notice list',
    usage: '',
    what: 'what the workshop is told: an address that was turned off',
    run: ({ webhooks }) => webhooks.notices().map(({ at, text }) => `${at}\t${text}`),
  },
]
