// The value of an API key: creation and recognition. Only its hash is stored.
import { hash, randomBytes } from 'node:crypto'
import { keyPrefix } from '../../shared/workshop-api/index.ts'
import type { Environment } from '../../shared/workshop-api/index.ts'

const shape = /^svc_(?:test|live)_[\w-]{43}$/

/** A new key of 256 random bits. It is shown once. */
export function makeKeyValue(environment: Environment): string {
  return keyPrefix[environment] + randomBytes(32).toString('base64url')
}

export function hashOf(keyValue: string): string {
  return hash('sha256', keyValue, 'hex')
}

export type Authorization = { kind: 'missing' } | { kind: 'malformed' } | { kind: 'key'; hash: string }

/** Reads the `Authorization` header. Keys are looked up by hash, so that timing reveals nothing about a guessed key. */
export function readAuthorization(header: string | undefined): Authorization {
  if (header === undefined || header === '') return { kind: 'missing' }
  const value = /^Bearer +(\S+)$/i.exec(header)?.[1]
  return value !== undefined && shape.test(value) ? { kind: 'key', hash: hashOf(value) } : { kind: 'malformed' }
}
