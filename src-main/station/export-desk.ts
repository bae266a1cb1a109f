// The exports of this station: one after the other, and how each stands until it has ended. What goes into one is the order's to
// find, what is written the exporter's.
import { join } from 'node:path'
import { CallError, withExport, type ExportView } from '../../shared/station-api/index.ts'
import { speechIn, type ExportFailure, type ExportResult, type Exporter } from '../exports/index.ts'
import type { Clock } from '../platform/clock.ts'
import { pacedTelling } from './paced-telling.ts'
import { preparedExport, type ExportSources, type PreparedExport, type StartedExport } from './export-order.ts'

export interface ExportDeskParts {
  sources: ExportSources
  exporter: Exporter
  /** Where exports go; a day's have a folder of their own in it. */
  folder: string
  clock: Clock
  newId: () => string
  /** Told how an export stands, at most ten times a second while it runs. */
  tell: (view: ExportView) => void
}

export interface ExportDesk {
  /** Answers at once. Throws CallError where there is nothing to write. */
  start: (order: StartedExport) => ExportView
  /** Throws CallError for one that is not known. */
  cancel: (exportId: string) => void
  /** Oldest first. */
  views: () => ExportView[]
  /** Stops what runs, and waits for the file that is being written. */
  close: () => Promise<void>
}

export function createExportDesk({ sources, exporter, folder, clock, newId, tell }: ExportDeskParts): ExportDesk {
  let views: ExportView[] = []
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>()

  const become = (view: ExportView): ExportView => {
    views = withExport(views, view)
    return view
  }
  const run = async (first: ExportView, prepared: PreparedExport, { preset, language }: StartedExport) => {
    const { exportId } = first
    const now = (): ExportView => views.find((view) => view.exportId === exportId) ?? first
    const telling = pacedTelling(clock, () => tell(now()))
    const { into, batchName, context } = prepared
    const result = await exporter.exportSheets(prepared.sheets, prepared.formats, {
      signal: running.get(exportId)?.stop.signal,
      preset,
      language,
      into,
      batchName,
      context,
      onProgress: ({ done, total }) => {
        become({ ...now(), done, total })
        telling.changed()
      },
    })
    telling.end()
    running.delete(exportId)
    const { say } = speechIn(language, context.sentences)
    const failure = result.failed === null ? null : inWords(result.failed, say)
    tell(become(endedView(now(), result, failure)))
  }

  return {
    start: (order) => {
      const prepared = preparedExport(sources, order)
      const view = become({
        exportId: newId(),
        state: 'running',
        what: prepared.what,
        startedAt: new Date(clock.now()).toISOString(),
        done: 0,
        total: 0,
        folder: join(folder, prepared.into),
        files: [],
        refused: prepared.refused,
        failure: null,
      })
      const job = { stop: new AbortController(), ended: Promise.resolve() }
      running.set(view.exportId, job)
      job.ended = run(view, prepared, order)
      tell(view)
      return view
    },
    cancel: (exportId) => {
      if (!views.some((view) => view.exportId === exportId))
        throw new CallError('export_unknown', `there is no export ${exportId}`)
      running.get(exportId)?.stop.abort()
    },
    views: () => views,
    close: async () => {
      const all = [...running.values()]
      for (const { stop } of all) stop.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

/** A sheet that was refused before it began is not among those it was given. */
function endedView(view: ExportView, result: ExportResult, failure: string | null): ExportView {
  const { files, refused, cancelled, failed } = result
  return {
    ...view,
    state: failed !== null ? 'failed' : cancelled ? 'cancelled' : 'done',
    files: files.map(({ path }) => path),
    refused: [
      ...view.refused,
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

const filesNamed = 3

function inWords({ code, files, message }: ExportFailure, say: ReturnType<typeof speechIn>['say']): string {
  const more = files.length - filesNamed
  const named = files.slice(0, filesNamed).join(', ')
  const all = more > 0 ? say('export_failure.and_more', { named, more: String(more) }) : named
  return say(`export_failure.${code}`, { files: all, message })
}
