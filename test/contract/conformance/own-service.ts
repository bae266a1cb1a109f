// The service of this repository as the suite's subject: started on a fresh folder, driven by the words of `npm run workshop`.
// This file and folder-driver.ts alone know the implementation. With KANT_CONFORMANCE_PRISM=1 Stoplight Prism stands in front of it, and an
// answer outside the description that the service serves fails the file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { vi } from 'vitest'
import * as z from 'zod'
import { readCommandLine } from '../../../src-service/desk/command-line.ts'
import { runCommand } from '../../../src-service/desk/commands.ts'
import { openDesk } from '../../../src-service/desk/desk.ts'
import type { Desk } from '../../../src-service/desk/desk.ts'
import { startService } from '../../../src-service/service.ts'
import type { Delivery, Driver } from './driver.ts'
import { lettersIn, waits } from './letters.ts'

export interface Subject {
  base: string
  /** A workshop key with every scope that its environment allows. */
  key: string
  driver: Driver
  close: () => Promise<void>
}

/** A Tuesday, ten seconds into a minute. The clock stands still until the driver moves it. */
const start = Date.parse('2026-11-24T09:00:10.000Z')

/** Starts the sandbox, or a folder that also holds a live workshop, seen from that workshop's side. */
export async function ownService(kind: 'sandbox' | 'live'): Promise<Subject> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kant-conformance-'))
  let nowMs = start
  const clock = () => nowMs
  const violations: string[] = []
  const begin = async () => {
    const service = await startService({ dataFolder, port: 0, clock, sending: { resolve: spelledOut } })
    const proxy = process.env['KANT_CONFORMANCE_PRISM'] === undefined ? null : await prismBefore(service.baseUrl)
    const end = async () => {
      violations.push(...(proxy?.violations() ?? []))
      await proxy?.close()
      await service.close()
    }
    return { base: proxy?.baseUrl ?? service.baseUrl, keys: service.keys, end }
  }
  let service = await begin()
  const sandbox = openDesk({ dataFolder, clock })
  if (kind === 'sandbox') sandbox.webhooks.setLoopback(true)
  const live = kind === 'live' ? sandbox.makeLiveWorkshop('Ekte Blikk AS') : null
  const desk = live === null ? sandbox : openDesk({ dataFolder, clock, workshop: live.slug })
  const key = live?.key ?? service.keys?.sandbox
  if (key === undefined) throw new Error('a fresh folder shows its keys')
  return {
    base: service.base,
    key,
    driver: {
      ...driverOver(desk, dataFolder),
      advance: async (seconds) => {
        nowMs += seconds * 1000
      },
      restart: async () => {
        await service.end()
        service = await begin()
        return service.base
      },
    },
    close: async () => {
      desk.close()
      if (desk !== sandbox) sandbox.close()
      await service.end()
      rmSync(dataFolder, { recursive: true })
      if (violations.length > 0) throw new Error(`outside the description: ${violations.join('; ')}`)
    },
  }
}

/** Prism is loaded where it is wanted alone: it takes longer to load than most files take to run. */
async function prismBefore(baseUrl: string) {
  const { prismInFrontOf } = await import('../description/prism-proxy.ts')
  return prismInFrontOf(baseUrl)
}

/** A name server for what webhooks are sent to: a name spells its address, as `127-0-0-1.example.no`; no other is known. */
async function spelledOut(host: string): Promise<string[]> {
  const digits = /^(\d+)-(\d+)-(\d+)-(\d+)\./.exec(host)?.slice(1)
  return digits === undefined ? [] : [digits.join('.')]
}

const option = (name: string, value: string | undefined) => (value === undefined ? [] : [`--${name}`, value])

