// Reads the messages of a service that writes them into its mail folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Driver } from './driver.ts'
import { untilPasses } from '../../until-passes.ts'

export function mailboxIn(dataFolder: string): Pick<Driver, 'messagesTo' | 'messageCount' | 'followLink'> {
  const folder = join(dataFolder, 'mail')
  const all = () =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  return {
    messageCount: async () => all().length,
    messagesTo: (email, count) =>
      untilPasses(async () => {
        const mailToOwner = all().filter((raw) => new RegExp(`^To: ${email}\r$`, 'm').test(raw))
        if (mailToOwner.length < count) throw new Error(`${mailToOwner.length} messages to ${email}`)
        return mailToOwner.map(textOf)
      }),
    followLink: async (message) => {
      const link = /https?:\/\/\S+/.exec(message)?.[0]
      if (link === undefined) throw new Error(`there is no link in: ${message}`)
      return (await fetch(link, { method: 'POST' })).text()
    },
  }
}

/** The text of a message in quoted-printable. */
function textOf(raw: string): string {
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4).replaceAll('=\r\n', '')
  return decodeURIComponent(body.replaceAll('%', '%25').replaceAll(/=([\dA-F]{2})/g, '%$1'))
}
