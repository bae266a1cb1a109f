// The sandboxes from one-time links, as the people at the workshop's own desk see them.
import type { Parts } from '../parts.ts'
import { readEmailAddress } from '../sandboxes/email-address.ts'
import { sandboxLinks } from '../sandboxes/links.ts'
import { switchPage } from '../sandboxes/page-switch.ts'
import { removeWorkshop } from '../sandboxes/remove-workshop.ts'
import type { Sandbox } from '../sandboxes/sandbox-book.ts'
import { Refusal } from '../store/refusal.ts'

export interface SandboxDesk {
  /** Whether anybody may ask for one on the service's page. */
  openPage: (open: boolean) => void
  /** Has the service send a link, and returns the address as it is kept. Refused where that has a sandbox in use, or enough links. */
  sendLink: (address: string) => string
  list: () => Sandbox[]
  /** Returns the address as it is kept. */
  remove: (address: string) => string
}

export function sandboxDesk(parts: Parts): SandboxDesk {
  const { store, clock, sandboxes } = parts
  const links = sandboxLinks(parts)
  const settled = () => {
    sandboxes.takeUses(clock.now())
  }
  return {
    openPage: (open) => {
      switchPage(store, open)
    },
    sendLink: (text) =>
      store.write(() => {
        const email = read(text)
        const asked = links.ask(email, null, clock.now())
        if (asked === 'has_one') throw new Refusal('invalid', `${email} has a sandbox that is in use`)
        if (asked !== 'link') throw new Refusal('too_many', `${email} was sent enough links for now`)
        return email
      }),
    list: () => {
      settled()
      return sandboxes.list()
    },
    remove: (text) =>
      store.write(() => {
        const email = read(text)
        const found = sandboxes.find(email)
        if (found === null) throw new Refusal('not_found', `${email} has no sandbox`)
        removeWorkshop(store, found.workshopId)
        return email
      }),
  }
}

function read(text: string): string {
  const email = readEmailAddress(text)
  if (email === null) throw new Refusal('invalid', `"${text}" is no e-mail address`)
  return email
}
