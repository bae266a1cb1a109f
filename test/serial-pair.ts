// A real serial line for tests: a pair of pseudo terminals that socat connects, and a function that disconnects them.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface SerialPair {
  /** The paths of the two terminals: bytes written to one are read from the other. */
  readonly near: string
  readonly far: string
  /** Kills socat. Resolves when both terminals are removed. */
  readonly cut: () => Promise<void>
}

/** Rejects if socat ends before both terminals exist. The end of `await using` disconnects the pair. */
export async function serialPair(): Promise<SerialPair & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'kant-serial-'))
  const [near, far] = [join(folder, 'near'), join(folder, 'far')]
  const socat = spawn('socat', [`pty,raw,echo=0,link=${near}`, `pty,raw,echo=0,link=${far}`], { stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => {
    socat.once('exit', () => resolve())
    socat.once('error', () => resolve())
  })
  const cut = async (): Promise<void> => {
    socat.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  const endedEarly = exited.then(() => true)
  while (!existsSync(near) || !existsSync(far)) {
    // oxlint-disable-next-line no-await-in-loop
    if (await Promise.race([endedEarly, pause(5, false)])) throw new Error('socat ended before its terminals existed')
  }
  return { near, far, cut, [Symbol.asyncDispose]: cut }
}
