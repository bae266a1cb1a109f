// Which controller files were proven on which machine, by whom and when. A changed file, another connection or another brake must be
// proven again. Reads and writes only `brake-commissions.json` in the station's folder.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { writeFileWhole } from '../../platform/write-file-whole.ts'

const proven = z.strictObject({
  uri: z.string(),
  mapHash: z.string(),
  /** The service's id of the station's brake at that time; null: the station had no brake, and the proof is valid for every brake. */
  pressBrakeId: z.string().nullable(),
  /** The name of the controller file, for display. */
  map: z.string(),
  by: z.string().min(1),
  at: z.iso.datetime(),
})
export type Commission = z.infer<typeof proven>
export type ProvenLink = Pick<Commission, 'uri' | 'mapHash' | 'pressBrakeId'>

const fileIn = (folder: string): string => join(folder, 'brake-commissions.json')

/** An unreadable file has no proofs. */
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

/** Null: it is not proven. A commission without a brake counts for every brake. */
export const commissionOf = (folder: string, link: ProvenLink): Commission | null =>
  read(folder).findLast(isOf(link)) ?? null

/** Replaces the commission of the same file, connection and brake. */
export function storeCommission(folder: string, commission: Commission): void {
  const { uri, mapHash, pressBrakeId } = commission
  const isSame = (one: Commission): boolean =>
    one.uri === uri && one.mapHash === mapHash && one.pressBrakeId === pressBrakeId
  const others = read(folder).filter((one) => !isSame(one))
  writeFileWhole(fileIn(folder), `${JSON.stringify([...others, proven.parse(commission)], null, 2)}\n`)
}
