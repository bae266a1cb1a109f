// The handlers of the calls about tools and their outlines. Reads the file of tools; writes the workshop's own one, with the original
// drawing beside it.
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readOutlineDrawing, toolDrawings, withToolOutline } from '../../../shared/workshop-files/index.ts'
import { explain } from '../../../shared/workshop-files/schemas/index.ts'
import type { CallIn, CallOut, Station, ToolsView, toolCalls } from '../../../shared/station-api/index.ts'
import { messageOf } from '../../platform/message-of.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'
import { workshopFolder } from './workshop-files.ts'

export type ToolHandlers = Pick<Station['handlers'], keyof typeof toolCalls>

export interface ToolHandlerParts {
  dataFolder: string
  /** The folder of the shipped files. */
  resources: string
  /** The file has changed: reads it again and notifies the screens. */
  workshopChanged: () => void
}

export function createToolHandlers(parts: ToolHandlerParts): ToolHandlers {
  return {
    'tools.read': () => readTools(parts),
    'tools.read_outline': ({ text }) => {
      const drawing = readOutlineDrawing(text)
      return drawing.ok ? { kind: 'read', ...drawing.value } : { kind: 'refused', reason: drawing.error }
    },
    'tools.set_outline': (request) => setOutline(parts, request),
  }
}

const ownFile = ({ dataFolder }: ToolHandlerParts): string => join(workshopFolder(dataFolder), 'tools.json')

function fileOf(parts: ToolHandlerParts): string {
  const own = ownFile(parts)
  return existsSync(own) ? own : join(parts.resources, 'tools', 'tools.json')
}

function readTools(parts: ToolHandlerParts): ToolsView {
  const file = fileOf(parts)
  try {
    const { tools, wrong } = toolDrawings(readFileSync(file, 'utf8'))
    return { file, tools, wrong: wrong.map((place) => ({ file, ...place })) }
  } catch (error) {
    const system = messageOf(error)
    const message = `the file cannot be read: ${system}`
    return { file, tools: [], wrong: [{ file, line: 1, field: '', message, why: explain('not_read', { system }) }] }
  }
}

/** The drawing is written before the file that names it. */
function setOutline(
  parts: ToolHandlerParts,
  { text, ...tool }: CallIn<'tools.set_outline'>,
): CallOut<'tools.set_outline'> {
  const file = fileOf(parts)
  const drawingFile = join('outlines', `${tool.id.replaceAll(/[^\p{L}\p{N}._-]/gu, '_')}.dxf`)
  const drawing = { file: drawingFile.replaceAll('\\', '/'), sha256: hash('sha256', text, 'hex') }
  const next = withToolOutline(readFileSync(file, 'utf8'), { ...tool, drawing })
  if (!next.ok) return { kind: 'refused', wrong: next.error.map((place) => ({ file, ...place })) }
  const own = ownFile(parts)
  mkdirSync(join(dirname(own), 'outlines'), { recursive: true })
  writeFileWhole(join(dirname(own), drawingFile), text)
  writeFileWhole(own, next.value)
  parts.workshopChanged()
  return { kind: 'stored', tools: readTools(parts) }
}
