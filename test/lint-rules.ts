// Lint rules of this project, for oxlint's `jsPlugins`.
import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Parameters<RuleTester['run']>[1]

/** Words that say what happened to a value and not what the value is. */
const bareWords: ReadonlySet<string> = new Set([
  'asked',
  'at',
  'found',
  'gone',
  'heard',
  'kept',
  'meets',
  'out',
  'said',
  'told',
])

/** Wire formats and stores have fields with these names. */
const freeForFields: ReadonlySet<string> = new Set(['at', 'found', 'out'])

/**
 * Reports variables, parameters and functions with such a name, and the fields and methods of classes, interfaces and types but for those
 * of wire formats and stores. Keys of an object follow from its type.
 */
export const namedValues: Rule = {
  create: ({ report, sourceCode }) => ({
    TSPropertySignature: ({ key, computed }) => {
      if (isBareMember(key, computed)) report({ node: key, message: `\`${key.name}\` does not name its value` })
    },
    TSMethodSignature: ({ key, computed }) => {
      if (isBareMember(key, computed)) report({ node: key, message: `\`${key.name}\` does not name its value` })
    },
    PropertyDefinition: ({ key, computed }) => {
      if (isBareMember(key, computed)) report({ node: key, message: `\`${key.name}\` does not name its value` })
    },
    MethodDefinition: ({ key, computed }) => {
      if (isBareMember(key, computed)) report({ node: key, message: `\`${key.name}\` does not name its value` })
    },
    Program() {
      for (const { variables } of sourceCode.scopeManager.scopes)
        for (const { name, identifiers } of variables) {
          const [node] = identifiers
          if (node !== undefined && bareWords.has(name))
            report({ node, message: `\`${name}\` does not name its value` })
        }
    },
  }),
}

/** A private name is here without its `#`. */
function isBareMember<Key extends { type: string }>(key: Key, computed: boolean): key is Key & { name: string } {
  if (computed || !('name' in key) || typeof key.name !== 'string') return false
  return bareWords.has(key.name) && !freeForFields.has(key.name)
}

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

export default { meta: { name: 'kant' }, rules: { 'named-values': namedValues, 'no-module-state': noModuleState } }
