// Two ends of a real serial line: a pair of pseudo terminals that socat joins, and a way to pull the cable.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface SerialPair {
  /** Paths of two terminals: what is written to the one is read from the other. */
  readonly near: string
  readonly far: string
  /** Kills socat: both terminals are gone. Resolves when they are. */
  readonly cut: () => Promise<void>
}

/** Rejects where socat ends before both terminals stand. A pair that was not cut is cut at the end of its `await using`. */
export async function serialPair(): Promise<SerialPair & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'kant-serial-'))
  const [near, far] = [join(folder, 'near'), join(folder, 'far')]
  const socat = spawn('socat', [`pty,raw,echo=0,link=${near}`, `pty,raw,echo=0,link=${far}`], { stdio: 'ignore' })
  const gone = new Promise<void>((resolve) => {
    socat.once('exit', () => resolve())
    socat.once('error', () => resolve())
  })
  const cut = async (): Promise<void> => {
    socat.kill('SIGKILL')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  const ended = gone.then(() => true)
  while (!existsSync(near) || !existsSync(far)) {
    // oxlint-disable-next-line no-await-in-loop
    if (await Promise.race([ended, pause(5, false)])) throw new Error('socat ended before its terminals stood')
  }
  return { near, far, cut, [Symbol.asyncDispose]: cut }
}
