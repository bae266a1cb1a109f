// What an outline is imported for: a tool, or a part of a machine. Types only.
import type { MachineDrawingView, ToolView } from '../../../shared/station-api/index.ts'

export type ImportTarget =
  | { readonly kind: 'tool'; readonly title: string; readonly tool: ToolView }
  | {
      readonly kind: 'part'
      readonly title: string
      /** The machine's file. */
      readonly file: string
      readonly part: MachineDrawingView['figures'][number][number]
    }