/** What the words of `npm run workshop` do. */
export function driverOver(desk: Desk, dataFolder: string): Omit<Driver, 'advance' | 'restart'> {
  const say = async (...words: string[]): Promise<string[]> => runCommand(desk, readCommandLine(words))
  const sandboxLine = async (email: string): Promise<string[]> => {
    const lines = (await say('sandbox', 'list')).map((line) => line.split('\t'))
    return lines.find(([whose]) => whose === email) ?? []
  }
  return {
    ...lettersIn(dataFolder),
    askSandbox: async (email) => void (await say('sandbox', 'link', email)),
    toldOfDeletion: (email) =>
      vi.waitFor(async () => {
        const [, , , , told = ''] = await sandboxLine(email)
        if (told === '') throw new Error(`${email} has not been told`)
      }, waits),
    knownToBeUsed: (email) =>
      vi.waitFor(async () => {
        const [, , made, used] = await sandboxLine(email)
        if (used === made) throw new Error(`nobody is known to have used the sandbox of ${email}`)
      }, waits),
    makeKey: async ({ name, environment, scopes, purpose = 'annet', customer }) => {
      const whose = option('customer', customer?.toString())
      const [value = ''] = await say(
        'key',
        'make',
        name,
        ...option('environment', environment),
        ...option('purpose', purpose),
        ...option('scopes', scopes.join(',')),
        ...whose,
      )
      return value
    },
    revokeKey: async (name) => void (await say('key', 'revoke', name)),
    lastCallOf: async (name) => {
      const line = (await say('key', 'list')).find((each) => each.startsWith(`${name}\t`))
      const last = line?.split('\t').at(-1)
      return last === undefined || last === 'no call' ? null : last
    },
    switchModule: async (name, on) => void (await say('module', name, on ? 'on' : 'off')),
    addDepartment: async (name) => void (await say('department', 'add', name)),
    removeDepartment: async (name) => void (await say('department', 'remove', name)),
    moveOrder: async (number, status) => void (await say('order', 'move', number, status)),
    cancelOrder: async (number, reason) => void (await say('order', 'cancel', number, ...option('reason', reason))),
    forwardOrder: async (number, workshop) => void (await say('order', 'forward', number, workshop)),
    addSheets: async (order, count) => void (await say('sheets', 'make', String(count), '--order', order)),
    changeDrawing: async (sheet, quantity) =>
      void (await say('sheet', 'drawing', sheet, '--quantity', String(quantity))),
    noteSheet: async (sheet, note) => void (await say('sheet', 'note', sheet, note)),
    moveSheet: async (sheet, { day, brake }) =>
      void (await say('sheet', 'move', sheet, ...option('day', day), ...option('brake', brake))),
    rework: async (sheet) => void (await say('sheet', 'rework', sheet)),
    askApproval: async (sheet) => void (await say('approval', 'ask', sheet)),
    decideApproval: async (sheet, decision, comment) =>
      void (await say('approval', decision === 'approved' ? 'give' : 'refuse', sheet, ...option('comment', comment))),
    hidePrices: async (hidden) => void (await say('shop', 'prices', hidden ? 'hidden' : 'shown')),
    priceProduct: async (product, ore) => void (await say('product', 'price', product, String(ore))),
    setCode: async (code, percent, until) =>
      void (await say('code', 'set', code, '--percent', String(percent), ...option('until', until))),
    refund: async (order, amount) =>
      void (await say('payment', 'refund', order, ...option('amount', amount?.toString()))),
    smsFailed: async (order) => void (await say('order', 'sms', order, 'failed')),
    draftAgreement: async (title, customer) => {
      const [number = ''] = await say('agreement', 'make', title, '--customer', String(customer), '--lead', '2')
      await say('agreement', 'position', number, 'L-profil', '--prices', '1000:5000,3000:12000')
      return number
    },
    sendAgreement: async (number) => void (await say('agreement', 'send', number)),
    answerAgreement: async (number, accepted) => void (await say('agreement', accepted ? 'accept' : 'decline', number)),
    draftInvoice: async (orders) => (await say('invoice', 'draft', orders.join(',')))[0] ?? '',
    sendInvoice: async (id) => void (await say('invoice', 'send', id)),
    discardInvoice: async (id) => void (await say('invoice', 'discard', id)),
    addAddress: async ({ url, events, environment, customer, ofCustomer = false }) => {
      const whose = [...option('customer', customer?.toString()), ...(ofCustomer ? ['--audience', 'customer'] : [])]
      const what = [...option('events', events), ...option('environment', environment)]
      return added.parse(JSON.parse((await say('webhook', 'add', url, ...what, ...whose))[0] ?? ''))
    },
    removeAddress: async (id) => void (await say('webhook', 'remove', id)),
    addresses: async () =>
      (await say('webhook', 'list')).map((shown) => {
        const columns = shown.split('\t')
        return { id: columns[0] ?? '', on: columns.includes('on'), shown }
      }),
    switchAddress: async (id, on) => void (await say('webhook', on ? 'on' : 'off', id)),
    changeSecret: async (id) => (await say('webhook', 'secret', id))[0] ?? '',
    ping: async (id) => void (await say('webhook', 'ping', id)),
    deliveriesOf: async (id) => (await say('webhook', 'deliveries', id)).map(deliveryIn),
    resend: async (id, delivery) => void (await say('webhook', 'resend', id, String(delivery))),
    notices: async () => say('notice', 'list'),
    invoiceElsewhere: async (order, erpNo) => void (await say('invoice', 'external', order, erpNo)),
  }
}

const added = z.object({ id: z.string(), secret: z.string() })

/** Reads a line of `webhook deliveries`. */
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
