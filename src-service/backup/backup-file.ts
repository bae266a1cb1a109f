// The format of a backup: a copy of the service's database with one more table, which holds the files of the orders. The table has the
// form of an SQLite archive (sqlar), so that `sqlite3 FILE -At` lists them and `sqlite3 FILE -Ax` extracts them.

export const archiveTable = 'sqlar'

export const createArchive = `CREATE TABLE ${archiveTable} (name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB)`

/** The mode of a plain file that only its owner can read. */
export const archivedMode = 0o100600

const prefix = 'attachments/'

/** The name of an attachment's file in the archive. */
export const archivedName = (attachmentId: string): string => prefix + attachmentId

/** What a backup holds, for the message to the office. */
export interface BackupContents {
  orders: number
  attachments: number
}
