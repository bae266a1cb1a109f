// Lint rules of this project, for oxlint's `jsPlugins`.
import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Parameters<RuleTester['run']>[1]
type Visitor = ReturnType<NonNullable<Rule['create']>>
type Visited<Name extends keyof Visitor> = Parameters<NonNullable<Visitor[Name]>>[0]
type AnyFunction = Visited<'FunctionDeclaration'> | Visited<'ArrowFunctionExpression'>
type SyntaxNode = NonNullable<AnyFunction['parent']>

/** Words that say what happened to a value and not what the value is. */
const bareWords: ReadonlySet<string> = new Set([
  'asked',
  'at',
  'found',
  'gone',
  'heard',
  'kept',
  'known',
  'made',
  'meets',
  'out',
  'own',
  'said',
  'told',
])

/** Verbs that do not say what a function does with its value. */
const vagueVerbs: ReadonlySet<string> = new Set(['become', 'take', 'tell'])

/** Messages of a call have a field with this name. */
const freeForFields: ReadonlySet<string> = new Set(['out'])

/**
 * Reports variables, parameters and functions with such a name, and the fields and methods of classes, interfaces and types except `out`.
 * Keys of an object follow from its type. The fields of a wire format are keys of its schema.
 */
export const namedValues: Rule = {
  create: ({ report, sourceCode }) => ({
    TSPropertySignature: ({ key, computed }) => {
      if (isBareMember(key, computed)) report({ node: key, message: messageOf(key.name) })
    },
    TSMethodSignature: ({ key, computed }) => {
      if (isBareMember(key, computed)) report({ node: key, message: messageOf(key.name) })
    },
    PropertyDefinition: ({ key, computed }) => {
      if (isBareMember(key, computed)) report({ node: key, message: messageOf(key.name) })
    },
    MethodDefinition: ({ key, computed }) => {
      if (isBareMember(key, computed)) report({ node: key, message: messageOf(key.name) })
    },
    Program() {
      for (const { variables } of sourceCode.scopeManager.scopes)
        for (const { name, identifiers } of variables) {
          const [node] = identifiers
          if (node !== undefined && isBare(name)) report({ node, message: messageOf(name) })
        }
    },
  }),
}

/** A private name is here without its `#`. */
function isBareMember<Key extends { type: string }>(key: Key, computed: boolean): key is Key & { name: string } {
  if (computed || !('name' in key) || typeof key.name !== 'string') return false
  return isBare(key.name) && !freeForFields.has(key.name)
}

const isBare = (name: string): boolean => bareWords.has(name) || vagueVerbs.has(name)

const messageOf = (name: string): string =>
  vagueVerbs.has(name) ? `\`${name}\` does not say what it does` : `\`${name}\` does not name its value`

/** Reports a `let` outside functions: such a state outlives every test and has no owner. */
export const noModuleState: Rule = {
  create: ({ report }) => ({
    Program({ body }) {
      for (const statement of body) {
        const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
        if (node?.type === 'VariableDeclaration' && node.kind === 'let')
          report({ node, message: 'keep changing state in an object that main.tsx creates' })
      }
    },
  }),
}

const mostLines = 80

/** In test files: reports functions of over 80 lines. The callback of a `describe` does not count: it only groups tests. */
export const testFunctionLines: Rule = {
  create: ({ report }) => {
    const check = (node: AnyFunction): void => {
      const lines = node.loc.end.line - node.loc.start.line + 1
      if (lines <= mostLines || isDescribed(node.parent)) return
      report({ node, message: `the function has ${lines} lines, at most ${mostLines} are allowed` })
    }
    return { FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check }
  },
}

/** Also `describe.each(…)(…)` and `describe.skipIf(…)(…)`. */
function isDescribed(parent: SyntaxNode): boolean {
  if (parent.type !== 'CallExpression') return false
  let callee: SyntaxNode = parent.callee
  while (callee.type !== 'Identifier') {
    if (callee.type === 'MemberExpression') callee = callee.object
    else if (callee.type === 'CallExpression') ({ callee } = callee)
    else if (callee.type === 'TaggedTemplateExpression') callee = callee.tag
    else return false
  }
  return callee.name === 'describe'
}

export default {
  meta: { name: 'kant' },
  rules: {
    'named-values': namedValues,
    'no-module-state': noModuleState,
    'test-function-lines': testFunctionLines,
  },
}
