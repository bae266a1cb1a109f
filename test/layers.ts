// Runs the import rules over a tree and says every breach. Exits 1 on a breach, and on having looked at nothing:
// a cruiser that reads no module passes everything.
import { cruise } from 'dependency-cruiser'
import { createRequire } from 'node:module'
import process from 'node:process'

export interface LayerReport {
  modules: number
  breaches: { rule: string; from: string; to: string }[]
}

const rooms = ['shared', 'src-main', 'src-renderer', 'src-service']

export async function checkLayers(root: string): Promise<LayerReport> {
  const config: unknown = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
  const { forbidden, options } = config as { forbidden: never[]; options: object }
  const { output } = await cruise(rooms, { ...options, validate: true, ruleSet: { forbidden }, baseDir: root })
  if (typeof output === 'string') throw new Error('the import checker answered with text instead of a result')
  return {
    modules: output.summary.totalCruised,
    breaches: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

if (import.meta.main) {
  const { modules, breaches } = await checkLayers(process.cwd())
  for (const { rule, from, to } of breaches) console.error(`${rule}: ${from} imports ${to}`)
  if (modules === 0) console.error('no module was looked at: the check itself is broken')
  else console.error(`${modules} modules, ${breaches.length} forbidden imports`)
  process.exitCode = modules === 0 || breaches.length > 0 ? 1 : 0
}
