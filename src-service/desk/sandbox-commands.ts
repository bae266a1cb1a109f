// The words for sandboxes from one-time links on the workshop's command line.
import { oneOf, word } from './command-line.ts'
import type { Command } from './command.ts'

export const sandboxCommands: readonly Command[] = [
  {
    words: 'sandbox link',
    usage: 'ADDRESS',
    what: 'send a one-time link to an e-mail address: whoever opens it within 24 hours gets a sandbox with its key',
    run: ({ sandboxes }, { words }) => [`a link goes to ${sandboxes.sendLink(word(words, 0, 'ADDRESS'))}`],
  },
  {
    words: 'sandbox page',
    usage: 'open|closed',
    what: 'whether anybody may ask for a link on /sandkasse: open until there is a live workshop, unless it is said here',
    run: ({ sandboxes }, { words }) => {
      const state = oneOf(['open', 'closed'], 'open|closed', word(words, 0, 'open|closed'))
      sandboxes.openPage(state === 'open')
      return [`the page is ${state}`]
    },
  },
  {
    words: 'sandbox list',
    usage: '',
    what: 'the sandboxes from links: address, workshop, when it was made and last used, when it was told that it will be deleted',
    run: ({ sandboxes }) =>
      sandboxes
        .list()
        .map(({ email, slug, madeAt, usedAt, noticedAt }) => [email, slug, madeAt, usedAt, noticedAt ?? ''].join('\t')),
  },
  {
    words: 'sandbox remove',
    usage: 'ADDRESS',
    what: "delete an address's sandbox now, with all that is in it",
    run: ({ sandboxes }, { words }) => [`the sandbox of ${sandboxes.remove(word(words, 0, 'ADDRESS'))} is deleted`],
  },
]
