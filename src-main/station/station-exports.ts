// The exports of a station as it is set up: where they go and with which font. Makes their folder.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { createExporter } from '../exports/index.ts'
import { createExportDesk, type ExportDesk, type ExportDeskParts } from './export-desk.ts'

export interface StationExportParts extends Pick<ExportDeskParts, 'sources' | 'folder' | 'clock' | 'tell'> {
  /** A TrueType font for the PDFs. */
  fontFile: string
}

export function openStationExports({ fontFile, ...parts }: StationExportParts): ExportDesk {
  mkdirSync(parts.folder, { recursive: true })
  const exporter = createExporter({ folder: parts.folder, font: readFileSync(fontFile) })
  return createExportDesk({ ...parts, exporter, newId: randomUUID })
}
