// The workshop service as a whole: opens the folder, seeds a fresh one, and answers on loopback until it is closed.
import type { FastifyBaseLogger } from 'fastify'
import { join } from 'node:path'
import pino from 'pino'
import { description } from './description/description.ts'
import { attachmentLimits, workshopDate } from '../shared/workshop-api/index.ts'
import { agreementCalls } from './agreements/agreement-calls.ts'
import { attachmentCalls, fileRoute } from './attachments/attachment-calls.ts'
import { contentTypeOf, headBytes, otherType } from './attachments/file-type.ts'
import { signedAddresses } from './attachments/signed-address.ts'
import type { SignedAddresses } from './attachments/signed-address.ts'
import { catalogueCalls } from './catalogue/catalogue-calls.ts'
import { customerCalls } from './customers/customer-calls.ts'
import { listEvents } from './events/event-pages.ts'
import { gate } from './http/gate.ts'
import { answerMemory } from './http/idempotency.ts'
import type { Operations } from './http/operation.ts'
import { basePath, makeServer, usualPatience } from './http/server.ts'
import type { Patience } from './http/server.ts'
import { invoiceCalls } from './invoices/invoice-calls.ts'
import { forgetOldCalls } from './keys/key-list.ts'
import { keyRing } from './keys/key-ring.ts'
import { readMe } from './keys/read-me.ts'
import { callCounts } from './limits/call-counts.ts'
import { limitsOfKey } from './limits/limits-of-key.ts'
import { wrongKeys } from './limits/wrong-keys.ts'
import { clearOldTestOrders } from './orders/old-test-orders.ts'
import { orderMoves } from './orders/order-moves.ts'
import { onANewDay } from './new-day.ts'
import { shownOrders } from './orders/order-pages.ts'
import { orderProgressReads } from './orders/order-progress.ts'
import { orderRequests } from './orders/order-requests.ts'
import { partsOver } from './parts.ts'
import type { Parts } from './parts.ts'
import { paymentCalls } from './payments/payment-calls.ts'
import { paymentPage } from './payments/payment-page.ts'
import { readBendingList } from './production/bending-list.ts'
import { reportBent } from './production/mark-bent.ts'
import { sheetFiles } from './production/sheet-files.ts'
import { sheetReads } from './production/sheet-reads.ts'
import { projectCalls } from './projects/project-calls.ts'
import { readMonthReport } from './reports/month-report.ts'
import { fillSandbox } from './sandbox/fill.ts'
import { dailySheets } from './sandbox/daily-sheets.ts'
import { seedSandbox } from './sandbox/seed.ts'
import type { FirstKeys } from './sandbox/seed.ts'
import { mailFolder, mailServer } from './sandboxes/carrier.ts'
import type { MailServer } from './sandboxes/carrier.ts'
import { idleSandboxes } from './sandboxes/idle.ts'
import { sandboxLinks } from './sandboxes/links.ts'
import { pageIsOpen } from './sandboxes/page-switch.ts'
import { postOffice } from './sandboxes/post-office.ts'
import { publicOrigin } from './sandboxes/public-origin.ts'
import { sandboxPages } from './sandboxes/sandbox-page.ts'
import { shopCalls } from './shop/shop-calls.ts'
import type { Clock } from './store/clock.ts'
import { Refusal } from './store/refusal.ts'
import { takeFolder } from './store/sole-service.ts'
import { openStore } from './store/store.ts'
import type { Store } from './store/store.ts'
import { findWorkshop, listWorkshops } from './store/workshops.ts'
import { courier } from './webhooks/courier.ts'
import { sender } from './webhooks/sender.ts'
import type { SenderOptions } from './webhooks/sender.ts'

