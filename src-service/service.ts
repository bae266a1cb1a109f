// The workshop service as a whole. Opens the data folder, fills an empty one with a sandbox, and serves on loopback until it is closed.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { join } from 'node:path'
import pino from 'pino'
import { attachmentLimits, contentTypeOf, headBytes } from '../shared/workshop-api/index.ts'
import { fileRoute, otherTypeMessage, signedAddresses } from './attachments/index.ts'
import { dailyTasks } from './daily-tasks.ts'
import { Gate, answerStore, createServer, defaultTimeouts, openapiRoute, publicOrigin } from './http/index.ts'
import { basePath } from './operation/index.ts'
import type { AnswerStore, Timeouts } from './http/index.ts'
import { keyRing } from './keys/index.ts'
import { CallCounts, keyLimits, wrongKeys } from './limits/index.ts'
import { DeliveryWorker, MailWorker, WebhookSender, folderTransport, smtpTransport } from './senders/index.ts'
import type { MailServer, MailTransport, SenderOptions } from './senders/index.ts'
import { documentWorkers } from './documents/index.ts'
import type { DocumentWorkerOptions, DocumentWorkers } from './documents/index.ts'
import { createOperations } from './operations.ts'
import { createParts } from './parts.ts'
import type { Parts } from './parts.ts'
import { paymentPage } from './payments/index.ts'
import {
  IdleSandboxes,
  SandboxLinks,
  isPageOpen,
  removeUnfinishedSandboxes,
  sandboxPages,
} from './sandbox-accounts/index.ts'
import { fillSandbox, seedSandbox } from './seed/index.ts'
import type { FirstKeys } from './seed/index.ts'
import { Refusal, findWorkshop, isBusy, listWorkshops, lockFolder, openStore, whenFree } from './store/index.ts'
import type { Clock, Store } from './store/index.ts'

export interface ServiceOptions {
  dataFolder: string
  /** 0 selects a free port. */
  port: number
  /** Sets the offset of the service's clock from the computer's clock. Default: the stored offset. Refused with a live workshop. */
  clockOffsetSeconds?: number
  /** Multiplies the limits, for benchmarks: a whole number from 1. Refused with a live workshop. */
  limitFactor?: number
  /** The computer's clock. */
  clock?: Clock
  log?: FastifyBaseLogger
  /** How long a call may take to arrive. Default: `defaultTimeouts`. */
  timeouts?: Timeouts
  /**
   * The public origin of the service, `https://host`, for links in mail and in answers. Default: links in mail use the loopback
   * address, links in answers use the address that the caller used.
   */
  publicUrl?: string
  /** Addresses or networks of the proxies whose `X-Forwarded-For` is trusted. Default: none. */
  trustedProxies?: readonly string[]
  /** Sends mail. Default: messages are written into the folder `mail` of the data folder. */
  mailServer?: MailServer
  /** Name resolution and time limit of webhooks, for tests. */
  senderOptions?: SenderOptions
  /** The number of threads that draw documents, and the maximum queue length, for tests. */
  documentOptions?: DocumentWorkerOptions
  /** Fails a call whose answer does not match the strict schemas of the contract. */
  checkAnswers?: boolean
}

export interface Service {
  /** `http://127.0.0.1:PORT/api/v1` */
  readonly baseUrl: string
  /** The workshop's slug. */
  readonly workshop: string
  /** Null unless this start created the folder: a key is shown once. */
  readonly keys: FirstKeys | null
  /** Stops the service: running calls are answered, new ones get 503, and everything is closed within five seconds. */
  readonly close: () => Promise<void>
}

/** How long running calls may take before their connections are closed. */
const closeGraceMs = 4_000
const midnightCheckMs = 30_000

/** Starts the service. Throws a `Refusal` for invalid options, and the error of the disk or of the port. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const limitFactor = options.limitFactor ?? 1
  if (!Number.isInteger(limitFactor) || limitFactor < 1) {
    throw new Refusal('invalid', 'the limit factor must be a whole number from 1')
  }
  const origin = options.publicUrl === undefined ? null : publicOrigin(options.publicUrl)
  const transport =
    options.mailServer === undefined
      ? folderTransport(join(options.dataFolder, 'mail'))
      : smtpTransport(options.mailServer)
  const unlock = lockFolder(options.dataFolder)
  const store = openLockedStore(options.dataFolder, unlock)
  try {
    const service = new WorkshopService(store, unlock, { ...options, limitFactor, origin, transport })
    await service.listen()
    return service
  } catch (error) {
    store.close()
    unlock()
    throw error
  }
}

interface Settings extends ServiceOptions {
  limitFactor: number
  /** The public origin; null where none is set. */
  origin: string | null
  transport: MailTransport
}

