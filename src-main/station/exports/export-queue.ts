// The exports of this station and the state of each until it has ended. Export orders find the sheets, the exporter writes the files.
// Makes the exports' folder.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CallError, withExport, type ExportView } from '../../../shared/station-api/index.ts'
import {
  createExporter,
  exportTexts,
  type ExportFailure,
  type ExportResult,
  type Exporter,
} from '../../exports/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { ThrottledChanges } from '../../platform/throttled-changes.ts'
import { prepareExport, type ExportSources, type PreparedExport, type StartedExport } from './export-order.ts'

export interface ExportQueueParts {
  sources: ExportSources
  exporter: Exporter
  /** The folder of all exports; an export of a day has its own folder in it. */
  folder: string
  clock: Clock
  newId: () => string
  /** Called with the state of an export, at most ten times a second while it runs. */
  notify: (view: ExportView) => void
}

export class ExportQueue {
  readonly #parts: ExportQueueParts
  readonly #running = new Map<string, { stop: AbortController; ended: Promise<void> }>()
  #views: ExportView[] = []

  constructor(parts: ExportQueueParts) {
    this.#parts = parts
  }

  /** Returns at once. Throws CallError where there is nothing to write. */
  start(order: StartedExport): ExportView {
    const { sources, folder, clock, newId, notify } = this.#parts
    const prepared = prepareExport(sources, order)
    const view = this.#setView({
      exportId: newId(),
      state: 'running',
      summary: prepared.what,
      startedAt: new Date(clock.now()).toISOString(),
      done: 0,
      total: 0,
      folder: join(folder, prepared.into),
      files: [],
      refusals: prepared.refused,
      failure: null,
    })
    const job = { stop: new AbortController(), ended: Promise.resolve() }
    this.#running.set(view.exportId, job)
    job.ended = this.#run(view, prepared, order)
    notify(view)
    return view
  }

  /** Throws CallError for an unknown id. */
  cancel(exportId: string): void {
    if (!this.#views.some((view) => view.exportId === exportId))
      throw new CallError('export_unknown', `there is no export ${exportId}`)
    this.#running.get(exportId)?.stop.abort()
  }

  /** Oldest first. */
  views(): ExportView[] {
    return this.#views
  }

  /** Cancels running exports, and waits for the files that are being written. */
  async close(): Promise<void> {
    const all = [...this.#running.values()]
    for (const { stop } of all) stop.abort()
    await Promise.all(all.map(({ ended }) => ended))
  }

  async #run(first: ExportView, prepared: PreparedExport, { preset, language }: StartedExport): Promise<void> {
    const { exporter, clock, notify } = this.#parts
    const { exportId } = first
    const now = (): ExportView => this.#views.find((view) => view.exportId === exportId) ?? first
    const progress = new ThrottledChanges(clock, () => notify(now()))
    const { into, batchName, context } = prepared
    const result = await exporter.exportSheets(prepared.sheets, prepared.formats, {
      signal: this.#running.get(exportId)?.stop.signal,
      preset,
      language,
      into,
      batchName,
      context,
      onProgress: ({ done, total }) => {
        this.#setView({ ...now(), done, total })
        progress.notifySoon()
      },
    })
    progress.stop()
    this.#running.delete(exportId)
    const { say } = exportTexts(language, context.sentences)
    const failure = result.failed === null ? null : failureText(result.failed, say)
    notify(this.#setView(endedView(now(), result, failure)))
  }

  #setView(view: ExportView): ExportView {
    this.#views = withExport(this.#views, view)
    return view
  }
}

/** The exporter never gets the sheets that were refused at the start, so its result does not name them. */
function endedView(view: ExportView, result: ExportResult, failure: string | null): ExportView {
  const { files, refused, cancelled, failed } = result
  return {
    ...view,
    state: failed !== null ? 'failed' : cancelled ? 'cancelled' : 'done',
    files: files.map(({ path }) => path),
    refusals: [
      ...view.refusals,
      ...refused.map(({ sheetId, name, refusal }) => ({
        sheetId,
        name,
        code: refusal.code,
        field: refusal.field,
        message: refusal.message,
      })),
    ],
    failure,
  }
}

const maxFilesNamed = 3

function failureText({ code, files, message }: ExportFailure, say: ReturnType<typeof exportTexts>['say']): string {
  const more = files.length - maxFilesNamed
  const named = files.slice(0, maxFilesNamed).join(', ')
  const all = more > 0 ? say('export_failure.and_more', { named, more: String(more) }) : named
  return say(`export_failure.${code}`, { files: all, message })
}

export interface StationExportParts extends Pick<ExportQueueParts, 'sources' | 'folder' | 'clock' | 'notify'> {
  /** A TrueType font for the PDFs. */
  fontFile: string
}

/** Makes the folder and reads the font. Throws where either is not possible. */
export function openExportQueue({ fontFile, ...parts }: StationExportParts): ExportQueue {
  mkdirSync(parts.folder, { recursive: true })
  const exporter = createExporter({ folder: parts.folder, font: readFileSync(fontFile) })
  return new ExportQueue({ ...parts, exporter, newId: randomUUID })
}
