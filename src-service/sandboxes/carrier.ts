// How a letter leaves: as a file of its own in a folder, or by a mail server. The text is made by the same mail library for both.
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { createTransport } from 'nodemailer'
import type { SendMailOptions } from 'nodemailer'
import { isLoopback } from '../webhooks/public-address.ts'
import { Refusal } from '../store/refusal.ts'
import { readEmailAddress } from './email-address.ts'

export interface Letter {
  id: string
  to: string
  subject: string
  text: string
  /** When it was written. */
  at: string
}

export interface Carrier {
  /** Rejects where it has not left, with a `Refused` where it never will. One that was carried before is carried as the same message. */
  carry: (letter: Letter) => Promise<void>
  close: () => void
}

/** The mail server takes no such letter, however often it is asked. */
export class Refused extends Error {}

/** Where letters are from. */
const sender = 'Sandkassen'
const nobody = 'sandkasse@localhost'
const patienceMs = 20_000

/** Writes each letter as one whole `.eml` file, which is there or is not. A letter that is written anew takes its own place. */
export function mailFolder(folder: string): Carrier {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    carry: async (letter) => {
      const { message } = await transport.sendMail(messageOf(letter, nobody))
      if (!Buffer.isBuffer(message)) throw new Error('the message came as no bytes')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = join(folder, `.${letter.id}.part`)
      const file = await open(part, 'w', 0o600)
      try {
        await file.writeFile(message)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, join(folder, `${letter.at.replaceAll(':', '-')}-${letter.id}.eml`))
      await writeThrough(folder)
    },
    close: () => {},
  }
}

export interface MailServer {
  /** `smtp://` or `smtps://`, with a user and a password where the server wants them. */
  url: string
  /** The address that letters are from. */
  from: string
}

/** Sends by a mail server, encrypted unless it is on this computer. Throws a `Refusal` for settings that cannot be. */
export function mailServer({ url, from }: MailServer): Carrier {
  const server = URL.parse(url)
  if (server === null || !/^smtps?:$/.test(server.protocol) || server.hostname === '') {
    throw new Refusal('invalid', 'the mail server is smtp://HOST:PORT or smtps://HOST:PORT')
  }
  const address = readEmailAddress(from)
  if (address === null) throw new Refusal('invalid', `"${from}" is no address that letters can be from`)
  const host = server.hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = server.protocol === 'smtps:'
  const transport = createTransport({
    host,
    port: server.port === '' ? (secure ? 465 : 587) : Number(server.port),
    secure,
    requireTLS: !secure && !isLoopback(host) && host !== 'localhost',
    ...(server.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    carry: async (letter) => {
      try {
        await transport.sendMail(messageOf(letter, address))
      } catch (error) {
        throw isForGood(error) ? new Refused(String(error)) : error
      }
    },
    close: () => {
      transport.close()
    },
  }
}

/** A 5xx to the letter itself; one to the connection or the password may be put right. */
function isForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  const { responseCode, code } = error
  return typeof responseCode === 'number' && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

function messageOf({ id, to, subject, text, at }: Letter, from: string): SendMailOptions {
  return {
    from: { name: sender, address: from },
    to: { name: '', address: to },
    subject,
    text,
    date: new Date(at),
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    // No machine is to answer it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

async function writeThrough(folder: string): Promise<void> {
  // Windows has no way to write a folder through, and needs none: its journal keeps names.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
