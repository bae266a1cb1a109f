// The commands on a whole data folder, which open no workshop: backup and restore.
import { backUp, restore } from '../../backup/index.ts'
import type { BackupContents } from '../../backup/index.ts'
import { requireWord } from './command-line.ts'
import type { ParsedCommand } from './command-line.ts'
import type { CommandForm } from './command.ts'

export interface FolderCommand extends CommandForm {
  /** Returns the lines to print. */
  run: (dataFolder: string, parsed: ParsedCommand) => string[] | Promise<string[]>
}

export const folderCommands: readonly FolderCommand[] = [
  {
    words: 'backup',
    usage: 'FILE',
    description: 'copy the folder into one file, also while the service runs: the database and the files of the orders',
    run: async (dataFolder, { words }) => {
      const file = requireWord(words, 0, 'FILE')
      const { lostAttachments, ...contents } = await backUp(dataFolder, file)
      return [
        `${file} holds ${countsOf(contents)}`,
        ...lostAttachments.map((id) => `the file of attachment ${id} is missing in the folder, and so in the backup`),
      ]
    },
  },
  {
    words: 'restore',
    usage: 'FILE',
    description: 'make the folder from a backup; refused unless the folder is empty and no service runs on it',
    run: (dataFolder, { words }) => [
      `${dataFolder} holds ${countsOf(restore(dataFolder, requireWord(words, 0, 'FILE')))}: start the service on it`,
    ],
  },
]

const countsOf = ({ orders, attachments }: BackupContents): string =>
  `${orders} orders and ${attachments} attached files`
