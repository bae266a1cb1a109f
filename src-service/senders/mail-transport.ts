// Sends mail: as one file per message in a folder, or through a mail server. The same library formats both.
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { SendMailOptions } from 'nodemailer'
import { isLoopback } from '../network/index.ts'
import { Refusal, syncFolder } from '../store/index.ts'
import { readEmailAddress } from '../mail/index.ts'

interface MailMessage {
  id: string
  to: string
  subject: string
  text: string
  queuedAt: string
}

export interface MailTransport {
  /**
   * Rejects if the message was not sent, with a `PermanentMailError` if it never can be. A message that is sent again has the same
   * message id.
   */
  send: (message: MailMessage) => Promise<void>
  close: () => void
}

/** The mail server refuses the message permanently. */
export class PermanentMailError extends Error {}

const senderName = 'Sandkassen'
const folderSenderAddress = 'sandkasse@localhost'
const timeoutMs = 20_000

/** Writes each message atomically as one `.eml` file. A message that is sent again replaces its own file. */
export function folderTransport(folder: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (message) => {
      const { message: bytes } = await transport.sendMail(mailOptions(message, folderSenderAddress))
      if (!Buffer.isBuffer(bytes)) throw new Error('the mail library returned no bytes')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const partPath = join(folder, `.${message.id}.part`)
      const file = await open(partPath, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(partPath, join(folder, `${message.queuedAt.replaceAll(':', '-')}-${message.id}.eml`))
      await syncFolder(folder)
    },
    close: () => {},
  }
}

export interface MailServer {
  /** `smtp://` or `smtps://`, with user and password if the server needs them. */
  url: string
  /** The sender's address. */
  from: string
}

/** Sends through a mail server, encrypted unless it is on this computer. Throws a `Refusal` for invalid settings. */
export function smtpTransport({ url, from }: MailServer): MailTransport {
  const server = URL.parse(url)
  if (server === null || !/^smtps?:$/.test(server.protocol) || server.hostname === '') {
    throw new Refusal('invalid', 'the mail server must be smtp://HOST:PORT or smtps://HOST:PORT')
  }
  const address = readEmailAddress(from)
  if (address === null) throw new Refusal('invalid', `"${from}" is not a valid sender address`)
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
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (message) => {
      try {
        await transport.sendMail(mailOptions(message, address))
      } catch (error) {
        throw isPermanent(error) ? new PermanentMailError(String(error)) : error
      }
    },
    close: () => {
      transport.close()
    },
  }
}

/** A 5xx answer to the message itself. A 5xx to the connection or the password may be a fault of the settings, which can be corrected. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  const { responseCode, code } = error
  return typeof responseCode === 'number' && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

function mailOptions({ id, to, subject, text, queuedAt }: MailMessage, from: string): SendMailOptions {
  return {
    from: { name: senderName, address: from },
    to: { name: '', address: to },
    subject,
    text,
    date: new Date(queuedAt),
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    // Suppresses automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