class WorkshopService implements Service {
  readonly workshop: string
  readonly keys: FirstKeys | null
  readonly #store: Store
  readonly #unlock: () => void
  readonly #settings: Settings
  readonly #log: FastifyBaseLogger
  /** What the operations work with: the stores, the files and the clock. */
  readonly #parts: Parts
  readonly #counts: CallCounts
  readonly #answers: AnswerStore
  readonly #links: SandboxLinks
  readonly #idleSandboxes: IdleSandboxes
  readonly #runDailyTasks: (nowMs: number) => void
  readonly #documents: DocumentWorkers
  readonly #server: FastifyInstance
  /** The loopback origin, once the service listens. */
  #loopbackOrigin = ''
  #isClosing = false
  #stopWorkers: () => Promise<void> = async () => {}

  /** Prepares the folder: seeds a new one, migrates old contents, and runs the daily tasks. */
  constructor(store: Store, unlock: () => void, settings: Settings) {
    this.#store = store
    this.#unlock = unlock
    this.#settings = settings
    this.#log = settings.log ?? pino({ level: 'silent' })
    const parts = createParts(store, settings.clock ?? Date.now)
    this.#parts = parts
    refuseTestOptionsForLive(parts, settings)
    if (settings.clockOffsetSeconds !== undefined) parts.clock.setOffset(settings.clockOffsetSeconds * 1000)
    this.keys = listWorkshops(store).length === 0 ? seedSandbox(parts) : null
    this.workshop = findWorkshop(store).slug
    // A full disk does not prevent a start: reads are answered. A task that fails here is done at the next start, one below again later.
    this.#logFailure('the folder of uploads could not be prepared', () => parts.files.prepare())
    this.#logFailure('unfinished sandboxes could not be removed', () => removeUnfinishedSandboxes(store))
    this.#logFailure('the sandbox could not be filled', () => fillSandbox(parts))
    this.#logFailure('the steps of orders could not be stored', () => parts.orders.fillTimelines())

    this.#answers = answerStore(store)
    this.#counts = new CallCounts(store.counts)
    const flushCounts = () => this.#counts.flush()
    this.#links = new SandboxLinks(parts, flushCounts)
    this.#idleSandboxes = new IdleSandboxes(parts, this.#links, flushCounts)
    this.#processIdleSandboxes(parts.clock.now())
    this.#runDailyTasks = dailyTasks(parts, this.#answers)
    this.#tryDailyTasks(parts.clock.now())
    this.#documents = documentWorkers(settings.documentOptions)
    this.#server = this.#createServer()
  }

  get baseUrl(): string {
    return this.#loopbackOrigin + basePath
  }

  async listen(): Promise<void> {
    this.#loopbackOrigin = await this.#server.listen({ host: '127.0.0.1', port: this.#settings.port })
    // The administration writes to the same file. From now on, a write of a call does not block the others until the file is free: it fails
    // at once and is tried again.
    this.#store.stopBlocking()
    this.#startWorkers()
  }

