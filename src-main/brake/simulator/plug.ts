// Where the simulator is plugged in: a pseudo terminal of socat's, or a TCP port that one program at a time may have. Both can be
// pulled out and put back.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Plug {
  /** Of the line, as Kant takes it. */
  readonly uri: string
  readonly send: (bytes: Uint8Array) => void
  /** Resolves when the other side has noticed, or nobody was there. */
  readonly unplug: () => Promise<void>
  readonly plugIn: () => Promise<void>
}

type Hear = (bytes: Uint8Array) => void

/** Rejects where socat is missing or ends at once. `more` is what the address says behind the path: "?baud=19200". */
export async function ptyPlug(path: string, more: string, hear: Hear): Promise<Plug> {
  let socat: ChildProcess | null = null

  const plugIn = async (): Promise<void> => {
    if (socat !== null) return
    const child = spawn('socat', ['-', `pty,raw,echo=0,link=${path}`], { stdio: ['pipe', 'pipe', 'ignore'] })
    const gone = new Promise<'gone'>((resolve) => {
      child.once('exit', () => resolve('gone'))
      child.once('error', () => resolve('gone'))
    })
    child.stdin.on('error', () => {})
    child.stdout.on('data', hear)
    while (!existsSync(path)) {
      // oxlint-disable-next-line no-await-in-loop
      if ((await Promise.race([gone, pause(5)])) === 'gone') throw new Error('socat made no pseudo terminal')
    }
    socat = child
  }
  await plugIn()
  return {
    uri: `serial:${path}${more}`,
    send: (bytes) => {
      socat?.stdin?.write(bytes)
    },
    unplug: async () => {
      const child = socat
      socat = null
      if (child === null || child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
    plugIn,
  }
}

/** On loopback alone; port 0 takes any that is free. A second program is shown the door, as a serial server shows it. */
export async function tcpPlug(port: number, hear: Hear): Promise<Plug> {
  let guest: Socket | null = null
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {})
    if (guest !== null) {
      socket.destroy()
      return
    }
    guest = socket
    socket.on('data', hear)
    socket.on('close', () => {
      guest = null
    })
  })
  const listen = async (wanted: number): Promise<number> => {
    server.listen(wanted, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return address === null || typeof address === 'string' ? wanted : address.port
  }
  const taken = await listen(port)
  return {
    uri: `tcp://127.0.0.1:${taken}`,
    send: (bytes) => {
      guest?.write(bytes)
    },
    unplug: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      guest?.resetAndDestroy()
      await closed
    },
    plugIn: async () => {
      if (!server.listening) await listen(taken)
    },
  }
}
