// The actions on sandboxes from one-time links.
import type { Parts } from '../../parts.ts'
import { readEmailAddress } from '../../mail/index.ts'
import { SandboxLinks, removeWorkshop, setPageOpen } from '../../sandbox-accounts/index.ts'
import type { Sandbox } from '../../sandbox-accounts/index.ts'
import { Refusal } from '../../store/index.ts'

export interface SandboxActions {
  /** Opens or closes the page where anybody can request a link. */
  openPage: (open: boolean) => void
  /** Queues a link, and returns the stored spelling of the address. Refused if the address has a used sandbox, or too many links. */
  sendLink: (address: string) => string
  list: () => Sandbox[]
  /** Returns the stored spelling of the address. */
  remove: (address: string) => string
}

export function sandboxActions(parts: Parts): SandboxActions {
  const { store, clock, sandboxes } = parts
  const links = new SandboxLinks(parts)
  const recordUses = () => {
    sandboxes.recordUses(clock.now())
  }
  return {
    openPage: (open) => {
      setPageOpen(store, open)
    },
    sendLink: (text) =>
      store.write(() => {
        const email = readAddress(text)
        const result = links.request(email, null, clock.now())
        if (result === 'has_one') throw new Refusal('invalid', `${email} has a sandbox that is in use`)
        if (result !== 'link') throw new Refusal('too_many', `${email} was sent the maximum number of links for now`)
        return email
      }),
    list: () => {
      recordUses()
      return sandboxes.list()
    },
    remove: (text) =>
      store.write(() => {
        const email = readAddress(text)
        const sandbox = sandboxes.find(email)
        if (sandbox === null) throw new Refusal('not_found', `${email} has no sandbox`)
        removeWorkshop(store, sandbox.workshopId)
        return email
      }),
  }
}

function readAddress(text: string): string {
  const email = readEmailAddress(text)
  if (email === null) throw new Refusal('invalid', `"${text}" is not an e-mail address`)
  return email
}
