// Takes a form (multipart/form-data) apart while it comes in. Its file goes to the disk as it comes, written through, so that
// many uploads at once cost little memory; a form is read to its end also where it is refused, so that its sender gets to read why.
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { finished } from 'node:stream'
import type { SentFile } from '../../shared/workshop-api/index.ts'
import { Failure, invalid } from './failure.ts'

export interface FormRules {
  /** Where files are written; what no operation has moved elsewhere is removed before the call is answered. */
  folder: string
  maxFileBytes: number
  /** How much of a file's beginning tells its type, and what it tells; null: none that is taken. */
  headBytes: number
  contentTypeOf: (head: Buffer) => string | null
  /** What is said of a file of another type. */
  otherType: string
}

const media = 'multipart/form-data'
/** More than any form of ours holds: what is over is refused. */
const limits = { files: 1, fields: 8, parts: 9, fieldSize: 1_000, headerPairs: 20, headerSize: 8_192 }

/** Lets the routes of `app` take forms, and nothing else. The body is then the form's parts by name; one sent twice is a list. */
export function takeForms(app: FastifyInstance, rules: FormRules): void {
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
  const files: { name: string; stream: BusboyFileStream; written: Promise<Written> }[] = []
  let surplus = false

  form.on('field', (name, value) => add(name, value))
  form.on('file', (name, stream) => {
    const path = join(rules.folder, randomUUID())
    paths.push(path)
    files.push({ name, stream, written: write(stream, path, rules.headBytes) })
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    form.on(limit, () => {
      surplus = true
    })
  }
  try {
    await fed(form, payload)
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
    if (type === null) throw new Failure('unsupported_file_type', {}, rules.otherType)
    add(name, { path, bytes, contentType: type } satisfies SentFile)
  }
  if (surplus) throw invalid([], 'Skjemaet har flere deler enn det skal.')
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

/** Ends when the form has been read to its end; throws where it breaks off or is no form. */
function fed(form: BusboyInstance, payload: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      payload.unpipe(form)
      reject(error instanceof Error ? error : new Error('a form that is none'))
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

interface Written {
  path: string
  bytes: number
  head: Buffer
  /** What the disk said, where it failed; the rest of the file is read all the same. */
  failure: Error | null
}

/** Writes a file to the disk and through; ends once it is there, or never will be. */
function write(stream: BusboyFileStream, path: string, headBytes: number): Promise<Written> {
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