  readonly close = async (): Promise<void> => {
    this.#isClosing = true
    await this.#stopWorkers()
    const closeConnections = setTimeout(() => this.#server.server.closeAllConnections(), closeGraceMs)
    await this.#server.close()
    clearTimeout(closeConnections)
    await this.#documents.close()
    await whenFree(() => this.#counts.flush())
    this.#store.close()
    this.#unlock()
  }

  #createServer(): FastifyInstance {
    const {
      origin,
      limitFactor,
      checkAnswers = false,
      timeouts = defaultTimeouts,
      trustedProxies = [],
    } = this.#settings
    const parts = this.#parts
    const counts = this.#counts
    const addresses = signedAddresses(this.#store)
    return createServer({
      store: this.#store,
      operations: createOperations(parts, addresses, this.#documents, limitFactor),
      checkAnswers,
      publicOrigin: origin,
      newOrders: {
        secondsUntilAllowed: ({ key, nowMs }) =>
          counts.secondsUntilNewOrder(key.id, keyLimits(key, limitFactor), nowMs),
        count: ({ key, nowMs }) => counts.countNewOrder(key.id, nowMs),
        releaseCount: ({ key, nowMs }) => counts.releaseNewOrder(key.id, nowMs),
      },
      gate: this.#createGate(),
      openRoutes: [
        openapiRoute(basePath),
        fileRoute(parts, addresses),
        ...paymentPage(parts),
        ...sandboxPages(this.#links, {
          now: parts.clock.now,
          baseUrl: () => (origin ?? this.#loopbackOrigin) + basePath,
          isOpen: () => isPageOpen(this.#store),
        }),
      ],
      forms: {
        folder: parts.files.incoming,
        maxFileBytes: attachmentLimits.maxBytes,
        headBytes,
        contentTypeOf,
        otherTypeMessage,
      },
      timeouts,
      trustedProxies,
      log: this.#log,
      now: parts.clock.now,
      isClosing: () => this.#isClosing,
    })
  }

  #createGate(): Gate {
    return new Gate({
      keys: keyRing(this.#store),
      counts: this.#counts,
      wrongKeys: wrongKeys(this.#store.counts),
      now: this.#parts.clock.now,
      // An expired sandbox is deleted before its key is looked up.
      beforeAuthentication: (nowMs) => this.#processIdleSandboxes(nowMs),
      // If the clock was moved past midnight, the daily tasks run before the next call.
      beforeCall: (nowMs) => this.#tryDailyTasks(nowMs),
      isAnswered: (scope, nowMs) => this.#answers.find(scope, nowMs) !== null,
      limitFactor: this.#settings.limitFactor,
    })
  }

  #startWorkers(): void {
    const { clock, webhooks, deliveries, mailQueue } = this.#parts
    const { origin, transport, senderOptions } = this.#settings
    const log = this.#log
    const sender = new WebhookSender(() => webhooks.isLoopbackAllowed(), senderOptions)
    const deliveryWorker = new DeliveryWorker({ deliveries, sender, now: clock.now, log })
    const mailWorker = new MailWorker({
      queue: mailQueue,
      onDone: (id, nowMs) => this.#completeMessage(id, nowMs),
      transport,
      origin: origin ?? this.#loopbackOrigin,
      now: clock.now,
      log,
    })
    const midnightCheck = setInterval(() => {
      this.#tryDailyTasks(clock.now())
      this.#processIdleSandboxes(clock.now())
    }, midnightCheckMs).unref()
    deliveryWorker.start()
    mailWorker.start()
    this.#stopWorkers = async () => {
      clearInterval(midnightCheck)
      await Promise.all([deliveryWorker.close(), mailWorker.close()])
    }
  }

  /** A sent notice may make a deletion due sooner than the last run of `process` found. */
  async #completeMessage(id: string, nowMs: number): Promise<void> {
    await this.#store.writeInGroup(() => {
      this.#parts.sandboxes.setNoticeSent(id, nowMs)
      this.#parts.mailQueue.remove(id)
    })
    this.#idleSandboxes.scheduleNow()
  }

  #tryDailyTasks(nowMs: number): void {
    this.#logFailure('the daily tasks failed', () => this.#runDailyTasks(nowMs))
  }

  /** At the start, before each call, and at each check of midnight. `scheduleNow` makes the next run look for due sandboxes. */
  #processIdleSandboxes(nowMs: number): void {
    this.#logFailure('idle sandboxes could not be processed', () => this.#idleSandboxes.process(nowMs))
  }

  /** Failed work is logged and tried again later, as is work while another process writes. Calls are answered in any case. */
  #logFailure(message: string, task: () => void): void {
    try {
      task()
    } catch (error) {
      if (!isBusy(error)) this.#log.error({ err: error }, message)
    }
  }
}

function openLockedStore(dataFolder: string, unlock: () => void): Store {
  try {
    return openStore(dataFolder)
  } catch (error) {
    unlock()
    throw error
  }
}

function refuseTestOptionsForLive({ store, clock }: Parts, { clockOffsetSeconds, limitFactor }: Settings): void {
  if (!listWorkshops(store).some((workshop) => !workshop.sandbox)) return
  if (clockOffsetSeconds !== undefined || clock.offsetMs() !== 0) {
    throw new Refusal('live_workshop', 'a live workshop needs the true time: its clock cannot be moved')
  }
  if (limitFactor !== 1) {
    throw new Refusal('live_workshop', 'the limits of a live workshop cannot be multiplied')
  }
}
