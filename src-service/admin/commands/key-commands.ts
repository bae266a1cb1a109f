// The commands for API keys.
import { environment, purposes, scopes } from '../../../shared/workshop-api/index.ts'
import type { KeyRequest } from '../workshop-admin.ts'
import { parseCount, requireOneOf, requireWord } from './command-line.ts'
import type { Command } from './command.ts'

export const keyCommands: readonly Command[] = [
  {
    words: 'key make',
    usage: 'NAME [--purpose PURPOSE] [--scopes SCOPE,SCOPE] [--environment test|live] [--customer NUMBER]',
    description: 'make a key (default purpose: maskin); it is shown once',
    run: (admin, { words, options }) => {
      const request: KeyRequest = {
        name: requireWord(words, 0, 'NAME'),
        environment: requireOneOf(
          environment.options,
          '--environment',
          options.environment ?? (admin.workshop.sandbox ? 'test' : 'live'),
        ),
        purpose: requireOneOf(purposes, '--purpose', options.purpose ?? 'maskin'),
        ...(options.scopes === undefined
          ? {}
          : { scopes: options.scopes.split(',').map((each) => requireOneOf(scopes, '--scopes', each)) }),
        ...(options.customer === undefined ? {} : { customer: parseCount('--customer', options.customer) }),
      }
      return [admin.makeKey(request)]
    },
  },
  {
    words: 'key revoke',
    usage: 'NAME',
    description: 'revoke a key',
    run: (admin, { words }) => {
      const name = requireWord(words, 0, 'NAME')
      const count = admin.revokeKey(name)
      return [count === 1 ? `key ${name} is revoked` : `${count} keys with the name ${name} are revoked`]
    },
  },
  {
    words: 'key list',
    usage: '',
    description: 'list the keys: name, environment, kind, purpose, scopes, state, last call',
    run: (admin) =>
      admin.keys().map((key) => {
        const state = key.revokedAt === null ? 'in use' : `revoked ${key.revokedAt}`
        const lastCall = key.lastCall === null ? 'no call' : `${key.lastCall.calledAt} ${key.lastCall.description}`
        return [key.name, key.environment, key.kind, key.purpose, key.scopes.join(','), state, lastCall].join('\t')
      }),
  },
]
