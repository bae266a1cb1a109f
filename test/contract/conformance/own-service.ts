// Starts the service of this repository on a new folder and drives it with the commands of `npm run workshop`. Only this file and
// folder-driver.ts know the implementation. With KANT_CONFORMANCE_PRISM=1, Stoplight Prism runs in front of the service, and an answer that
// violates the OpenAPI document fails the file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import * as z from 'zod'
import { openAdmin, readCommandLine, runCommand } from '../../../src-service/admin/index.ts'
import type { WorkshopAdmin } from '../../../src-service/admin/index.ts'
import { startService } from '../../../src-service/service.ts'
import type { Delivery, Driver } from './driver.ts'
import { mailboxIn } from './mailbox.ts'
import { newSandbox } from '../../integration/service/new-sandbox.ts'
import { untilPasses } from '../../until-passes.ts'

export interface Subject {
  base: string
  /** A workshop key with every scope of its environment. */
  key: string
  driver: Driver
  close: () => Promise<void>
}

/** A Tuesday, ten seconds after a full minute. Only the driver advances the clock. */
const startMs = Date.parse('2026-11-24T09:00:10.000Z')

/** Starts a service with a sandbox, or also with a live workshop, for which the driver then acts. */
export async function ownService(kind: 'sandbox' | 'live'): Promise<Subject> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kant-conformance-'))
  const keys = await newSandbox(dataFolder, startMs)
  let nowMs = startMs
  const clock = () => nowMs
  const violations: string[] = []
  const startWithProxy = async () => {
    const service = await startService({ dataFolder, port: 0, clock, senderOptions: { resolve: resolveSpelledName } })
    const proxy = process.env['KANT_CONFORMANCE_PRISM'] === undefined ? null : await prismInFront(service.baseUrl)
    const end = async () => {
      violations.push(...(proxy?.violations() ?? []))
      await proxy?.close()
      await service.close()
    }
    return { base: proxy?.baseUrl ?? service.baseUrl, end }
  }
  let service = await startWithProxy()
  const sandbox = openAdmin({ dataFolder, clock })
  if (kind === 'sandbox') sandbox.webhooks.setLoopback(true)
  const live = kind === 'live' ? sandbox.makeLiveWorkshop('Ekte Blikk AS') : null
  const administration = live === null ? sandbox : openAdmin({ dataFolder, clock, workshop: live.slug })
  return {
    base: service.base,
    key: live?.key ?? keys.sandbox,
    driver: {
      ...driverOver(administration, dataFolder),
      advance: async (seconds) => {
        nowMs += seconds * 1000
      },
      restart: async () => {
        await service.end()
        service = await startWithProxy()
        return service.base
      },
    },
    close: async () => {
      administration.close()
      if (administration !== sandbox) sandbox.close()
      await service.end()
      rmSync(dataFolder, { recursive: true })
      if (violations.length > 0) throw new Error(`violations of the OpenAPI document: ${violations.join('; ')}`)
    },
  }
}

/** Prism is loaded only on demand: loading takes longer than most test files. */
async function prismInFront(baseUrl: string) {
  const { prismInFrontOf } = await import('../description/prism-proxy.ts')
  return prismInFrontOf(baseUrl)
}

/** The name resolution for webhooks: a host name contains its IP address, as in `127-0-0-1.example.no`. No other name exists. */
async function resolveSpelledName(host: string): Promise<string[]> {
  const digits = /^(\d+)-(\d+)-(\d+)-(\d+)\./.exec(host)?.slice(1)
  return digits === undefined ? [] : [digits.join('.')]
}

const option = (name: string, value: string | undefined) => (value === undefined ? [] : [`--${name}`, value])

type RunCommand = (...words: string[]) => Promise<string[]>

/** A driver that runs the commands of `npm run workshop`. */
export function driverOver(administration: WorkshopAdmin, dataFolder: string): Omit<Driver, 'advance' | 'restart'> {
  const run: RunCommand = async (...words) => runCommand(administration, readCommandLine(words))
  return {
    ...mailboxIn(dataFolder),
    ...sandboxCommands(run),
    ...keyCommands(run),
    ...orderCommands(run),
    ...sheetCommands(run),
    ...shopCommands(run),
    ...agreementCommands(run),
    ...invoiceCommands(run),
    ...webhookCommands(run),
  }
}

function sandboxCommands(run: RunCommand) {
  const sandboxLine = async (email: string): Promise<string[]> => {
    const lines = (await run('sandbox', 'list')).map((line) => line.split('\t'))
    return lines.find(([address]) => address === email) ?? []
  }
  return {
    requestSandbox: async (email) => void (await run('sandbox', 'link', email)),
    waitForDeletionNotice: (email) =>
      untilPasses(async () => {
        const [, , , , noticeAt = ''] = await sandboxLine(email)
        if (noticeAt === '') throw new Error(`${email} got no notice`)
      }),
    waitForUse: (email) =>
      untilPasses(async () => {
        const [, , madeAt, usedAt] = await sandboxLine(email)
        if (usedAt === madeAt) throw new Error(`no use of the sandbox of ${email} is recorded`)
      }),
  } satisfies Partial<Driver>
}

