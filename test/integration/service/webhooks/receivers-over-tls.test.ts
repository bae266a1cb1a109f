// Specification 6.1 and 6.2 · receivers behind real TLS on loopback, friendly and hostile, by a certificate of an authority made here.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttps } from 'node:https'
import type { RequestListener } from 'node:http'
import { createServer as createTcp } from 'node:net'
import type { Server, Socket } from 'node:net'
import { createServer as createTls, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sender } from '../../../../src-service/webhooks/sender.ts'
import type { SenderOptions } from '../../../../src-service/webhooks/sender.ts'
import { certified } from './test-authority.ts'
import type { Certified } from './test-authority.ts'

const host = 'hooks.example.no'
const message = Buffer.from('{"id":"evt_1","data":{"note":"æøå"}}')
const lateMs = 500
const late = { status: null, failure: 'no answer within 0.5 seconds', answer: '' }
let ours: Certified

beforeAll(() => {
  ours = certified(host)
  setDefaultCACertificates([...getCACertificates('default'), ours.authority])
})

/** Has a server listen at 8443 of a loopback address of its own; returns the address, and its connections that are open. */
async function listening(server: Server): Promise<{ address: string; open: Set<Socket> }> {
  const address = `127.${randomInt(1, 255)}.${randomInt(255)}.${randomInt(1, 255)}`
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => null).once('close', () => open.delete(socket))
  })
  server.listen(8443, address)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return { address, open }
}

const answering = (listener: RequestListener, { key, cert } = ours) => listening(createHttps({ key, cert }, listener))

/** Posts a message as the service does to a name that stands for `address`. */
function posting(address: string, options: SenderOptions = {}, loopback = () => true) {
  const sending = sender(loopback, { resolve: () => Promise.resolve([address]), ...options })
  onTestFinished(sending.close)
  return { ...sending, post: (path = '/') => sending.post(`https://${host}:8443${path}`, { 'X-Test': '1' }, message) }
}

describe('over TLS a message', () => {
  test('comes whole to the host that the certificate names', async () => {
    const seen: unknown[] = []
    const { address } = await answering((request, response) => {
      let body = ''
      request.on('data', (piece: Buffer) => (body += piece.toString()))
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers.host, request.headers['x-test'], body])
        response.end('takk')
      })
    })
    const { post } = posting(address)
    const done = { status: 200, failure: null, answer: 'takk' }
    expect([await post('/kant?a=1'), await post('/kant?a=1')]).toEqual([done, done])
    const asked = ['POST', '/kant?a=1', `${host}:8443`, '1', message.toString()]
    expect(seen).toEqual([asked, asked])
  })

  test.each([
    { name: 'a certificate for another host', other: 'andre.example.no', known: true, why: /altnames/ },
    { name: 'a certificate of an authority that nobody knows', other: host, known: false, why: /certificate/ },
  ])('is not sent to $name', async ({ other, known, why }) => {
    const theirs = certified(other)
    if (known) setDefaultCACertificates([...getCACertificates('default'), theirs.authority])
    let asked = 0
    const { address } = await answering((_request, response) => {
      asked += 1
      response.end()
    }, theirs)
    expect(await posting(address).post()).toMatchObject({ status: null, failure: expect.stringMatching(why) })
    expect(asked).toBe(0)
  })

  test('is not sent to a name that has come to stand for a private address since the last', async () => {
    const { address } = await answering((_request, response) => {
      response.writeHead(200, { connection: 'close' }).end()
    })
    const stands = [[address], ['10.0.0.1'], [address, '169.254.169.254'], []]
    const { post } = posting('', { resolve: () => Promise.resolve(stands.shift() ?? []) })
    const said = [await post(), await post(), await post(), await post()].map(({ failure }) => failure)
    const notPublic = (bad: string) => `${host} stands for ${bad}, which is not public`
    expect(said).toEqual([null, notPublic('10.0.0.1'), notPublic('169.254.169.254'), `${host} stands for no address`])
  })

  test('is not sent to this computer by any name once the switch for tests is off', async () => {
    const { address, open } = await answering((_request, response) => response.end())
    const { failure } = await posting(address, {}, () => false).post()
    expect(failure).toBe(`${host} stands for ${address}, which is not public`)
    expect(open.size).toBe(0)
  })

  test.each([
    [410, {}],
    [302, { location: `https://${host}:8443/andre` }],
    [308, { location: 'http://127.0.0.1/' }],
    [500, {}],
  ])('that is answered with %i has failed, and goes nowhere else', async (status, headers) => {
    const paths: unknown[] = []
    const { address } = await answering((request, response) => {
      paths.push(request.url)
      response.writeHead(status, headers).end('nei')
    })
    expect(await posting(address).post('/første')).toEqual({ status, failure: `status ${status}`, answer: 'nei' })
    expect(paths).toEqual(['/f%C3%B8rste'])
  })
})

