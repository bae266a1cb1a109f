// Records the writes and syncs of a program in one folder with strace, as a list of operations on the disk. Runs the program.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

export type DiskOperation =
  | { kind: 'create' | 'unlink' | 'mkdir'; path: string }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'write'; path: string; offset: number; bytes: Buffer }
  | { kind: 'truncate'; path: string; length: number }
  /** `data`: the names may stay unsynced, unless the file has grown. */
  | { kind: 'sync'; path: string; data: boolean }
  /** A line that the program wrote to its output: a person has seen it. */
  | { kind: 'shown'; line: string }

const traced = 'openat,pwrite64,write,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat'

/** The operations in `folder`, in their order, and the lines that the program wrote. Throws if strace is missing. */
export function record(program: string, folder: string, tracePath: string): DiskOperation[] {
  const args = ['-f', '-y', '-xx', '-s', '200000', '-o', tracePath, '-e', `trace=${traced}`]
  const { stderr } = spawnSync('strace', [...args, process.execPath, program, folder], { encoding: 'utf8' })
  if (stderr !== '') throw new Error(stderr)
  return operationsIn(wholeCalls(readFileSync(tracePath, 'latin1')), folder)
}

/** strace splits a call into two lines where another thread's call comes in between: the second one counts. */
function wholeCalls(trace: string): string[] {
  const begun = new Map<string, string>()
  return trace.split('\n').flatMap((line) => {
    const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (call.endsWith(' <unfinished ...>')) {
      begun.set(thread, call.slice(0, -' <unfinished ...>'.length))
      return []
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(call)?.[1]
    return rest === undefined ? [call] : [`${begun.get(thread) ?? ''}${rest}`]
  })
}

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex')
const stringsIn = (call: string): Buffer[] =>
  [...call.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text]) => unhex(text ?? ''))

function operationsIn(calls: readonly string[], folder: string): DiskOperation[] {
  const sizes = new Map<string, number>()
  const inside = (path: string): boolean => path.startsWith(`${folder}/`) && !path.endsWith('-shm')
  const withSize = (path: string, size: number): void => void sizes.set(path, Math.max(sizes.get(path) ?? 0, size))
  const read = (call: string): DiskOperation | DiskOperation[] => {
    const name = call.slice(0, call.indexOf('('))
    const result = Number(/\) += (-?\d+)/.exec(call)?.[1] ?? -1)
    if (result < 0) return []
    const strings = stringsIn(call)
    const path = name.startsWith('open') || !/^\w+\(\d+</.test(call) ? String(strings[0]) : unhexPath(call)
    if (name === 'write' && call.startsWith('write(1<')) return { kind: 'shown', line: String(strings[0]).trim() }
    if (name.endsWith('sync') && path === folder) return { kind: 'sync', path, data: false }
    if (!inside(path)) return []
    switch (name) {
      case 'openat': {
        if (!call.includes('O_CREAT') || sizes.has(path)) return []
        sizes.set(path, 0)
        return { kind: 'create', path }
      }
      case 'write':
      case 'pwrite64': {
        const bytes = strings[0]?.subarray(0, result) ?? Buffer.alloc(0)
        const offset = name === 'write' ? (sizes.get(path) ?? 0) : Number(/, (\d+)\) += /.exec(call)?.[1])
        withSize(path, offset + bytes.length)
        return { kind: 'write', path, offset, bytes }
      }
      case 'ftruncate': {
        const length = Number(/, (\d+)\) += /.exec(call)?.[1])
        sizes.set(path, length)
        return { kind: 'truncate', path, length }
      }
      case 'fsync':
      case 'fdatasync':
        return { kind: 'sync', path, data: name === 'fdatasync' }
      case 'rename':
      case 'renameat':
      case 'renameat2': {
        const to = String(strings[1])
        sizes.set(to, sizes.get(path) ?? 0)
        sizes.delete(path)
        return { kind: 'rename', path, to }
      }
      case 'unlink':
      case 'unlinkat':
        sizes.delete(path)
        return { kind: 'unlink', path }
      default:
        return { kind: 'mkdir', path }
    }
  }
  return calls.flatMap(read)
}

/** The path that strace adds to a file's number. */
const unhexPath = (call: string): string => {
  const path = /^\w+\(\d+<([^>]*)>/.exec(call)?.[1] ?? ''
  return path.startsWith('\\x') ? String(unhex(path)) : join(path)
}
