// Part 4.5 · uploads while the service is killed: no order names a missing file, no answered upload is lost, and incomplete files are deleted at
// the next start.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { attachment, order, page } from '../../../shared/workshop-api/index.ts'

const ready = z.looseObject({ baseUrl: z.url(), keys: z.object({ sandbox: z.string() }).optional() })
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function start(folder: string): Promise<{ program: ChildProcess; startLine: z.infer<typeof ready> }> {
  const program = spawn(
    process.execPath,
    ['src-service/main.ts', '--port', '0', '--data', folder, '--limit-factor', '1000'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  onTestFinished(() => {
    program.kill('SIGKILL')
  })
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: program.stdout }).once('line', resolve)
    program.once('exit', (code) => {
      reject(new Error(`the service ended with ${code}`))
    })
  })
  return { program, startLine: ready.parse(JSON.parse(line)) }
}

test('a service that is killed during uploads has every file that it answered, and no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-service-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  let { program, startLine } = await start(folder)
  const key = startLine.keys?.sandbox ?? ''
  const authorization = { authorization: `Bearer ${key}` }
  /** The id of each sent file by its hash; null until the upload was answered. */
  const sent = new Map<string, string | null>()

  const upload = async (baseUrl: string, number: string): Promise<void> => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(300_000)])
    sent.set(sha(bytes), null)
    const form = new FormData()
    form.set('fil', new Blob([new Uint8Array(bytes)]), 'foto.jpg')
    form.set('type', 'foto')
    const response = await fetch(`${baseUrl}/orders/${number}/attachments`, {
      method: 'POST',
      headers: authorization,
      body: form,
    })
    if (response.status === 201) sent.set(sha(bytes), attachment.parse(await response.json()).id)
  }

  for (let round = 0; round < 4; round += 1) {
    const { baseUrl } = startLine
    const numbers = [1, 2, 3, 4].map((each) => `T-${String(4 * round + each).padStart(6, '0')}`)
    const uploads = numbers.flatMap((number) => [1, 2, 3].map(() => upload(baseUrl, number)))
    // Killed at the first answer: the other uploads are at different stages.
    await Promise.any(uploads)
    const exited = new Promise((resolve) => program.once('exit', resolve))
    program.kill('SIGKILL')
    await exited
    await Promise.allSettled(uploads)
    ;({ program, startLine } = await start(folder))
  }

  const orders = await fetch(`${startLine.baseUrl}/orders?limit=100`, { headers: authorization })
  const named = page(order)
    .parse(await orders.json())
    .data.flatMap(({ attachments }) => attachments)
  const files = join(folder, 'attachments')
  const ids = named.map(({ id }) => id)
  expect(new Set(readdirSync(files))).toEqual(new Set(['incoming', ...ids]))
  expect(readdirSync(join(files, 'incoming'))).toEqual([])
  for (const { id, bytes } of named) {
    const content = readFileSync(join(files, id))
    expect([content.length, sent.has(sha(content))]).toEqual([bytes, true])
  }
  const answers = [...sent.values()].filter((id) => id !== null)
  expect(answers.length).toBeGreaterThanOrEqual(4)
  expect(ids).toEqual(expect.arrayContaining(answers))
})
