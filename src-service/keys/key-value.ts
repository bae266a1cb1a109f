// The value of an API key: how it is made and how it is recognised. Only its hash is ever stored.
import { hash, randomBytes } from 'node:crypto'
import { keyPrefix } from '../../shared/workshop-api/index.ts'
import type { Environment } from '../../shared/workshop-api/index.ts'

const shape = /^svc_(?:test|live)_[\w-]{43}$/

/** A fresh key of 256 random bits. It is shown once and cannot be had again. */
export function makeKeyValue(environment: Environment): string {
  return keyPrefix[environment] + randomBytes(32).toString('base64url')
}

export function hashOf(keyValue: string): string {
  return hash('sha256', keyValue, 'hex')
}

export type Authorization = { kind: 'missing' } | { kind: 'malformed' } | { kind: 'key'; hash: string }

/** Reads the `Authorization` header. A key is sought by its hash, so no comparison tells how much of a guess was right. */
export function readAuthorization(header: string | undefined): Authorization {
  if (header === undefined || header === '') return { kind: 'missing' }
  const value = /^Bearer +(\S+)$/i.exec(header)?.[1]
  return value !== undefined && shape.test(value) ? { kind: 'key', hash: hashOf(value) } : { kind: 'malformed' }
}
