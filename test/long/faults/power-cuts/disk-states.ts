// What a power cut can leave of recorded operations: everything that was synced, a part of the rest, and the names in the order in which
// they were made, as ext4 keeps it. Pure; `writeState` writes one state into a folder.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { DiskOperation } from './recording.ts'

/** Which of the writes that were not synced are on the disk. `sizes`: the files have grown, and what was written is zeros. */
export const ways = ['all', 'none', 'some', 'last', 'all_but_last', 'sizes', 'torn_sectors'] as const
export type Way = (typeof ways)[number]

export interface DiskState {
  /** The content by the path; null: a folder. */
  files: Map<string, Buffer | null>
  /** The lines that the program had written. */
  shown: string[]
}

type Change = Extract<DiskOperation, { kind: 'write' | 'truncate' }>
interface Inode {
  synced: Buffer
  /** Since the last sync. */
  changes: Change[]
}

const sector = 512

/** The state after the first `count` operations and a power cut. `random` returns numbers from 0 to below 1. */
export function stateAfter(
  operations: readonly DiskOperation[],
  count: number,
  way: Way,
  random: () => number,
): DiskState {
  const inodes = new Map<string, Inode>()
  const shown: string[] = []
  /** What the names refer to, as the running program sees it. */
  const present = new Map<string, Inode | null>()
  /** The names after each change of a name since the last sync of names; the first are the synced ones. */
  let names: ReadonlyMap<string, Inode | null>[] = [new Map()]
  const rename = (change: () => void): void => {
    change()
    names.push(new Map(present))
  }
  for (const operation of operations.slice(0, count)) {
    if (operation.kind === 'shown') shown.push(operation.line)
    else if (operation.kind === 'create') {
      const inode = { synced: Buffer.alloc(0), changes: [] }
      inodes.set(operation.path, inode)
      rename(() => present.set(operation.path, inode))
    } else if (operation.kind === 'mkdir') rename(() => present.set(operation.path, null))
    else if (operation.kind === 'unlink') rename(() => present.delete(operation.path))
    else if (operation.kind === 'rename')
      rename(() => {
        const inode = present.get(operation.path) ?? null
        present.delete(operation.path)
        present.set(operation.to, inode)
      })
    else if (operation.kind === 'sync') {
      const inode = present.get(operation.path)
      const grown =
        inode !== undefined &&
        inode !== null &&
        inode.changes.length > 0 &&
        contentOf(inode, inode.changes).length !== inode.synced.length
      if (inode !== undefined && inode !== null) {
        inode.synced = contentOf(inode, inode.changes)
        inode.changes = []
      }
      // ext4 writes all earlier changes of names with it
      if (!operation.data || grown) names = [new Map(present)]
    } else if (operation.kind === 'write' || operation.kind === 'truncate')
      present.get(operation.path)?.changes.push(operation)
  }
  const namesNo = way === 'all' ? names.length - 1 : way === 'none' ? 0 : Math.floor(random() * names.length)
  const files = new Map<string, Buffer | null>()
  for (const [path, inode] of names[namesNo] ?? [])
    files.set(path, inode === null ? null : contentOf(inode, remaining(inode, way, random)))
  return { files, shown }
}

function remaining({ changes }: Inode, way: Way, random: () => number): Change[] {
  switch (way) {
    case 'all':
      return changes
    case 'none':
      return []
    case 'some':
      return changes.filter(() => random() < 0.5)
    case 'last':
      return changes.slice(-1)
    case 'all_but_last':
      return changes.slice(0, -1)
    case 'sizes':
      return changes.map((change) => (change.kind === 'write' ? lengthOf(change) : change))
    case 'torn_sectors':
      return changes.flatMap((change) =>
        change.kind === 'write' ? sectorsOf(change).filter(() => random() < 0.5) : [change],
      )
  }
}

/** A write of which only the new length of the file is on the disk. */
const lengthOf = ({ offset, bytes, ...write }: Extract<Change, { kind: 'write' }>): Change => ({
  ...write,
  offset: offset + bytes.length,
  bytes: Buffer.alloc(0),
})

/** The parts of a write, at the borders of the disk's sectors. */
function sectorsOf({ offset, bytes, ...write }: Extract<Change, { kind: 'write' }>): Change[] {
  const parts: Change[] = []
  for (let from = 0; from < bytes.length;) {
    const to = Math.min(bytes.length, from + sector - ((offset + from) % sector))
    parts.push({ ...write, offset: offset + from, bytes: bytes.subarray(from, to) })
    from = to
  }
  return parts
}

function contentOf({ synced }: Inode, changes: readonly Change[]): Buffer {
  const longest = Math.max(
    synced.length,
    ...changes.map((one) => (one.kind === 'write' ? one.offset + one.bytes.length : one.length)),
  )
  const content = Buffer.alloc(longest)
  synced.copy(content)
  let length = synced.length
  for (const change of changes) {
    if (change.kind === 'truncate') {
      content.fill(0, change.length)
      length = change.length
    } else {
      change.bytes.copy(content, change.offset)
      length = Math.max(length, change.offset + change.bytes.length)
    }
  }
  return content.subarray(0, length)
}

/** `from`: the recorded folder. */
export function writeState({ files }: DiskState, from: string, folder: string): void {
  for (const [path, content] of files) {
    const target = join(folder, relative(from, path))
    if (content === null) mkdirSync(target, { recursive: true })
    else {
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, content)
    }
  }
}
