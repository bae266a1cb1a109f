// Checks the import rules and the size of the folders on a source tree and prints every breach. Exits with 1 on a breach, and if no module
// was read: without modules every rule passes.
import { cruise } from 'dependency-cruiser'
import type { IForbiddenRuleType } from 'dependency-cruiser'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { isStarted } from './is-started.ts'

export interface LayerReport {
  modules: number
  breaches: { rule: string; from: string; to: string }[]
}

const folders = ['shared', 'src-main', 'src-renderer', 'src-service']
const mostFiles = 20

export const ruleNames = (): string[] => readConfig().forbidden.map(({ name }) => name)

interface Config {
  forbidden: (IForbiddenRuleType & { name: string })[]
  options: object
}

function readConfig(): Config {
  const config: unknown = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
  return config as Config
}

export async function checkLayers(root: string): Promise<LayerReport> {
  const { forbidden, options } = readConfig()
  const { output } = await cruise(folders, { ...options, validate: true, ruleSet: { forbidden }, baseDir: root })
  if (typeof output === 'string') throw new Error('the import checker answered with text instead of a result')
  return {
    modules: output.summary.totalCruised,
    breaches: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

/** Folders with more files than the rule allows, each with its number of files. Files of subfolders count in their own folder. */
export function crowdedFolders(root: string): { folder: string; files: number }[] {
  const crowded: { folder: string; files: number }[] = []
  const visit = (folder: string): void => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).length
    if (files > mostFiles) crowded.push({ folder, files })
    for (const entry of entries) if (entry.isDirectory()) visit(`${folder}/${entry.name}`)
  }
  for (const folder of [...folders, 'test']) visit(folder)
  return crowded
}

/** The folders that `.screen-entry-files.cjs` names and that the screen does not have. */
export function unknownScreenFolders(root: string): string[] {
  const rules: unknown = createRequire(import.meta.url)('../.screen-entry-files.cjs')
  const { entryFiles, openFolders } = rules as { entryFiles: Record<string, string[]>; openFolders: string[] }
  return [...Object.keys(entryFiles), ...openFolders].filter((name) => !existsSync(join(root, 'src-renderer', name)))
}

if (isStarted(import.meta.filename)) {
  const { modules, breaches } = await checkLayers(process.cwd())
  const crowded = crowdedFolders(process.cwd())
  for (const { rule, from, to } of breaches) console.error(`${rule}: ${from} imports ${to}`)
  for (const { folder, files } of crowded) console.error(`${folder}: ${files} files, at most ${mostFiles} are allowed`)
  if (modules === 0) console.error('no module was read: the check itself is broken')
  else console.error(`${modules} modules, ${breaches.length} forbidden imports`)
  process.exitCode = modules === 0 || breaches.length > 0 || crowded.length > 0 ? 1 : 0
}
