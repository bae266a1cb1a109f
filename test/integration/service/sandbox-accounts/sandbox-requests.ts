// Requests sandboxes as a person does: with the form, the message in the mail folder, and the button behind its link.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { untilPasses } from '../../../until-passes.ts'

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

export interface Page {
  status: number
  headers: Headers
  html: string
}

const pageOf = async (response: Response): Promise<Page> => ({
  status: response.status,
  headers: response.headers,
  html: await response.text(),
})

export const originOf = (baseUrl: string): string => new URL(baseUrl).origin
export const open = async (url: string): Promise<Page> => pageOf(await fetch(url))
/** Presses the button of a page. */
export const press = async (url: string, body = ''): Promise<Page> =>
  pageOf(await fetch(url, { method: 'POST', headers: formType, body }))
export const requestLink = (baseUrl: string, address: string): Promise<Page> =>
  press(`${originOf(baseUrl)}/sandkasse`, new URLSearchParams({ epost: address }).toString())

export const keyOn = ({ html }: Page): string | null => /svc_test_[\w-]{43}/.exec(html)?.[0] ?? null

export interface Letter {
  file: string
  raw: string
  to: string
  subject: string
  text: string
}

/** The messages in the mail folder, oldest first. */
export function messagesIn(dataFolder: string): Letter[] {
  const folder = join(dataFolder, 'mail')
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
  return files.toSorted().map((file) => {
    const raw = readFileSync(join(folder, file), 'utf8')
    const header = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(raw)?.[1] ?? ''
    const body = raw.slice(raw.indexOf('\r\n\r\n') + 4).replaceAll('=\r\n', '')
    const text = decodeURIComponent(body.replaceAll('%', '%25').replaceAll(/=([\dA-F]{2})/g, '%$1'))
    return { file, raw, to: header('To'), subject: header('Subject'), text }
  })
}

/** Waits until the folder has exactly this many messages. */
export async function waitForMessages(dataFolder: string, count: number): Promise<Letter[]> {
  await untilPasses(() => {
    expect(messagesIn(dataFolder).length).toBeGreaterThanOrEqual(count)
  })
  const messages = messagesIn(dataFolder)
  expect(messages).toHaveLength(count)
  return messages
}

/** The one message that an action sends. */
export async function messageFor(dataFolder: string, cause: () => unknown): Promise<Letter> {
  const before = messagesIn(dataFolder).map(({ file }) => file)
  await cause()
  const message = (await waitForMessages(dataFolder, before.length + 1)).find(({ file }) => !before.includes(file))
  if (message === undefined) throw new Error('no letter came')
  return message
}

export const linkIn = ({ text }: Letter): string => {
  const link = /https?:\/\/\S+\/sandkasse\/[\w-]{32}(?=\s)/.exec(text)?.[0]
  if (link === undefined) throw new Error(`there is no link in: ${text}`)
  return link
}

/** Requests a link, reads its message and makes the sandbox. */
export async function makeSandbox(
  { dataFolder, baseUrl }: { dataFolder: string; baseUrl: string },
  address: string,
): Promise<{ link: string; key: string }> {
  const link = linkIn(await messageFor(dataFolder, () => requestLink(baseUrl, address)))
  const key = keyOn(await press(link))
  if (key === null) throw new Error('the page shows no key')
  return { link, key }
}