function keyCommands(run: RunCommand) {
  return {
    makeKey: async ({ name, environment, scopes, purpose = 'annet', customer }) => {
      const ownerOptions = option('customer', customer?.toString())
      const [value = ''] = await run(
        'key',
        'make',
        name,
        ...option('environment', environment),
        ...option('purpose', purpose),
        ...option('scopes', scopes.join(',')),
        ...ownerOptions,
      )
      return value
    },
    revokeKey: async (name) => void (await run('key', 'revoke', name)),
    lastCallOf: async (name) => {
      const line = (await run('key', 'list')).find((each) => each.startsWith(`${name}\t`))
      const last = line?.split('\t').at(-1)
      return last === undefined || last === 'no call' ? null : last
    },
    switchModule: async (name, on) => void (await run('module', name, on ? 'on' : 'off')),
    addDepartment: async (name) => void (await run('department', 'add', name)),
    removeDepartment: async (name) => void (await run('department', 'remove', name)),
  } satisfies Partial<Driver>
}

function orderCommands(run: RunCommand) {
  return {
    moveOrder: async (number, status) => void (await run('order', 'move', number, status)),
    cancelOrder: async (number, reason) => void (await run('order', 'cancel', number, ...option('reason', reason))),
    forwardOrder: async (number, workshop) => void (await run('order', 'forward', number, workshop)),
    smsFailed: async (order) => void (await run('order', 'sms', order, 'failed')),
    refund: async (order, amount) =>
      void (await run('payment', 'refund', order, ...option('amount', amount?.toString()))),
  } satisfies Partial<Driver>
}

function sheetCommands(run: RunCommand) {
  return {
    addSheets: async (order, count) => void (await run('sheets', 'make', String(count), '--order', order)),
    changeDrawing: async (sheet, quantity) =>
      void (await run('sheet', 'drawing', sheet, '--quantity', String(quantity))),
    noteSheet: async (sheet, note) => void (await run('sheet', 'note', sheet, note)),
    moveSheet: async (sheet, { day, brake }) =>
      void (await run('sheet', 'move', sheet, ...option('day', day), ...option('brake', brake))),
    rework: async (sheet) => void (await run('sheet', 'rework', sheet)),
    requestApproval: async (sheet) => void (await run('approval', 'ask', sheet)),
    decideApproval: async (sheet, decision, comment) =>
      void (await run('approval', decision === 'approved' ? 'give' : 'refuse', sheet, ...option('comment', comment))),
  } satisfies Partial<Driver>
}

function shopCommands(run: RunCommand) {
  return {
    hidePrices: async (hidden) => void (await run('shop', 'prices', hidden ? 'hidden' : 'shown')),
    priceProduct: async (product, ore) => void (await run('product', 'price', product, String(ore))),
    setCode: async (code, percent, until) =>
      void (await run('code', 'set', code, '--percent', String(percent), ...option('until', until))),
  } satisfies Partial<Driver>
}

function agreementCommands(run: RunCommand) {
  return {
    draftAgreement: async (title, customer) => {
      const [number = ''] = await run('agreement', 'make', title, '--customer', String(customer), '--lead', '2')
      await run('agreement', 'position', number, 'L-profil', '--prices', '1000:5000,3000:12000')
      return number
    },
    sendAgreement: async (number) => void (await run('agreement', 'send', number)),
    answerAgreement: async (number, accepted) => void (await run('agreement', accepted ? 'accept' : 'decline', number)),
  } satisfies Partial<Driver>
}

function invoiceCommands(run: RunCommand) {
  return {
    draftInvoice: async (orders) => (await run('invoice', 'draft', orders.join(',')))[0] ?? '',
    sendInvoice: async (id) => void (await run('invoice', 'send', id)),
    discardInvoice: async (id) => void (await run('invoice', 'discard', id)),
    invoiceElsewhere: async (order, erpNo) => void (await run('invoice', 'external', order, erpNo)),
  } satisfies Partial<Driver>
}

function webhookCommands(run: RunCommand) {
  return {
    addAddress: async ({ url, events, environment, customer, ofCustomer = false }) => {
      const ownerOptions = [
        ...option('customer', customer?.toString()),
        ...(ofCustomer ? ['--audience', 'customer'] : []),
      ]
      const eventOptions = [...option('events', events), ...option('environment', environment)]
      return newAddress.parse(JSON.parse((await run('webhook', 'add', url, ...eventOptions, ...ownerOptions))[0] ?? ''))
    },
    removeAddress: async (id) => void (await run('webhook', 'remove', id)),
    addresses: async () =>
      (await run('webhook', 'list')).map((shown) => {
        const columns = shown.split('\t')
        return { id: columns[0] ?? '', on: columns.includes('on'), shown }
      }),
    switchAddress: async (id, on) => void (await run('webhook', on ? 'on' : 'off', id)),
    changeSecret: async (id) => (await run('webhook', 'secret', id))[0] ?? '',
    ping: async (id) => void (await run('webhook', 'ping', id)),
    deliveriesOf: async (id) => (await run('webhook', 'deliveries', id)).map(deliveryIn),
    resend: async (id, delivery) => void (await run('webhook', 'resend', id, String(delivery))),
    notices: async () => run('notice', 'list'),
  } satisfies Partial<Driver>
}

const newAddress = z.object({ id: z.string(), secret: z.string() })

/** Parses a line of `webhook deliveries`. */
function deliveryIn(line: string): Delivery {
  const [id, type = '', eventId = '', attempts, , outcome = '', , answer = ''] = line.split('\t')
  const status = /^status (\d{3})$/.exec(outcome)?.[1]
  return {
    id: Number(id),
    type,
    eventId,
    attempts: Number(attempts),
    status: status === undefined ? null : Number(status),
    answer: z.string().parse(JSON.parse(answer)),
  }
}
