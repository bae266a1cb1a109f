// An order is answered only after the disk has it, also if several orders share one sync. A kill cannot show this, because the page cache
// survives it: the test reads the system calls of the service program.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'

const notes = Array.from({ length: 12 }, (_, no) => `Ordre-${no}-haster`)
const ready = z.looseObject({ baseUrl: z.url(), keys: z.object({ sandbox: z.string() }) })
// The build of SQLite determines which of the two it calls.
const syncOfLog = /^(?:fdatasync|fsync)\(\d+<[^>]*workshop\.db-wal>\) += 0$/
const writeToLog = /^pwrite64\(\d+<[^>]*workshop\.db-wal>/
const answer = /^(?:write|writev|sendto|sendmsg)\(\d+<(?:TCP|socket).*HTTP\/1\.1 201/

async function called(port: number, head: string, body = ''): Promise<{ socket: Socket; response: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head}\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  const [response]: unknown[] = await once(socket, 'data')
  return { socket, response: String(response) }
}

test('each order is written to the log, and the log is synced, before it is answered', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-trace-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const trace = join(folder, 'trace')
  const traced = ['pwrite64', 'fdatasync', 'fsync', 'write', 'writev', 'sendto', 'sendmsg'].join()
  const program = ['src-service/main.ts', '--port', '0', '--data', join(folder, 'workshop'), '--limit-factor', '100']
  const strace = spawn(
    'strace',
    ['-f', '-y', '-s', '5000', '-o', trace, '-e', `trace=${traced}`, process.execPath, ...program],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const exit = once(strace, 'close')
  const [line]: unknown[] = await once(createInterface({ input: strace.stdout }), 'line')
  const { baseUrl, keys } = ready.parse(JSON.parse(String(line)))
  const port = Number(new URL(baseUrl).port)
  const key = `Authorization: Bearer ${keys.sandbox}`

  const answers = await Promise.all(
    notes.map((note) =>
      called(
        port,
        `POST /api/v1/orders HTTP/1.1\r\n${key}\r\nContent-Type: application/json\r\nIdempotency-Key: ${note}`,
        JSON.stringify({ note }),
      ),
    ),
  )
  for (const { socket } of answers) socket.destroy()
  expect(answers.map(({ response }) => response.slice(0, 12))).toEqual(answers.map(() => 'HTTP/1.1 201'))

  const lines = (): string[] => readFileSync(trace, 'utf8').split('\n')
  const pid = lines()[0]?.split(' ')[0] ?? ''
  process.kill(Number(pid), 'SIGTERM')
  await exit
  const calls = lines().flatMap((each) => (each.startsWith(`${pid} `) ? [each.slice(pid.length).trim()] : []))
  for (const note of notes) {
    const answeredAt = calls.findIndex((call) => answer.test(call) && call.includes(note))
    const writtenAt = calls.findIndex((call) => writeToLog.test(call) && call.includes(note))
    const syncedAt = calls.findIndex((call, index) => index > writtenAt && syncOfLog.test(call))
    expect(writtenAt).toBeGreaterThan(-1)
    expect(syncedAt).toBeGreaterThan(writtenAt)
    expect(answeredAt).toBeGreaterThan(syncedAt)
  }
})
