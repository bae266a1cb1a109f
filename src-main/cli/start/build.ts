// Builds the screen and the shells if their sources are newer than the build. Reads the sources; writes `out`.
import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'

const sources = ['src-renderer', 'src-main', 'src-service', 'shared', 'resources/translations']
const settings = ['electron.vite.config.ts', 'package-lock.json']
const results = [
  'out/main/index.cjs',
  'out/main/station-host.cjs',
  'out/main/service.cjs',
  'out/main/store-worker.cjs',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
]

/** Rejects with the output of a failed build. `onBuild`: called before the build. */
export async function buildIfStale(root: string, onBuild: () => void = () => undefined): Promise<void> {
  if (!isBuildStale(root)) return
  onBuild()
  await buildScreen(root)
}

/** Whether a result of the build is missing or older than the newest source. */
function isBuildStale(root: string): boolean {
  const oldest = Math.min(...results.map((path) => changedAt(join(root, path)) ?? 0))
  const files = sources.flatMap((folder) => filesIn(join(root, folder)))
  const newest = Math.max(
    ...[...files, ...settings.map((path) => join(root, path))].map((path) => changedAt(path) ?? 0),
  )
  return newest > oldest
}

async function buildScreen(root: string): Promise<void> {
  const builder = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const building = spawn(process.execPath, [builder, 'build'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const [code, output, errors] = await Promise.all([
    new Promise<number | null>((resolve, reject) => building.on('error', reject).on('close', resolve)),
    text(building.stdout),
    text(building.stderr),
  ])
  if (code !== 0) throw new Error(`the screen could not be built:\n${output}${errors}`)
}

const changedAt = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null

const filesIn = (folder: string): string[] =>
  statSync(folder, { throwIfNoEntry: false }) === undefined
    ? []
    : readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
