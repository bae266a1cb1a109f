// The support bundle: gathered step by step, every secret struck out, shown whole, and saved as one zip exactly as it was shown. Reads
// what each step is handed; writes the zip alone.
import { zipSync } from 'fflate'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CallError, supportSteps, type Station, type SupportView } from '../../../shared/station-api/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { messageOf } from '../../platform/message-of.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'
import { strikeSecrets } from './secrets.ts'

export type SupportStep = (typeof supportSteps)[number]
/** What each step puts into the bundle, at once or in time: anything that JSON can say, or lines of text. The last one strikes out. */
export type SupportSources = Record<Exclude<SupportStep, 'secrets'>, () => unknown>

export interface SupportDeskParts {
  sources: SupportSources
  /** Never told by a bundle. */
  secrets: () => Promise<readonly string[]> | readonly string[]
  folder: string
  clock: Pick<Clock, 'now' | 'wait'>
}

type SupportHandlers = Pick<Station['handlers'], 'support.gather' | 'support.read' | 'support.cancel' | 'support.save'>

const nothing: SupportView = { state: 'none', done: [], files: [], struck: 0, path: null, message: null }

export function createSupportDesk({ sources, secrets, folder, clock }: SupportDeskParts): SupportHandlers {
  let view = nothing
  let running = new AbortController()

  const gather = async (signal: AbortSignal): Promise<void> => {
    try {
      const gathered = await gatherSupport(sources, await secrets(), {
        isOver: () => signal.aborted,
        // the loop has its turn between two steps
        pause: () => clock.wait(1, signal),
        onStep: (done) => {
          if (!signal.aborted) view = { ...view, done }
        },
      })
      if (gathered !== null && !signal.aborted) view = { ...view, ...gathered, state: 'ready' }
    } catch (error) {
      if (!signal.aborted) view = { ...view, state: 'failed', message: messageOf(error) }
    }
  }
  return {
    'support.gather': () => {
      running.abort()
      running = new AbortController()
      view = { ...nothing, state: 'gathering' }
      void gather(running.signal)
      return view
    },
    'support.read': () => view,
    'support.cancel': () => {
      running.abort()
      view = { ...nothing, state: 'cancelled' }
      return view
    },
    'support.save': () => {
      if (view.state !== 'ready' && view.state !== 'saved')
        throw new CallError('support_not_ready', 'nothing was gathered that could be saved')
      mkdirSync(folder, { recursive: true })
      const path = join(folder, `kant-support-${new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-')}.zip`)
      writeFileWhole(path, zipOf(view.files), 0o600)
      view = { ...view, state: 'saved', path }
      return view
    },
  }
}

export interface Gathering {
  isOver: () => boolean
  pause: () => Promise<void>
  onStep: (done: SupportStep[]) => void
}

export type Gathered = Pick<SupportView, 'files' | 'struck'>

/** Null: it was over before its end. A step that fails says so in its file, and the others go on. */
export async function gatherSupport(
  sources: SupportSources,
  secrets: readonly string[],
  { isOver, pause, onStep }: Gathering,
): Promise<Gathered | null> {
  const raw: { name: string; text: string }[] = []
  const done: SupportStep[] = []
  for (const step of supportSteps) {
    if (step === 'secrets') break
    // oxlint-disable-next-line no-await-in-loop
    await pause()
    if (isOver()) return null
    // oxlint-disable-next-line no-await-in-loop
    raw.push(await fileOf(step, sources[step], raw.length + 1))
    done.push(step)
    onStep([...done])
  }
  let struck = 0
  const files = raw.map(({ name, text }) => {
    const left = strikeSecrets(text, secrets)
    struck += left.times
    return { name, text: left.text, bytes: new TextEncoder().encode(left.text).length }
  })
  onStep([...done, 'secrets'])
  return { files, struck }
}

async function fileOf(step: SupportStep, source: () => unknown, no: number): Promise<{ name: string; text: string }> {
  const name = `${no}-${step.replace('_', '-')}`
  try {
    const said = await source()
    if (Array.isArray(said) && said.every((line) => typeof line === 'string'))
      return { name: `${name}.txt`, text: `${said.join('\n')}\n` }
    return { name: `${name}.json`, text: `${JSON.stringify(said, null, 2)}\n` }
  } catch (error) {
    return { name: `${name}.txt`, text: `This could not be read: ${messageOf(error)}\n` }
  }
}

export const zipOf = (files: SupportView['files']): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ name, text }) => [name, new TextEncoder().encode(text)])))
