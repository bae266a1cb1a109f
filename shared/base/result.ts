// The result of an operation that can fail in a way that its caller handles. Pure.

export interface Ok<T> {
  readonly ok: true
  readonly value: T
}

export interface Failed<E> {
  readonly ok: false
  readonly error: E
}

export type Result<T, E> = Ok<T> | Failed<E>

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value })

export const failed = <E>(error: E): Failed<E> => ({ ok: false, error })
