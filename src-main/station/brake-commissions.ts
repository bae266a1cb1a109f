// Which controller files were proven on which machine, by whom and when: a small file of the station's folder. A file that was changed
// since, another line or another brake has to be proven anew. Reads and writes that file alone.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { writeFileWhole } from '../platform/write-file-whole.ts'

const proven = z.strictObject({
  uri: z.string(),
  mapHash: z.string(),
  /** Of the service, where the station stood when it was proven; null: it stood at none, and it holds wherever it stands. */
  pressBrakeId: z.string().nullable(),
  /** The file's own name, for people. */
  map: z.string(),
  by: z.string().min(1),
  at: z.iso.datetime(),
})
export type Commission = z.infer<typeof proven>
export type ProvenLink = Pick<Commission, 'uri' | 'mapHash' | 'pressBrakeId'>

const fileIn = (folder: string): string => join(folder, 'brake-commissions.json')

/** A file that cannot be read proves nothing. */
function read(folder: string): Commission[] {
  const path = fileIn(folder)
  if (!existsSync(path)) return []
  try {
    return z.array(proven).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return []
  }
}

const isOf =
  ({ uri, mapHash, pressBrakeId }: ProvenLink) =>
  (one: Commission): boolean =>
    one.uri === uri && one.mapHash === mapHash && (one.pressBrakeId === null || one.pressBrakeId === pressBrakeId)

/** Null: nobody has proven it. */
export const commissionOf = (folder: string, link: ProvenLink): Commission | null =>
  read(folder).findLast(isOf(link)) ?? null

export function keepCommission(folder: string, commission: Commission): void {
  const { uri, mapHash, pressBrakeId } = commission
  const isSame = (one: Commission): boolean =>
    one.uri === uri && one.mapHash === mapHash && one.pressBrakeId === pressBrakeId
  const others = read(folder).filter((one) => !isSame(one))
  writeFileWhole(fileIn(folder), `${JSON.stringify([...others, proven.parse(commission)], null, 2)}\n`)
}