/** Reads what comes, and says so much in return. */
const saying = (said: string) => (socket: Socket) => void socket.resume().write(said)
/** A socket that is not read does not see that it was closed, either. */
const readingLate = (socket: Socket) => void setTimeout(() => socket.resume(), 3 * lateMs)

describe('a receiver that keeps the service waiting has failed after its time, and its connection is let go of:', () => {
  test.each<[string, () => Server]>([
    ['it takes the connection and never begins TLS', () => createTcp((socket) => void socket.resume())],
    ['it never answers', () => createTls(ours, (socket) => void socket.resume())],
    ['it reads nothing of what is sent', () => createTls(ours, readingLate)],
    ['it stops within the headers', () => createTls(ours, saying('HTTP/1.1 200 OK\r\nX-Slow: '))],
    [
      'it says nothing but that it is at work',
      () => createTls(ours, saying('HTTP/1.1 102 Processing\r\n\r\n'.repeat(9))),
    ],
  ])('%s', async (_name, server) => {
    const { address, open } = await listening(server())
    expect(await posting(address, { answerMs: lateMs }).post()).toEqual(late)
    await expect.poll(() => open.size).toBe(0)
  })

  test('its name servers never answer', async () => {
    const { promise } = Promise.withResolvers<string[]>()
    expect(await posting('', { answerMs: lateMs, resolve: () => promise }).post()).toEqual(late)
  })

  test('but one that answered, and whose body does not end, has its status', async () => {
    const { address, open } = await answering((_request, response) => response.writeHead(202).write('vent'))
    const outcome = await posting(address, { answerMs: lateMs }).post()
    expect(outcome).toEqual({ status: 202, failure: null, answer: 'vent' })
    await expect.poll(() => open.size).toBe(0)
  })
})

describe('a receiver that sends too much or breaks off', () => {
  test('is read no further than 4 KiB of its body', async () => {
    const { address, open } = await answering((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(1_000)));
      }
      response.on('drain', more)
      more()
    })
    expect(await posting(address).post()).toEqual({ status: 200, failure: null, answer: 'x'.repeat(4_096) })
    await expect.poll(() => open.size).toBe(0)
  })

  test('has failed where its headers do not end', async () => {
    const server = createTls(ours, (socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(`X-More: ${'x'.repeat(1_000)}\r\n`));
      }
      socket.on('error', () => null).on('drain', more)
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n')
        more()
      })
    })
    const { address, open } = await listening(server)
    expect(await posting(address).post()).toMatchObject({ status: null, failure: expect.stringMatching(/header/i) })
    await expect.poll(() => open.size).toBe(0)
  })

  test('has failed where it resets the connection, and is reached again by the next attempt', async () => {
    let resets = 0
    const { address, open } = await answering((request, response) => {
      resets += 1
      if (resets > 2) response.end()
      else if (resets === 1) for (const socket of open) socket.resetAndDestroy()
      else response.writeHead(200, { 'content-length': 10 }).write('halv', () => request.socket.destroy())
    })
    const { post } = posting(address)
    expect(await post()).toMatchObject({ status: null, failure: expect.stringMatching(/\w/) })
    expect(await post()).toEqual({ status: 200, failure: null, answer: 'halv' })
    expect(await post()).toEqual({ status: 200, failure: null, answer: '' })
  })

  test('ends with the service, whatever it is at', async () => {
    const { address, open } = await answering(() => null)
    const { post, close } = posting(address)
    const outcome = post()
    await expect.poll(() => open.size).toBe(1)
    await close()
    expect(await outcome).toEqual({ status: null, failure: 'the service has ended', answer: '' })
    await expect.poll(() => open.size).toBe(0)
  })
})