export interface ServiceOptions {
  dataFolder: string
  /** 0 takes a free one. */
  port: number
  /** Sets how far the service's clock is from the computer's; left out, it stays as stored. Refused with a live workshop. */
  clockOffsetSeconds?: number
  /** Multiplies the limits, for benches: a whole number from 1. Refused with a live workshop. */
  limitFactor?: number
  /** The computer's clock. */
  clock?: Clock
  log?: FastifyBaseLogger
  /** How long a call may take to come, where the usual is too long to wait for. */
  patience?: Patience
  /** Where others reach the service, as `https://host`: what letters and answers link to. Left out, letters have its own address on this computer, answers the caller's. */
  publicUrl?: string
  /** Sends letters. Left out, they are written into the folder `mail` of the data folder. */
  mailServer?: MailServer
  /** How webhooks are sent, where a test says otherwise than usual. */
  sending?: SenderOptions
  /** Fail, rather than send, an answer that the contract's strict schemas do not know. */
  checkAnswers?: boolean
}

export interface Service {
  /** `http://127.0.0.1:PORT/api/v1` */
  baseUrl: string
  /** The workshop's slug. */
  workshop: string
  /** Null unless this start made the folder: a key is shown once. */
  keys: FirstKeys | null
  /** Ends it: calls under way are answered, new ones told 503, and all is closed within five seconds. */
  close: () => Promise<void>
}

/** How long calls under way may take before their connections are cut. */
const graceMs = 4_000
const midnightCheckMs = 30_000

/** Starts the service. Throws a `Refusal` for options that cannot be, and whatever the disk or the port says. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { limitFactor = 1, log = pino({ level: 'silent' }) } = options
  if (!Number.isInteger(limitFactor) || limitFactor < 1) {
    throw new Refusal('invalid', 'the limit factor is a whole number from 1')
  }
  const reachedAt = options.publicUrl === undefined ? null : publicOrigin(options.publicUrl)
  const carrier =
    options.mailServer === undefined ? mailFolder(join(options.dataFolder, 'mail')) : mailServer(options.mailServer)
  const letGo = takeFolder(options.dataFolder)
  const release = (store: Store) => {
    store.close()
    letGo()
  }
  const store = opened(options.dataFolder, letGo)
  try {
    const parts = partsOver(store, options.clock ?? Date.now)
    refuseForLive(parts, options)
    if (options.clockOffsetSeconds !== undefined) parts.clock.setOffset(options.clockOffsetSeconds * 1000)
    const keys = listWorkshops(store).length === 0 ? seedSandbox(parts) : null
    fillSandbox(parts)
    parts.orders.fillTimelines()
    parts.files.prepare()
    const fillDays = dailySheets(parts)
    const memory = answerMemory(store)
    const counts = callCounts(store.counts)
    const links = sandboxLinks(parts, counts.flush)
    const idle = idleSandboxes(parts, links, counts.flush)
    idle.look(parts.clock.now())
    const turn = onANewDay((nowMs) => {
      clearOldTestOrders(store, nowMs)
      parts.invoices.clearOld()
      fillDays(nowMs)
      parts.agreements.endOld(nowMs)
      parts.invoices.markOverdue(workshopDate(nowMs))
      parts.sandboxes.takeUses(nowMs)
      forgetOldCalls(store, nowMs)
      memory.forgetOld(nowMs)
      parts.files.sweep()
    })
    turn(parts.clock.now())
    /** Work that fails is told and tried again; calls are answered all the same. */
    const orTell = (work: (nowMs: number) => void, failed: string) => (nowMs: number) => {
      try {
        work(nowMs)
      } catch (error) {
        log.error({ err: error }, failed)
      }
    }
    const turnOrTell = orTell(turn, "the new day's work failed")
    const lookForIdleOrTell = orTell(idle.look, 'idle sandboxes could not be looked for')

    let origin = ''
    const addresses = signedAddresses(store)
    let closing = false
    const server = makeServer({
      store,
      operations: operationsOf(parts, addresses, limitFactor),
      checkAnswers: options.checkAnswers ?? false,
      reachedAt,
      newOrders: {
        waitFor: ({ key, nowMs }) => counts.newOrderIn(key.id, limitsOfKey(key, limitFactor), nowMs),
        count: ({ key, nowMs }) => {
          counts.countNewOrder(key.id, nowMs)
        },
        takeBack: ({ key, nowMs }) => {
          counts.uncountNewOrder(key.id, nowMs)
        },
      },
      gate: gate({
        keys: keyRing(store),
        counts,
        wrongKeys: wrongKeys(store.counts),
        now: parts.clock.now,
        // A sandbox that is due to be deleted is gone before its key is looked for.
        onKnock: lookForIdleOrTell,
        // A clock that was moved past midnight has its new day ready for the very next call.
        onCall: turnOrTell,
        isAnswered: (scope, nowMs) => memory.recall(scope, nowMs) !== null,
        limitFactor,
      }),
      open: [
        description(basePath),
        fileRoute(parts, addresses),
        ...paymentPage(parts),
        ...sandboxPages(links, {
          now: parts.clock.now,
          baseUrl: () => (reachedAt ?? origin) + basePath,
          isOpen: () => pageIsOpen(store),
        }),
      ],
      forms: {
        folder: parts.files.incoming,
        maxFileBytes: attachmentLimits.maxBytes,
        headBytes,
        contentTypeOf,
        otherType,
      },
      patience: options.patience ?? usualPatience,
      log,
      now: parts.clock.now,
      closing: () => closing,
    })
    origin = await server.listen({ host: '127.0.0.1', port: options.port })
    const { clock, webhooks, deliveries } = parts
    const endSending = courier({
      deliveries,
      sender: sender(webhooks.loopback, options.sending),
      now: clock.now,
      log,
    })
    const endLetters = postOffice({
      letters: parts.letters,
      ended: (id, nowMs) => {
        store.write(() => {
          parts.sandboxes.letterLeft(id, nowMs)
          parts.letters.end(id)
        })
        idle.again()
      },
      carrier,
      origin: reachedAt ?? origin,
      now: clock.now,
      log,
    })
    const midnight = setInterval(() => {
      turnOrTell(parts.clock.now())
      lookForIdleOrTell(parts.clock.now())
    }, midnightCheckMs).unref()

    return {
      baseUrl: origin + basePath,
      workshop: findWorkshop(store).slug,
      keys,
      close: async () => {
        closing = true
        clearInterval(midnight)
        await Promise.all([endSending(), endLetters()])
        const cut = setTimeout(() => {
          server.server.closeAllConnections()
        }, graceMs)
        await server.close()
        clearTimeout(cut)
        counts.flush()
        release(store)
      },
    }
  } catch (error) {
    release(store)
    throw error
  }
}

