// The support bundle: collected step by step, without secrets, shown to the technician, and saved as one zip with exactly the shown
// content. Writes only the zip.
import { zipSync } from 'fflate'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CallError, supportSteps, type Station, type SupportView } from '../../../shared/station-api/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { messageOf } from '../../platform/message-of.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'
import { redactSecrets } from './secrets.ts'

type SupportStep = (typeof supportSteps)[number]
/** The content of each step: a JSON value or lines of text, or a promise of one. The last step redacts secrets and has no source. */
type SupportSources = Record<Exclude<SupportStep, 'secrets'>, () => unknown>

export interface SupportBundleParts {
  sources: SupportSources
  /** Texts that no bundle may contain. */
  secrets: () => Promise<readonly string[]> | readonly string[]
  folder: string
  clock: Pick<Clock, 'now' | 'wait'>
}

type SupportHandlers = Pick<Station['handlers'], 'support.gather' | 'support.read' | 'support.cancel' | 'support.save'>

const nothing: SupportView = {
  state: 'none',
  completedSteps: [],
  files: [],
  redactedSecrets: 0,
  path: null,
  message: null,
}

export function createSupportHandlers({ sources, secrets, folder, clock }: SupportBundleParts): SupportHandlers {
  let view = nothing
  let running = new AbortController()

  const gather = async (signal: AbortSignal): Promise<void> => {
    try {
      const gathered = await gatherSupport(sources, await secrets(), {
        isOver: () => signal.aborted,
        // a tick of the event loop between two steps, so that calls are not blocked
        pause: () => clock.wait(1, signal),
        onStep: (completedSteps) => {
          if (!signal.aborted) view = { ...view, completedSteps }
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
        throw new CallError('support_not_ready', 'there is no collected bundle to save')
      mkdirSync(folder, { recursive: true })
      const path = join(folder, `kant-support-${new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-')}.zip`)
      writeFileWhole(path, zipOf(view.files), 0o600)
      view = { ...view, state: 'saved', path }
      return view
    },
  }
}

interface Gathering {
  isOver: () => boolean
  pause: () => Promise<void>
  onStep: (done: SupportStep[]) => void
}

type Gathered = Pick<SupportView, 'files' | 'redactedSecrets'>

/** Null: it was cancelled. A step that fails writes its error into its file, and the others continue. */
async function gatherSupport(
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
  let redactedSecrets = 0
  const files = raw.map(({ name, text }) => {
    const redacted = redactSecrets(text, secrets)
    redactedSecrets += redacted.times
    return { name, text: redacted.text, bytes: new TextEncoder().encode(redacted.text).length }
  })
  onStep([...done, 'secrets'])
  return { files, redactedSecrets }
}

async function fileOf(step: SupportStep, source: () => unknown, no: number): Promise<{ name: string; text: string }> {
  const name = `${no}-${step.replace('_', '-')}`
  try {
    const content = await source()
    if (Array.isArray(content) && content.every((line) => typeof line === 'string'))
      return { name: `${name}.txt`, text: `${content.join('\n')}\n` }
    return { name: `${name}.json`, text: `${JSON.stringify(content, null, 2)}\n` }
  } catch (error) {
    return { name: `${name}.txt`, text: `This could not be read: ${messageOf(error)}\n` }
  }
}

export const zipOf = (files: SupportView['files']): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ name, text }) => [name, new TextEncoder().encode(text)])))
