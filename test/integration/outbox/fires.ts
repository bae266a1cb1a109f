// A test named by a line of the mark's table: the scenario runs over real HTTP against the real service, and the line must fire.
import { expect } from 'vitest'
import type { Decision, NewMark, Sheet } from '../../../src-main/outbox/index.ts'
import { interposed } from './interposed.ts'
import { stationBesideService, type RigOptions } from './station-beside-service.ts'

export async function scene(options: Pick<RigOptions, 'oneClock'> = {}) {
  let net: Awaited<ReturnType<typeof interposed>> | null = null
  const rig = await stationBesideService({
    ...options,
    through: async (baseUrl) => (net = await interposed(baseUrl)),
  })
  if (net === null) throw new Error('nothing stands between')
  const standing: Awaited<ReturnType<typeof interposed>> = net

  const sheet = async (): Promise<Sheet> => {
    const [made] = await rig.sheets(1)
    if (made === undefined) throw new Error('no sheet was made')
    return made
  }
  const reread = async ({ id }: Sheet): Promise<Sheet> => {
    const read = await rig.client.readBendingSheet(id, { priority: 'read' })
    if (!read.ok) throw new Error(`sheet ${id} cannot be read`)
    return read.value
  }
  const markAndHold = (of: Sheet, more: Partial<NewMark> = {}): void => {
    rig.mark(of, more)
    rig.holdOver()
  }
  const markId = ({ id }: Sheet): string => rig.marks().markOf(id)?.id ?? 'none'
  return {
    ...rig,
    net: standing,
    sheet,
    reread,
    markId,
    /** A fresh sheet, marked, its hold over. */
    marked: async (more: Partial<NewMark> = {}): Promise<Sheet> => {
      const made = await sheet()
      markAndHold(made, more)
      return made
    },
    markAndHold,
    /** Cuts the network; the client's open connection has noticed. */
    cut: async (): Promise<void> => {
      await rig.network.cut()
      await rig.client.readMe({ priority: 'read' })
    },
    bentBy: ({ id }: Sheet): string | null => rig.desk.sheets.find(id).bent?.by ?? null,
    decide: (of: Sheet, decision: Decision) =>
      rig.outbox().decisions.decide(markId(of), decision, { by: 'Formann', operatorId: null }),
    /** One piece more of the first kind: another drawing. */
    redraw: ({ id }: Sheet): void => {
      const { pieces } = rig.desk.sheets.find(id)
      rig.desk.sheets.change(id, { pieces: pieces.map((piece) => ({ ...piece, quantity: piece.quantity + 1 })) })
    },
    /** Another drawing and back: a new version of the same one. */
    redrawAndBack: ({ id }: Sheet): void => {
      const { pieces } = rig.desk.sheets.find(id)
      rig.desk.sheets.change(id, { pieces: pieces.map((piece) => ({ ...piece, quantity: piece.quantity + 1 })) })
      rig.desk.sheets.change(id, { pieces })
    },
  }
}
export type Scene = Awaited<ReturnType<typeof scene>>

/** The body of a test that is named by a line of the table. */
export const fires =
  (scenario: (at: Scene) => Promise<void>) =>
  async ({ task }: { task: { name: string } }): Promise<void> => {
    const at = await scene()
    try {
      await scenario(at)
      expect(at.lines).toContain(task.name)
    } finally {
      await at.close()
    }
  }
