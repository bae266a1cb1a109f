// A test named after a transition rule: the scenario runs over real HTTP against the real service, and the rule must be applied.
import { expect } from 'vitest'
import type { Decision, NewMark, Sheet } from '../../../../src-main/ledger/index.ts'
import { interposed } from './interposed.ts'
import { stationWithService, type RigOptions } from './station-with-service.ts'

export async function scene(options: Pick<RigOptions, 'oneClock'> = {}) {
  let net: Awaited<ReturnType<typeof interposed>> | null = null
  const rig = await stationWithService({
    ...options,
    through: async (baseUrl) => (net = await interposed(baseUrl)),
  })
  if (net === null) throw new Error('the rig has no proxy')
  const standing: Awaited<ReturnType<typeof interposed>> = net

  const sheet = async (): Promise<Sheet> => {
    const [sheet] = await rig.sheets(1)
    if (sheet === undefined) throw new Error('no sheet was made')
    return sheet
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
  const markId = ({ id }: Sheet): string => rig.marks().markOnSheet(id)?.id ?? 'none'
  return {
    ...rig,
    net: standing,
    sheet,
    reread,
    markId,
    /** A new sheet with a mark whose hold is over. */
    marked: async (more: Partial<NewMark> = {}): Promise<Sheet> => {
      const forcedSheet = await sheet()
      markAndHold(forcedSheet, more)
      return forcedSheet
    },
    markAndHold,
    /** Cuts the network, and waits until the client has noticed on its open connection. */
    cut: async (): Promise<void> => {
      await rig.network.cut()
      await rig.client.readMe({ priority: 'read' })
    },
    bentBy: ({ id }: Sheet): string | null => rig.admin.sheets.find(id).bent?.by ?? null,
    decide: (of: Sheet, decision: Decision) =>
      rig.ledger().decisions.decide(markId(of), decision, { by: 'Formann', operatorId: null }),
    /** Adds one piece of the first kind: another drawing. */
    redraw: ({ id }: Sheet): void => {
      const { pieces } = rig.admin.sheets.find(id)
      rig.admin.sheets.change(id, { pieces: pieces.map((piece) => ({ ...piece, quantity: piece.quantity + 1 })) })
    },
    /** Changes the drawing and changes it back: a new version with the same drawing. */
    redrawAndBack: ({ id }: Sheet): void => {
      const { pieces } = rig.admin.sheets.find(id)
      rig.admin.sheets.change(id, { pieces: pieces.map((piece) => ({ ...piece, quantity: piece.quantity + 1 })) })
      rig.admin.sheets.change(id, { pieces })
    },
  }
}
export type Scene = Awaited<ReturnType<typeof scene>>

/** The body of a test that is named after a transition rule. */
export const fires =
  (scenario: (rig: Scene) => Promise<void>) =>
  async ({ task }: { task: { name: string } }): Promise<void> => {
    const rig = await scene()
    try {
      await scenario(rig)
      expect(rig.lines).toContain(task.name)
    } finally {
      await rig.close()
    }
  }
