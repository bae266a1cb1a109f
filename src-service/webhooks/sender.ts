// Sends one message over HTTP and tells what came of it. A name is looked up when a connection is made, and a connection is made to
// public addresses alone: what the name stood for when it was typed in says nothing (DNS rebinding).
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { Agent } from 'undici'
import type { Dispatcher } from 'undici'
import { webhookLimits } from '../../shared/workshop-api/index.ts'
import { readAddress } from './address-rules.ts'
import type { Outcome } from './delivery-queue.ts'
import { isLoopback, isPublic } from './public-address.ts'

export interface SenderOptions {
  /** The IP addresses of a host name; left out, what the computer's name servers say. */
  resolve?: (host: string) => Promise<string[]>
  /** How long an attempt may take from its beginning to the answer, in ms; left out, ten seconds. */
  answerMs?: number
}

export interface Sender {
  /** Never throws. */
  post: (url: string, headers: Record<string, string>, body: Uint8Array) => Promise<Outcome>
  /** Ends what is under way as failed, and lets go of every connection. */
  close: () => Promise<void>
}

const answerBytes = 4_096
const usualAnswerMs = webhookLimits.answerSeconds * 1000

/** `loopback` is asked at each attempt. */
export function sender(
  loopback: () => boolean,
  { resolve = resolveByNameServers(), answerMs = usualAnswerMs }: SenderOptions = {},
): Sender {
  const allowed = (address: string) => isPublic(address) || (loopback() && isLoopback(address))
  const find = callbackify(async (host: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(host)
    if (addresses.length === 0) throw new Error(`${host} stands for no address`)
    const refused = addresses.find((address) => !allowed(address))
    if (refused !== undefined) throw new Error(`${host} stands for ${refused}, which is not public`)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  })
  const lookup: LookupFunction = (host, { all }, callback) => {
    find(host, (error, addresses: LookupAddress[] | undefined) => {
      const [first] = addresses ?? []
      if (addresses === undefined || first === undefined) callback(error, [])
      else if (all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
  // As many connections as there are attempts: a receiver that keeps its own waiting holds up no other of the same host.
  const agent = new Agent({ allowH2: false, connect: { lookup, timeout: answerMs } })

  const underWay = new Set<(why: string) => void>()

  const post: Sender['post'] = (url, headers, body) =>
    new Promise((resolve) => {
      let controller: Dispatcher.DispatchController | null = null
      let status: number | null = null
      const pieces: Uint8Array[] = []
      let bytes = 0
      let over = false
      /** An answer whose body broke off, or does not end, is an answer all the same: the status is what counts. */
      const end = (why: string) => {
        if (over) return
        over = true
        clearTimeout(late)
        underWay.delete(giveUp)
        const failure = status === null ? why : status >= 200 && status < 300 ? null : `status ${status}`
        resolve({ status, failure, answer: Buffer.concat(pieces).subarray(0, answerBytes).toString() })
      }
      const giveUp = (why: string) => {
        end(why)
        controller?.abort(new Error(why))
      }
      const late = setTimeout(giveUp, answerMs, `no answer within ${answerMs / 1000} seconds`)
      underWay.add(giveUp)
      try {
        const { origin, pathname, search } = new URL(readAddress(url, { loopback: loopback() }))
        agent.dispatch(
          { origin, path: pathname + search, method: 'POST', headers, body },
          {
            onRequestStart: (begun) => {
              controller = begun
              if (over) begun.abort(new Error('it was given up before there was a connection'))
            },
            onResponseStart: (_controller, statusCode) => {
              if (statusCode >= 200) status = statusCode
            },
            onResponseData: (_controller, piece) => {
              pieces.push(piece)
              bytes += piece.length
              if (bytes >= answerBytes) giveUp('')
            },
            onResponseEnd: () => {
              end('')
            },
            onResponseError: (_controller, error) => {
              end(reasonOf(error))
            },
          },
        )
      } catch (error) {
        end(reasonOf(error))
      }
    })
  return {
    post,
    close: async () => {
      for (const giveUp of underWay) giveUp('the service has ended')
      await agent.destroy()
    },
  }
}

/** Asked without the computer's own list of hosts, and without the threads that a slow name server would hold up. */
function resolveByNameServers(): (host: string) => Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    throw new Error(`the host name ${host} is not found`)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Several addresses were tried, each with its own reason.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ')
  return error.message
}
