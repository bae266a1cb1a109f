// Parses a form (multipart/form-data) while it arrives. The file is written and synced to the disk at once, so that concurrent uploads
// need little memory. A refused form is read to its end, so that its sender can read the answer.
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { finished } from 'node:stream'
import type { SentFile } from '../../../shared/workshop-api/index.ts'
import { Failure, invalid } from '../../operation/index.ts'

export interface FormRules {
  /** The folder for files. Files that no operation has moved are deleted before the call is answered. */
  folder: string
  maxFileBytes: number
  /** How many bytes from the beginning of a file determine its type, and the type; null: not accepted. */
  headBytes: number
  contentTypeOf: (head: Buffer) => string | null
  /** The message for a file that is not accepted. */
  otherTypeMessage: string
}

const media = 'multipart/form-data'
/** Above the size of any form of the interface. A larger form is refused. */
const limits = { files: 1, fields: 8, parts: 9, fieldSize: 1_000, headerPairs: 20, headerSize: 8_192 }

/** Makes the routes of `app` accept forms only. The body has the parts by name; a name that is sent twice has a list. */
export function acceptForms(app: FastifyInstance, rules: FormRules): void {
  const written = new WeakMap<FastifyRequest, string[]>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(media, (request: FastifyRequest, payload: IncomingMessage) => {
    const paths: string[] = []
    written.set(request, paths)
    return readForm(payload, request.headers['content-type'] ?? '', rules, paths)
  })
  app.addHook('onSend', async (request) => {
    await Promise.all((written.get(request) ?? []).map((path) => rm(path, { force: true })))
  })
}

async function readForm(
  payload: IncomingMessage,
  contentType: string,
  rules: FormRules,
  paths: string[],
): Promise<Record<string, unknown>> {
  const form = await parserOf(contentType, rules, payload)
  const parts = new Map<string, unknown[]>()
  const add = (name: string, value: unknown) => parts.set(name, [...(parts.get(name) ?? []), value])
  const files: { name: string; stream: BusboyFileStream; written: Promise<WrittenFile> }[] = []
  let hasExtraParts = false

  form.on('field', (name, value) => add(name, value))
  form.on('file', (name, stream) => {
    const path = join(rules.folder, randomUUID())
    paths.push(path)
    files.push({ name, stream, written: writeFile(stream, path, rules.headBytes) })
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    form.on(limit, () => {
      hasExtraParts = true
    })
  }
  try {
    await pipeThrough(form, payload)
  } catch {
    for (const { stream } of files) stream.destroy()
    await Promise.all([readToTheEnd(payload), ...files.map(({ written }) => written)])
    throw invalid([], 'Skjemaet (multipart/form-data) kan ikke leses.')
  }
  for (const { name, stream, written } of files) {
    const { path, bytes, head, failure } = await written
    if (failure !== null) throw failure
    if (stream.truncated) throw new Failure('file_too_large')
    const type = rules.contentTypeOf(head)
    if (type === null) throw new Failure('unsupported_file_type', {}, rules.otherTypeMessage)
    add(name, { path, bytes, contentType: type } satisfies SentFile)
  }
  if (hasExtraParts) throw invalid([], 'Skjemaet har flere deler enn det skal.')
  return Object.fromEntries(
    [...parts].map(([name, [first, ...others]]) => [name, others.length > 0 ? [first, ...others] : first]),
  )
}

async function parserOf(
  contentType: string,
  { maxFileBytes }: FormRules,
  payload: IncomingMessage,
): Promise<BusboyInstance> {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: { ...limits, fileSize: maxFileBytes } })
  } catch {
    await readToTheEnd(payload)
    throw invalid([], 'Content-Type mangler skillet mellom delene (boundary).')
  }
}

/** Resolves at the end of the form. Rejects if it is incomplete or malformed. */
function pipeThrough(form: BusboyInstance, payload: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      payload.unpipe(form)
      reject(error instanceof Error ? error : new Error('a malformed form'))
    }
    form.once('finish', resolve)
    form.on('error', fail)
    finished(payload, { writable: false }, (error) => {
      if (error) fail(error)
    })
    payload.pipe(form)
  })
}

function readToTheEnd(payload: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    finished(payload, { writable: false }, () => {
      resolve()
    })
    payload.resume()
  })
}

interface WrittenFile {
  path: string
  bytes: number
  head: Buffer
  /** The error of the disk. The rest of the file is read in any case. */
  failure: Error | null
}

/** Writes a file and syncs it. Resolves when the file is on the disk, or has failed. */
function writeFile(stream: BusboyFileStream, path: string, headBytes: number): Promise<WrittenFile> {
  return new Promise((resolve) => {
    const disk = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
    let head = Buffer.alloc(0)
    stream.on('data', (part: Buffer) => {
      if (head.length < headBytes) head = Buffer.concat([head, part]).subarray(0, headBytes)
    })
    finished(stream, (error) => {
      if (error) disk.destroy()
    })
    disk.once('error', (failure) => {
      stream.unpipe(disk)
      stream.resume()
      resolve({ path, bytes: 0, head, failure })
    })
    disk.once('close', () => {
      resolve({ path, bytes: disk.bytesWritten, head, failure: null })
    })
    stream.pipe(disk)
  })
}
