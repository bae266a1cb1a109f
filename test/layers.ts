// Checks the import rules on a source tree and prints every breach. Exits with 1 on a breach, and if no module was read:
// without modules every rule passes.
import { cruise } from 'dependency-cruiser'
import { createRequire } from 'node:module'
import process from 'node:process'

export interface LayerReport {
  modules: number
  breaches: { rule: string; from: string; to: string }[]
}

const folders = ['shared', 'src-main', 'src-renderer', 'src-service']

export async function checkLayers(root: string): Promise<LayerReport> {
  const config: unknown = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
  const { forbidden, options } = config as { forbidden: never[]; options: object }
  const { output } = await cruise(folders, { ...options, validate: true, ruleSet: { forbidden }, baseDir: root })
  if (typeof output === 'string') throw new Error('the import checker answered with text instead of a result')
  return {
    modules: output.summary.totalCruised,
    breaches: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

if (import.meta.main) {
  const { modules, breaches } = await checkLayers(process.cwd())
  for (const { rule, from, to } of breaches) console.error(`${rule}: ${from} imports ${to}`)
  if (modules === 0) console.error('no module was read: the check itself is broken')
  else console.error(`${modules} modules, ${breaches.length} forbidden imports`)
  process.exitCode = modules === 0 || breaches.length > 0 ? 1 : 0
}
