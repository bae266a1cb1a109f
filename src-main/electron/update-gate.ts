// When a downloaded update goes in: only once a person agreed and nothing is under way here. Pure.

export interface UpdateGate {
  /** A version lies ready. */
  ready: (version: string) => void
  /** Of the station; false also where none answers: a mark may be on its way. */
  idle: (idle: boolean) => void
  /** A person said yes to the version that is ready. */
  agree: () => void
  /** What lies ready; null: nothing. */
  version: () => string | null
}

/** `install` is called at most once. */
export function createUpdateGate(install: () => void): UpdateGate {
  let version: string | null = null
  let agreed: string | null = null
  let idle = false
  let done = false
  const look = (): void => {
    if (done || !idle || version === null || agreed !== version) return
    done = true
    install()
  }
  return {
    ready: (next) => {
      version = next
      look()
    },
    idle: (now) => {
      idle = now
      look()
    },
    agree: () => {
      agreed = version
      look()
    },
    version: () => version,
  }
}
