// Which test holds which sentence: reads the names in the test files and writes COVERAGE.md (`node test/contract/conformance/coverage.ts`).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'prettier'
import { sentences } from './sentences/index.ts'

const folder = import.meta.dirname
export const tableFile = join(folder, 'COVERAGE.md')

export const testFiles = readdirSync(folder).filter((name) => name.endsWith('.test.ts') && name !== 'coverage.test.ts')

/** The files in which a test is named after a sentence. */
export function filesOf(sentence: string): string[] {
  return testFiles.filter((name) => readFileSync(join(folder, name), 'utf8').includes(`'${sentence}'`))
}

const links = (sentence: string) => filesOf(sentence).map((name) => `[${name}](${name})`)
const rows = (header: string, lines: readonly string[]) => [header, '| --- | --- |', ...lines, '']

/** The table, as prettier would have it. */
export async function coverageTable(): Promise<string> {
  const { tested, later, untestable } = sentences
  const text = [
    '# What the conformance suite covers',
    '',
    'Made by `node test/contract/conformance/coverage.ts` from the names of the tests; a test holds it to them.',
    '',
    `${tested.length} sentences have tests; ${later.length} wait for parts of the service that are not built yet; ${untestable.length} cannot be seen from outside.`,
    '',
    ...rows(
      '| Sentence | Held by |',
      tested.map((sentence) => `| ${sentence} | ${links(sentence).join(', ')} |`),
    ),
    '## Not built yet',
    '',
    ...later.map((sentence) => `- ${sentence}`),
    '',
    '## Not seen from outside',
    '',
    ...rows(
      '| Sentence | Why |',
      untestable.map(([sentence, why]) => `| ${sentence} | ${why} |`),
    ),
  ].join('\n')
  return format(text, { parser: 'markdown', printWidth: 120 })
}

if (import.meta.main) writeFileSync(tableFile, await coverageTable())
