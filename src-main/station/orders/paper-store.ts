// The stored papers of orders: one JSON file for each order, one file for each attachment. All of it can be read from the service again,
// so the folder may be deleted at any time. Bounded: the papers that were used longest ago are removed first. Accesses its own folder.
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import { paperOrder, type PaperOrder } from '../../../shared/station-api/index.ts'
import { attachmentTypes, instant, read, type AttachmentType } from '../../../shared/workshop-api/index.ts'

interface StoredOrder {
  order: PaperOrder
  readAt: string
}

interface StoredFile {
  type: AttachmentType
  bytes: number
}

export interface PaperLimits {
  orders: number
  /** The size of all files together. */
  totalBytes: number
}

/** The end of the name of a file that is being written. */
const unfinishedSuffix = '.part'

const storedOrder = z.object({ order: paperOrder, readAt: instant })

const extensions: Readonly<Record<AttachmentType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
}

/** `owner`: the workshop and the environment of the key; the papers of other owners are removed. */
export async function openPaperStore(folder: string, owner: string, limits: PaperLimits): Promise<PaperStore> {
  const ownName = createHash('sha256').update(owner).digest('hex').slice(0, 16)
  const ownFolder = join(folder, ownName)
  await mkdir(ownFolder, { recursive: true, mode: 0o700 })
  const others = (await readdir(folder)).filter((name) => name !== ownName)
  await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true, force: true })))
  const store = new PaperStore(ownFolder, limits)
  await store.load()
  return store
}

export class PaperStore {
  readonly #folder: string
  readonly #limits: PaperLimits
  /** The order that was used last is at the end. */
  readonly #orders = new Map<string, StoredOrder>()
  readonly #files = new Map<string, StoredFile>()

  constructor(folder: string, limits: PaperLimits) {
    this.#folder = folder
    this.#limits = limits
  }

  /** Reads what is stored. Unreadable orders, files of no stored order, and files whose writing a kill ended are removed. */
  async load(): Promise<void> {
    const allNames = await readdir(this.#folder)
    const unfinished = allNames.filter((name) => name.endsWith(unfinishedSuffix))
    await Promise.all(unfinished.map((name) => rm(join(this.#folder, name), { force: true })))
    const names = allNames.filter((name) => !name.endsWith(unfinishedSuffix))
    const orders = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => this.#readOrder(name)),
    )
    for (const stored of orders.filter((one) => one !== null).toSorted((a, b) => (a.readAt < b.readAt ? -1 : 1)))
      this.#orders.set(stored.order.numberDisplay, stored)
    const attachmentIds = new Set(
      [...this.#orders.values()].flatMap(({ order }) => order.attachments.map(({ id }) => id)),
    )
    for (const name of names.filter((one) => !one.endsWith('.json'))) {
      const [id = '', extension = ''] = name.split('.')
      const type = attachmentTypes.find((one) => extensions[one] === extension)
      if (type === undefined || !attachmentIds.has(id)) await rm(join(this.#folder, name), { force: true })
      else this.#files.set(id, { type, bytes: (await stat(join(this.#folder, name))).size })
    }
  }

  orderOf(number: string): StoredOrder | null {
    return this.#orders.get(number) ?? null
  }

  orderWithSticker(sticker: number): string | null {
    const stored = [...this.#orders.values()].findLast(({ order }) => order.stickerNumbers.includes(sticker))
    return stored?.order.numberDisplay ?? null
  }

  /** The order counts as used now: its papers are the last to be removed. */
  use(number: string): void {
    const stored = this.#orders.get(number)
    if (stored === undefined) return
    this.#orders.delete(number)
    this.#orders.set(number, stored)
  }

  fileOf(id: string): StoredFile | null {
    return this.#files.get(id) ?? null
  }

  async putOrder(stored: StoredOrder): Promise<void> {
    const { numberDisplay, attachments } = stored.order
    const before = this.#orders.get(numberDisplay)
    await this.#write(orderFile(numberDisplay), Buffer.from(JSON.stringify(stored)))
    this.#orders.delete(numberDisplay)
    this.#orders.set(numberDisplay, stored)
    const attachedIds = new Set(attachments.map(({ id }) => id))
    for (const { id } of before?.order.attachments ?? []) if (!attachedIds.has(id)) await this.#removeFile(id)
    while (this.#orders.size > this.#limits.orders) await this.#removeOldestOrder(numberDisplay)
  }

  /** The service does not have the order any more. */
  async removeOrder(number: string): Promise<void> {
    const stored = this.#orders.get(number)
    if (stored === undefined) return
    this.#orders.delete(number)
    await this.#removeFiles(stored)
    await rm(join(this.#folder, orderFile(number)), { force: true })
  }

  /** Frees space for it first: the files of the orders that were used longest ago are removed. */
  async putFile(number: string, id: string, type: AttachmentType, bytes: Uint8Array): Promise<void> {
    for (const [other, stored] of this.#orders) {
      if (this.#totalBytes() + bytes.length <= this.#limits.totalBytes) break
      if (other !== number) await this.#removeFiles(stored)
    }
    await this.#write(`${id}.${extensions[type]}`, bytes)
    this.#files.set(id, { type, bytes: bytes.length })
  }

  /** Null: the file is not stored, or was removed by somebody else. */
  async readPart(id: string, offset: number, length: number): Promise<Uint8Array | null> {
    const stored = this.#files.get(id)
    if (stored === undefined) return null
    try {
      const file = await open(join(this.#folder, `${id}.${extensions[stored.type]}`))
      try {
        const { buffer, bytesRead } = await file.read({ buffer: new Uint8Array(length), position: offset })
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    } catch {
      this.#files.delete(id)
      return null
    }
  }

  #totalBytes(): number {
    return [...this.#files.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  async #readOrder(name: string): Promise<StoredOrder | null> {
    try {
      const parsed: unknown = JSON.parse(await readFile(join(this.#folder, name), 'utf8'))
      const result = read(storedOrder, parsed)
      if (result.ok && orderFile(result.value.order.numberDisplay) === name) return result.value
    } catch {
      // not JSON: it is removed as well
    }
    await rm(join(this.#folder, name), { force: true })
    return null
  }

  async #removeOldestOrder(except: string): Promise<void> {
    const oldest = [...this.#orders.keys()].find((number) => number !== except)
    if (oldest !== undefined) await this.removeOrder(oldest)
  }

  async #removeFiles({ order }: StoredOrder): Promise<void> {
    for (const { id } of order.attachments) await this.#removeFile(id)
  }

  async #removeFile(id: string): Promise<void> {
    const stored = this.#files.get(id)
    if (stored === undefined) return
    this.#files.delete(id)
    await rm(join(this.#folder, `${id}.${extensions[stored.type]}`), { force: true })
  }

  /** Whole or absent: into a file beside it, which is synced and renamed. Not `writeFileWhole`, which blocks until the disk has it. */
  async #write(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.#folder, name)
    const beside = `${path}${unfinishedSuffix}`
    try {
      const file = await open(beside, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(beside, path)
    } catch (error) {
      await rm(beside, { force: true })
      throw error
    }
  }
}

const orderFile = (number: string): string => `${encodeURIComponent(number)}.json`
