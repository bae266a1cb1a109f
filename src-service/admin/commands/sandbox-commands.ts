// The commands for sandboxes from one-time links.
import { requireOneOf, requireWord } from './command-line.ts'
import type { Command } from './command.ts'

export const sandboxCommands: readonly Command[] = [
  {
    words: 'sandbox link',
    usage: 'ADDRESS',
    description: 'send a one-time link to an e-mail address: it makes a sandbox with a key, and is valid for 24 hours',
    run: ({ sandboxes }, { words }) => [`a link is sent to ${sandboxes.sendLink(requireWord(words, 0, 'ADDRESS'))}`],
  },
  {
    words: 'sandbox page',
    usage: 'open|closed',
    description:
      'open or close the page /sandkasse, where anybody can request a link (default: open until there is a live workshop)',
    run: ({ sandboxes }, { words }) => {
      const state = requireOneOf(['open', 'closed'], 'open|closed', requireWord(words, 0, 'open|closed'))
      sandboxes.openPage(state === 'open')
      return [`the page is ${state}`]
    },
  },
  {
    words: 'sandbox list',
    usage: '',
    description: 'list the sandboxes from links: address, workshop, times of creation, last use and deletion notice',
    run: ({ sandboxes }) =>
      sandboxes
        .list()
        .map(({ email, slug, madeAt, usedAt, noticedAt }) => [email, slug, madeAt, usedAt, noticedAt ?? ''].join('\t')),
  },
  {
    words: 'sandbox remove',
    usage: 'ADDRESS',
    description: "delete an address's sandbox now, with all its contents",
    run: ({ sandboxes }, { words }) => [
      `the sandbox of ${sandboxes.remove(requireWord(words, 0, 'ADDRESS'))} is deleted`,
    ],
  },
]
