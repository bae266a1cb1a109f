// Files from signed addresses, over real HTTP.
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { downloadFile } from '../../../src-main/workshop/index.ts'

const options = { clock: systemClock, maxBytes: 1_000, timeoutMs: 60_000, signal: new AbortController().signal }

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}/files/1?signature=2`
}

test('a file is fetched with its query, and the key is not sent', async () => {
  const seen: unknown[] = []
  const url = await serve(({ url: path, headers }, answer) => {
    seen.push(path, headers.authorization)
    answer.end('abc')
  })
  expect(await downloadFile(url, options)).toEqual({ ok: true, value: new TextEncoder().encode('abc') })
  expect(seen).toEqual(['/files/1?signature=2', undefined])
})

test('a redirect is not followed', async () => {
  const seen: unknown[] = []
  const url = await serve(({ url: path }, answer) => {
    seen.push(path)
    answer.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect(await downloadFile(url, options)).toMatchObject({ ok: false, error: { kind: 'not_the_service', status: 302 } })
  expect(seen).toEqual(['/files/1?signature=2'])
})

test('a larger file than allowed is given up', async () => {
  const url = await serve((_, answer) => void answer.end(Buffer.alloc(1_001)))
  expect(await downloadFile(url, options)).toMatchObject({ ok: false })
})

test.each(['http://example.no/files/1', 'file:///etc/passwd', 'no address'])(
  '%s is refused unsent',
  async (address) => {
    expect(await downloadFile(address, options)).toMatchObject({
      ok: false,
      error: { kind: 'not_sent', cause: 'insecure' },
    })
  },
)
