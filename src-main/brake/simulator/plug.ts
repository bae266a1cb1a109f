// The port of the simulator: a pseudo terminal made by socat, or a TCP port for one program at a time. Both can be unplugged and
// plugged in again.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Plug {
  /** The address that Kant connects to. */
  readonly uri: string
  readonly send: (bytes: Uint8Array) => void
  /** Resolves when the connection is closed. */
  readonly unplug: () => Promise<void>
  readonly plugIn: () => Promise<void>
}

type Receive = (bytes: Uint8Array) => void

/** Rejects if socat is missing or ends at once. `parameters`: the part of the address after the path, such as "?baud=19200". */
export async function ptyPlug(path: string, parameters: string, receive: Receive): Promise<Plug> {
  let socat: ChildProcess | null = null

  const plugIn = async (): Promise<void> => {
    if (socat !== null) return
    const child = spawn('socat', ['-', `pty,raw,echo=0,link=${path}`], { stdio: ['pipe', 'pipe', 'ignore'] })
    const exited = new Promise<'exited'>((resolve) => {
      child.once('exit', () => resolve('exited'))
      child.once('error', () => resolve('exited'))
    })
    child.stdin.on('error', () => {})
    child.stdout.on('data', receive)
    while (!existsSync(path)) {
      // oxlint-disable-next-line no-await-in-loop
      if ((await Promise.race([exited, pause(5)])) === 'exited')
        throw new Error('socat did not create a pseudo terminal')
    }
    socat = child
  }
  await plugIn()
  return {
    uri: `serial:${path}${parameters}`,
    send: (bytes) => {
      socat?.stdin?.write(bytes)
    },
    unplug: async () => {
      const child = socat
      socat = null
      if (child === null || child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
    plugIn,
  }
}

/** Listens on loopback only; port 0 selects a free port. A second client is disconnected, as by a serial server. */
export async function tcpPlug(port: number, receive: Receive, onDisconnect: () => void): Promise<Plug> {
  let client: Socket | null = null
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {})
    if (client !== null) {
      socket.destroy()
      return
    }
    client = socket
    socket.on('data', receive)
    socket.on('close', () => {
      client = null
      onDisconnect()
    })
  })
  const listen = async (requestedPort: number): Promise<number> => {
    server.listen(requestedPort, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return address === null || typeof address === 'string' ? requestedPort : address.port
  }
  const boundPort = await listen(port)
  return {
    uri: `tcp://127.0.0.1:${boundPort}`,
    send: (bytes) => {
      client?.write(bytes)
    },
    unplug: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      client?.resetAndDestroy()
      await closed
    },
    plugIn: async () => {
      if (!server.listening) await listen(boundPort)
    },
  }
}
