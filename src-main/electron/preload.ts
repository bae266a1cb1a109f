// All that the page gets of the world outside it: the calls of the station's contract and what the station tells. Runs
// sandboxed, beside the page and out of its reach.
import { contextBridge, ipcRenderer } from 'electron'
import * as z from 'zod'
import {
  CallError,
  createLink,
  messagePortChannel,
  shellCalls,
  type CallIn,
  type CallName,
  type Channel,
  type StationLink,
} from '../../shared/station-api/index.ts'

// no code is made from text here either
z.config({ jitless: true })

let taken: ((channel: Channel) => void) | null = null
/** Milliseconds. What was asked while the window was still being made may have been heard by nobody. */
const askAgainMs = 3_000

ipcRenderer.on('station-port', ({ ports }) => {
  const [port] = ports
  if (port === undefined) return
  // the answer to a question that was asked twice
  if (taken === null) return port.close()
  const channel = messagePortChannel({
    postMessage: (message) => port.postMessage(message),
    start: () => port.start(),
    close: () => port.close(),
    onMessage: (listener) => port.addEventListener('message', ({ data }: { data: unknown }) => listener(data)),
    // Electron's own: a page elsewhere has no such event in older Chromiums
    onClose: (listener) => port.addEventListener('close', listener),
  })
  taken(channel)
})

const ask = (): void => ipcRenderer.send('station-port')

const link = createLink({
  open: () =>
    new Promise((resolve) => {
      const again = setInterval(ask, askAgainMs)
      taken = (channel) => {
        clearInterval(again)
        taken = null
        resolve(channel)
      }
      ask()
    }),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

/** An Error that crosses into the page keeps its message alone, so a refusal crosses as plain data. */
async function call<Name extends CallName>(name: Name, input: CallIn<Name>): Promise<unknown> {
  try {
    const out = await link.call(name, input)
    // the station has said that this screen may ask; the window is the shell's
    return Object.hasOwn(shellCalls, name) ? await ipcRenderer.invoke(name, input) : out
  } catch (fault) {
    const { code, message } = fault instanceof CallError ? fault : new CallError('failed', 'the call failed')
    return Promise.reject({ code, message })
  }
}

const subscribe: StationLink['subscribe'] = (listener) => link.subscribe(listener)

contextBridge.exposeInMainWorld('kant', { call, subscribe })
