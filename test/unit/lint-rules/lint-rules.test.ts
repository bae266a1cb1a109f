// Checks the project's own lint rules, each on examples, and that the project's configuration uses them.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RuleTester } from 'oxlint/plugins-dev'
import { describe, expect, onTestFinished, test } from 'vitest'
import { namedValues, noModuleState, testFunctionLines } from '../../lint-rules.ts'

const root = join(import.meta.dirname, '../../..')

RuleTester.describe = describe
RuleTester.it = test
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } })
const reported = (code: string, ...names: string[]) => ({
  code,
  errors: names.map((name) => ({ message: `\`${name}\` does not name its value` })),
})

const vague = (code: string, name: string) => ({ code, errors: [{ message: `\`${name}\` does not say what it does` }] })

tester.run('named-values', namedValues, {
  valid: [
    'const stepIndex = 1',
    'function takeBack() {}',
    'export const calls = { take: 1, "brake.take": 2 }',
    'export const marker = z.object({ at: z.string(), found: z.boolean() })',
    'export const act: Marker = { at: 1, found: true }',
    'export const read = ({ at: markedAt }: Marker) => markedAt + [1].at(-1)',
    'declare const act: Pick<Marker, "at">; act.at = 2',
    'interface Act { out: string; [kept]: number }',
    'class Act { [kept] = 1; #keptAt = 1 }',
    'export const act = { gone: true }',
  ],
  invalid: [
    reported('const found = 1', 'found'),
    reported('const known = new Map()', 'known'),
    reported('interface Order { own: number }', 'own'),
    reported('bends.map(({ made }) => made)', 'made'),
    reported('for (let at = 0; at < 3; at += 1) {}', 'at'),
    reported('for (const [at, line] of lines) {}', 'at'),
    reported('export const read = ({ at }: Marker) => at', 'at'),
    reported('lines.map((line, at) => at)', 'at'),
    reported('function told(...said: string[]) {}', 'told', 'said'),
    reported('const [kept = 1] = lines', 'kept'),
    reported('type Read = (asked: string) => void', 'asked'),
    reported('import { find as heard } from "./find.ts"', 'heard'),
    reported('try { run() } catch (gone) {}', 'gone'),
    reported('interface Queue { readonly gone: number; kept?: boolean }', 'gone', 'kept'),
    reported('interface Queue { gone(): void }', 'gone'),
    reported('interface Act { at: number; found(id: string): void }', 'at', 'found'),
    reported('class Act { #at = 1; at() {}; found = 2 }', 'at', 'at', 'found'),
    reported('declare const act: { at: number }', 'at'),
    reported('class Queue { #told = 1; kept() {} }', 'told', 'kept'),
    reported('type Reply = { id: number; said: { heard: string } }', 'said', 'heard'),
    vague('function take() {}', 'take'),
    vague('const tell = () => 1', 'tell'),
    vague('export const read = (tell: () => void) => tell()', 'tell'),
    vague('class Desk { become() {} }', 'become'),
    vague('class Desk { readonly #take = () => 1 }', 'take'),
    vague('interface Desk { take: () => void }', 'take'),
    vague('interface Desk { tell(): void }', 'tell'),
  ],
})

const moduleLet = { message: 'keep changing state in an object that main.tsx creates' }
tester.run('no-module-state', noModuleState, {
  valid: [
    'const state = { isOpen: false }',
    'function read() { let count = 0; count += 1 }',
    'for (let i = 0; i < 3; i += 1) {}',
  ],
  invalid: [
    { code: 'let isOpen = false', errors: [moduleLet] },
    { code: 'export let isOpen = false', errors: [moduleLet] },
  ],
})

const block = (lines: number): string => `{${'\n'.repeat(lines - 1)}}`
const tooLong = { message: 'the function has 81 lines, at most 80 are allowed' }
tester.run('test-function-lines', testFunctionLines, {
  valid: [
    `test('counts', () => ${block(80)})`,
    `describe('counts', () => ${block(81)})`,
    `describe('counts', function () ${block(81)})`,
    `describe.skipIf(isRoot)('counts', () => ${block(81)})`,
    `describe.each([1])('counts', () => ${block(81)})`,
    `describe.each\`\`('counts', () => ${block(81)})`,
  ],
  invalid: [
    { code: `test('counts', () => ${block(81)})`, errors: [tooLong] },
    { code: `test.each([1])('counts', function () ${block(81)})`, errors: [tooLong] },
    { code: `function count() ${block(81)}`, errors: [tooLong] },
    { code: `const count = () => ${block(81)}`, errors: [tooLong] },
    { code: `describe('counts', () => { test('each', () => ${block(81)}) })`, errors: [tooLong] },
  ],
})

test('the configuration of the project reports all three', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'src-renderer'))
  writeFileSync(join(folder, 'src-renderer', 'screen.ts'), 'export let at = 1\n')
  mkdirSync(join(folder, 'test'))
  writeFileSync(join(folder, 'test', 'count.test.ts'), `export function count() ${block(81)}\n`)
  // the folders of the overrides are those beside the configuration
  const configuration = readFileSync(join(root, '.oxlintrc.json'), 'utf8')
  writeFileSync(join(folder, '.oxlintrc.json'), configuration.replace('./test/', `${root}/test/`))
  const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'unix']
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout)),
  )
  expect(output).toContain('`at` does not name its value')
  expect(output).toContain(moduleLet.message)
  expect(output).toContain(tooLong.message)
})
