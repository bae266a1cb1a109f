// A kill cannot show this, because the page cache outlives the process: a tick's frame is sent to the screen only after the mark is on
// the disk. The test reads the system calls of the station's own program.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReconnectingLink } from '../../../shared/station-api/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { readAttachFile } from '../../../src-main/station/attach/attach-file.ts'
import { openStationChannel } from '../../../src-main/station/attach/web-socket-channel.ts'
import { openAdmin } from '../../../src-service/admin/index.ts'
import { startService } from '../../../src-service/service.ts'
import { connectFolder } from '../../connect-folder.ts'

const taps = 5
// SQLite's build decides which of the two it uses
const isSync = (call: string): boolean => /^(?:fdatasync|fsync)\(/.test(call)

/** The calls of one thread. strace splits a call into two lines if another thread's call comes in between. */
const wholeCalls = (lines: readonly string[]): string[] =>
  lines.reduce<string[]>((calls, line) => {
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(line)?.[1]
    const startedCall = rest === undefined ? undefined : calls.pop()?.replace(/ <unfinished \.\.\.>$/, '')
    calls.push(startedCall === undefined ? line : `${startedCall}${rest ?? ''}`)
    return calls
  }, [])

describe('from a tap on a screen to its tick', () => {
  let folder: string
  /** The ids of the marks, in the order of the taps. */
  const marks: string[] = []
  /** The system calls of the thread that handles the tap, in order. */
  let calls: string[]

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kant-trace-'))
    const dataFolder = join(folder, 'workshop')
    const service = await startService({ dataFolder, port: 0, limitFactor: 100 })
    const admin = openAdmin({ dataFolder })
    const sheets = admin.makeSheets({ count: taps, approved: true })
    const page = join(folder, 'page')
    mkdirSync(page)
    writeFileSync(join(page, 'index.html'), '<title>Kant</title>')
    const data = join(folder, 'station')
    mkdirSync(data)
    const key = service.keys?.maskin ?? ''
    const connected = await connectFolder(data, service.baseUrl, key)
    if (!connected.ok) throw new Error(connected.lines.join(' '))
    const trace = join(folder, 'trace')
    const traced = ['read', 'pwrite64', 'fdatasync', 'fsync', 'write', 'writev', 'sendto', 'sendmsg'].join()
    const program = [process.execPath, join(import.meta.dirname, 'served-station.ts'), data, page]
    const strace = spawn('strace', ['-f', '-y', '-s', '400', '-o', trace, '-e', `trace=${traced}`, ...program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(strace, 'close')
    await Promise.race([once(createInterface({ input: strace.stdout }), 'line'), exit])
    const address = readAttachFile(data)
    if (address === null) throw new Error('the station left no attach file')
    const link = new ReconnectingLink({ open: () => openStationChannel(address), wait: systemClock.wait })
    const dayListed = new Promise<void>((resolve) => {
      link.subscribe((message) => {
        const status = message.kind === 'snapshot' ? message.snapshot.status : null
        const newStatus = message.kind === 'push' && message.name === 'status' ? message.data : status
        if (newStatus !== null && newStatus.upToDateAt !== null) resolve()
      })
    })
    await dayListed
    for (const sheetId of sheets) {
      const { sheet } = await link.call('sheet.read', { sheetId })
      const { id } = await link.call('mark.create', { sheetId, drawingVersion: sheet?.drawingVersion ?? 0, by: 'KN' })
      marks.push(id)
    }
    link.close()
    const lines = (): string[] => readFileSync(trace, 'utf8').split('\n')
    const pid = lines()[0]?.split(' ')[0] ?? ''
    process.kill(Number(pid), 'SIGTERM')
    await exit
    calls = wholeCalls(lines().flatMap((line) => (line.startsWith(`${pid} `) ? [line.slice(pid.length).trim()] : [])))
    admin.close()
    await service.close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** The calls from the read of the tap, with the first write to the log after it, to the write of the first frame that has the mark's id. */
  function fromTapToTick(id: string): string[] {
    const frame = calls.findIndex(
      (call) => /^(?:write|writev|sendto|sendmsg)\(\d+<(?:TCP|socket)/.test(call) && call.includes(id),
    )
    if (frame < 0) throw new Error(`no frame has the mark ${id}`)
    const tap = calls.findLastIndex((call, index) => index < frame && /^read\(\d+<(?:TCP|socket).*= [1-9]/.test(call))
    return calls.slice(tap + 1, frame)
  }

  test('each mark is written to the log, and the log is synced once before the frame is sent', () => {
    expect(marks).toHaveLength(taps)
    for (const id of marks) {
      const callsBetween = fromTapToTick(id)
      expect(callsBetween.filter(isSync)).toEqual([expect.stringMatching(/\(\d+<[^>]*outbox\.db-wal>\) += 0$/)])
      const logWrites = callsBetween.filter((call) => /^pwrite64\(\d+<[^>]*outbox\.db-wal>/.test(call))
      expect(logWrites.length).toBeGreaterThan(0)
      const lastWrite = callsBetween.findLastIndex((call) => call.startsWith('pwrite64('))
      expect(callsBetween.findIndex(isSync)).toBeGreaterThan(lastWrite)
    }
  })
})