function opened(dataFolder: string, letGo: () => void): Store {
  try {
    return openStore(dataFolder)
  } catch (error) {
    letGo()
    throw error
  }
}

function refuseForLive({ store, clock }: Parts, { clockOffsetSeconds, limitFactor }: ServiceOptions): void {
  if (!listWorkshops(store).some((workshop) => !workshop.sandbox)) return
  if (clockOffsetSeconds !== undefined || clock.offsetMs() !== 0) {
    throw new Refusal('live_workshop', 'a live workshop keeps the true time: its clock cannot be moved')
  }
  if (limitFactor !== undefined && limitFactor !== 1) {
    throw new Refusal('live_workshop', 'a live workshop keeps its limits: they cannot be multiplied')
  }
}

function operationsOf(parts: Parts, addresses: SignedAddresses, limitFactor: number): Operations {
  const { store, events, orders, sheets, brakes } = parts
  const { db } = store
  const shown = shownOrders(store)
  return {
    readMe: readMe(db, limitFactor),
    ...shown.pages,
    ...orderRequests(parts, shown),
    ...orderMoves(parts, shown),
    ...orderProgressReads(orders),
    ...attachmentCalls(parts, addresses),
    ...customerCalls(parts),
    ...projectCalls(parts),
    ...agreementCalls(parts),
    ...invoiceCalls(parts),
    readMonthReport: readMonthReport(db),
    ...shopCalls(parts),
    ...paymentCalls(parts),
    ...catalogueCalls(parts),
    listEvents: listEvents(db),
    listPressBrakes: brakes.list,
    readBendingList: readBendingList(db),
    ...sheetReads(sheets, orders),
    ...sheetFiles(sheets),
    reportBent: reportBent({ store, sheets, orders, brakes, events }),
  }
}
