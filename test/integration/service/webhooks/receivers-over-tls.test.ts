// Specification 6.1 and 6.2 · correct and hostile receivers with real TLS on loopback, with a certificate authority of the test.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttps } from 'node:https'
import type { RequestListener } from 'node:http'
import { createServer as createTcp } from 'node:net'
import type { Server, Socket } from 'node:net'
import { createServer as createTls, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebhookSender } from '../../../../src-service/senders/webhook-sender.ts'
import type { SenderOptions } from '../../../../src-service/senders/webhook-sender.ts'
import { certified } from './test-authority.ts'
import type { Certified } from './test-authority.ts'

const host = 'hooks.example.no'
const message = Buffer.from('{"id":"evt_1","data":{"note":"æøå"}}')
const lateMs = 500
const late = { status: null, failure: 'no answer within 0.5 seconds', answer: '' }
let ourCertificate: Certified

beforeAll(() => {
  ourCertificate = certified(host)
  setDefaultCACertificates([...getCACertificates('default'), ourCertificate.authority])
})

/** Starts a server on port 8443 of a new loopback address. Returns the address and the open connections. */
async function listenOnLoopback(server: Server): Promise<{ address: string; open: Set<Socket> }> {
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

const startHttps = (listener: RequestListener, { key, cert } = ourCertificate) =>
  listenOnLoopback(createHttps({ key, cert }, listener))

/** Sends a message as the service does, to a host name that resolves to `address`. */
function senderTo(address: string, options: SenderOptions = {}, loopback = () => true) {
  const sending = new WebhookSender(loopback, { resolve: () => Promise.resolve([address]), ...options })
  onTestFinished(() => sending.close())
  return {
    close: () => sending.close(),
    post: (path = '/') => sending.post(`https://${host}:8443${path}`, { 'X-Test': '1' }, message),
  }
}

describe('over TLS a message', () => {
  test('arrives complete at the host of the certificate', async () => {
    const requests: unknown[] = []
    const { address } = await startHttps((request, response) => {
      let body = ''
      request.on('data', (piece: Buffer) => (body += piece.toString()))
      request.on('end', () => {
        requests.push([request.method, request.url, request.headers.host, request.headers['x-test'], body])
        response.end('takk')
      })
    })
    const { post } = senderTo(address)
    const successOutcome = { status: 200, failure: null, answer: 'takk' }
    expect([await post('/kant?a=1'), await post('/kant?a=1')]).toEqual([successOutcome, successOutcome])
    const expectedRequest = ['POST', '/kant?a=1', `${host}:8443`, '1', message.toString()]
    expect(requests).toEqual([expectedRequest, expectedRequest])
  })

  test.each([
    { name: 'a certificate for another host', other: 'andre.example.no', isAuthorityKnown: true, why: /altnames/ },
    {
      name: 'a certificate of an authority that nobody knows',
      other: host,
      isAuthorityKnown: false,
      why: /certificate/,
    },
  ])('is not sent to $name', async ({ other, isAuthorityKnown, why }) => {
    const otherCertificate = certified(other)
    if (isAuthorityKnown) setDefaultCACertificates([...getCACertificates('default'), otherCertificate.authority])
    let requestCount = 0
    const { address } = await startHttps((_request, response) => {
      requestCount += 1
      response.end()
    }, otherCertificate)
    expect(await senderTo(address).post()).toMatchObject({ status: null, failure: expect.stringMatching(why) })
    expect(requestCount).toBe(0)
  })

  test('is not sent to a name that has started to resolve to a private address', async () => {
    const { address } = await startHttps((_request, response) => {
      response.writeHead(200, { connection: 'close' }).end()
    })
    const resolutions = [[address], ['10.0.0.1'], [address, '169.254.169.254'], []]
    const { post } = senderTo('', { resolve: () => Promise.resolve(resolutions.shift() ?? []) })
    const failures = [await post(), await post(), await post(), await post()].map(({ failure }) => failure)
    const notPublic = (bad: string) => `${host} has the address ${bad}, which is not public`
    expect(failures).toEqual([
      null,
      notPublic('10.0.0.1'),
      notPublic('169.254.169.254'),
      `the host name ${host} has no address`,
    ])
  })

  test('is not sent to this computer under any name once loopback is off', async () => {
    const { address, open } = await startHttps((_request, response) => response.end())
    const { failure } = await senderTo(address, {}, () => false).post()
    expect(failure).toBe(`${host} has the address ${address}, which is not public`)
    expect(open.size).toBe(0)
  })

  test.each([
    [410, {}],
    [302, { location: `https://${host}:8443/andre` }],
    [308, { location: 'http://127.0.0.1/' }],
    [500, {}],
  ])('that is answered with %i has failed, and is not sent elsewhere', async (status, headers) => {
    const paths: unknown[] = []
    const { address } = await startHttps((request, response) => {
      paths.push(request.url)
      response.writeHead(status, headers).end('nei')
    })
    expect(await senderTo(address).post('/første')).toEqual({ status, failure: `status ${status}`, answer: 'nei' })
    expect(paths).toEqual(['/f%C3%B8rste'])
  })
})

/** Reads the request and answers with this text. */
const answerText = (text: string) => (socket: Socket) => void socket.resume().write(text)
/** Resumes the socket later: a socket that is not read does not report that it was closed. */
const readLater = (socket: Socket) => void setTimeout(() => socket.resume(), 3 * lateMs)

describe('a receiver that does not answer in time has failed, and its connection is closed:', () => {
  test.each<[string, () => Server]>([
    ['it accepts the connection and never starts TLS', () => createTcp((socket) => void socket.resume())],
    ['it never answers', () => createTls(ourCertificate, (socket) => void socket.resume())],
    ['it does not read the request', () => createTls(ourCertificate, readLater)],
    [
      'it stops in the middle of the headers',
      () => createTls(ourCertificate, answerText('HTTP/1.1 200 OK\r\nX-Slow: ')),
    ],
    [
      'it sends only interim answers',
      () => createTls(ourCertificate, answerText('HTTP/1.1 102 Processing\r\n\r\n'.repeat(9))),
    ],
  ])('%s', async (_name, server) => {
    const { address, open } = await listenOnLoopback(server())
    expect(await senderTo(address, { timeoutMs: lateMs }).post()).toEqual(late)
    await expect.poll(() => open.size).toBe(0)
  })

  test('its name servers never answer', async () => {
    const { promise } = Promise.withResolvers<string[]>()
    expect(await senderTo('', { timeoutMs: lateMs, resolve: () => promise }).post()).toEqual(late)
  })

  test('an answer with an endless body has its status', async () => {
    const { address, open } = await startHttps((_request, response) => response.writeHead(202).write('vent'))
    const outcome = await senderTo(address, { timeoutMs: lateMs }).post()
    expect(outcome).toEqual({ status: 202, failure: null, answer: 'vent' })
    await expect.poll(() => open.size).toBe(0)
  })
})

describe('a receiver that sends too much or disconnects', () => {
  test('is read up to 4 KiB of its body', async () => {
    const { address, open } = await startHttps((_request, response) => {
      const sendMore = () => {
        while (!response.destroyed && response.write('x'.repeat(1_000)));
      }
      response.on('drain', sendMore)
      sendMore()
    })
    expect(await senderTo(address).post()).toEqual({ status: 200, failure: null, answer: 'x'.repeat(4_096) })
    await expect.poll(() => open.size).toBe(0)
  })

  test('has failed if its headers do not end', async () => {
    const server = createTls(ourCertificate, (socket) => {
      const sendMore = () => {
        while (!socket.destroyed && socket.write(`X-More: ${'x'.repeat(1_000)}\r\n`));
      }
      socket.on('error', () => null).on('drain', sendMore)
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n')
        sendMore()
      })
    })
    const { address, open } = await listenOnLoopback(server)
    expect(await senderTo(address).post()).toMatchObject({ status: null, failure: expect.stringMatching(/header/i) })
    await expect.poll(() => open.size).toBe(0)
  })

  test('has failed if it resets the connection, and the next attempt connects again', async () => {
    let resets = 0
    const { address, open } = await startHttps((request, response) => {
      resets += 1
      if (resets > 2) response.end()
      else if (resets === 1) for (const socket of open) socket.resetAndDestroy()
      else response.writeHead(200, { 'content-length': 10 }).write('halv', () => request.socket.destroy())
    })
    const { post } = senderTo(address)
    expect(await post()).toMatchObject({ status: null, failure: expect.stringMatching(/\w/) })
    expect(await post()).toEqual({ status: 200, failure: null, answer: 'halv' })
    expect(await post()).toEqual({ status: 200, failure: null, answer: '' })
  })

  test('uses no connection twice: a receiver may close an idle one at any time', async () => {
    const used = new Set<unknown>()
    const { address, open } = await startHttps((request, response) => {
      if (used.has(request.socket)) request.socket.destroy()
      else response.writeHead(200, { connection: 'keep-alive', 'content-length': 0 }).end()
      used.add(request.socket)
    })
    const { post } = senderTo(address)
    for (let message = 1; message <= 3; message += 1) {
      // one after the other
      // oxlint-disable-next-line no-await-in-loop
      expect(await post()).toEqual({ status: 200, failure: null, answer: '' })
    }
    await expect.poll(() => open.size).toBe(0)
  })

  test('is disconnected when the service closes', async () => {
    const { address, open } = await startHttps(() => null)
    const { post, close } = senderTo(address)
    const outcome = post()
    await expect.poll(() => open.size).toBe(1)
    await close()
    expect(await outcome).toEqual({ status: null, failure: 'the service has ended', answer: '' })
    await expect.poll(() => open.size).toBe(0)
  })
})
