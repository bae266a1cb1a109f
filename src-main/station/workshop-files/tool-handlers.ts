// The handlers of the calls about outlines of tools and machines. Reads their files; writes the workshop's own one, with the original
// drawing beside it.
import { hash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ok } from '../../../shared/base/result.ts'
import type { Tooling } from '../../../shared/bending/fit/index.ts'
import {
  machineDrawing,
  readOutlineDrawing,
  toolDrawings,
  withMachineOutline,
  withToolOutline,
} from '../../../shared/workshop-files/index.ts'
import type {
  CallIn,
  CallOut,
  MachineDrawingView,
  Station,
  ToolsView,
  toolCalls,
} from '../../../shared/station-api/index.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'
import { drawnFiles, readText, workshopFolder } from './workshop-files.ts'

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
    'tools.set_machine_outline': (request) => setMachineOutline(parts, request),
  }
}

const ownFile = ({ dataFolder }: ToolHandlerParts): string => join(workshopFolder(dataFolder), 'tools.json')

const filesOf = (parts: ToolHandlerParts): ReturnType<typeof drawnFiles> =>
  drawnFiles({ shipped: parts.resources, workshopFolder: workshopFolder(parts.dataFolder) })

function readTools(parts: ToolHandlerParts): ToolsView {
  const { tools: file, machines } = filesOf(parts)
  const text = readText(file, ok)
  const drawn = text.ok ? toolDrawings(text.value) : { tools: [], tooling: null, wrong: text.error }
  return {
    file,
    tools: drawn.tools,
    machines: machines.map((one) => machineOf(one, drawn.tooling)),
    wrong: drawn.wrong.map((place) => ({ file, ...place })),
  }
}

function machineOf(file: string, tools: Tooling | null): MachineDrawingView {
  const text = readText(file, ok)
  const { name, figures, wrong } = text.ok
    ? machineDrawing(text.value, tools)
    : { name: '', figures: [], wrong: text.error }
  return {
    file,
    name,
    figures: figures.map((parts) =>
      parts.map(({ part, checkedAs, outline, wrong: faults }) => ({
        part,
        checkedAs,
        outline,
        wrongCorners: faults.flatMap(({ corner }) => (corner === null ? [] : [corner])),
      })),
    ),
    wrong: wrong.map((place) => ({ file, ...place })),
  }
}

const drawingName = (name: string): string => join('outlines', `${name.replaceAll(/[^\p{L}\p{N}._-]/gu, '_')}.dxf`)

/** The shipped machines are ignored once the workshop has a folder of machines, so that folder gets all of them. */
function setMachineOutline(
  parts: ToolHandlerParts,
  { file, part, outline, text }: CallIn<'tools.set_machine_outline'>,
): CallOut<'tools.set_machine_outline'> {
  const { tools: toolsFile, machines } = filesOf(parts)
  if (!machines.includes(file)) return { kind: 'refused', wrong: [] }
  const toolsText = readText(toolsFile, ok)
  const tooling = toolsText.ok ? toolDrawings(toolsText.value).tooling : null
  const next = withMachineOutline(readFileSync(file, 'utf8'), { part, outline }, tooling)
  if (!next.ok) return { kind: 'refused', wrong: next.error.map((place) => ({ file, ...place })) }
  const workshopRoot = workshopFolder(parts.dataFolder)
  const folder = join(workshopRoot, 'machines')
  mkdirSync(join(workshopRoot, 'outlines'), { recursive: true })
  writeFileWhole(join(workshopRoot, drawingName(`${basename(file, '.json')}-${part}`)), text)
  if (dirname(file) === folder) writeFileWhole(file, next.value)
  else {
    // the folder appears whole, or not at all
    const newFolder = `${folder}.new`
    rmSync(newFolder, { recursive: true, force: true })
    mkdirSync(newFolder)
    for (const one of machines) copyFileSync(one, join(newFolder, basename(one)))
    writeFileWhole(join(newFolder, basename(file)), next.value)
    renameSync(newFolder, folder)
  }
  parts.workshopChanged()
  return { kind: 'stored', tools: readTools(parts) }
}

/** The drawing is written before the file that names it. */
function setOutline(
  parts: ToolHandlerParts,
  { text, ...tool }: CallIn<'tools.set_outline'>,
): CallOut<'tools.set_outline'> {
  const { tools: file } = filesOf(parts)
  const drawingFile = drawingName(tool.id)
  const drawing = { file: drawingFile.replaceAll('\\', '/'), sha256: hash('sha256', text, 'hex') }
  const next = withToolOutline(readFileSync(file, 'utf8'), { ...tool, drawing })
  if (!next.ok) return { kind: 'refused', wrong: next.error.map((place) => ({ file, ...place })) }
  const toolsFile = ownFile(parts)
  mkdirSync(join(dirname(toolsFile), 'outlines'), { recursive: true })
  writeFileWhole(join(dirname(toolsFile), drawingFile), text)
  writeFileWhole(toolsFile, next.value)
  parts.workshopChanged()
  return { kind: 'stored', tools: readTools(parts) }
}
