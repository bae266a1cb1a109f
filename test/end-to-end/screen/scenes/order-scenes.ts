// The papers of an order with two pictures and a PDF, and the states in which some of it is missing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument, StandardFonts, rgb } from 'pdf-lib'
import type { OrderPapers } from '../../../../shared/station-api/index.ts'
import { today, tomorrow, type FakeStation } from '../fake-station/fake-station.ts'
import { idOf } from '../fake-station/sandbox-day.ts'

export const orderSheet = idOf('vindusbeslag-01')
export const sticker = 11

const photoId = '7b1d3c52-6d1e-4b7a-9c2d-5e8f1a2b3c01'
const drawingId = '7b1d3c52-6d1e-4b7a-9c2d-5e8f1a2b3c02'
const wrongId = '7b1d3c52-6d1e-4b7a-9c2d-5e8f1a2b3c03'
const picture = readFileSync(join(import.meta.dirname, '../../../../resources/pictures/nb/sheet.png'))

/** Two pages with a frame and words, and a script that a viewer must not run. */
export async function customerPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  pdf.addJavaScript('start', 'app.alert("run")')
  for (const title of ['Takfot nord', 'Takfot sør']) {
    const page = pdf.addPage([842, 595])
    page.drawText(title, { x: 60, y: 500, size: 40, font })
    page.drawRectangle({ x: 60, y: 60, width: 720, height: 400, borderWidth: 3, borderColor: rgb(0.1, 0.2, 0.4) })
    page.drawLine({ start: { x: 60, y: 60 }, end: { x: 780, y: 460 }, thickness: 3 })
  }
  return pdf.save()
}

const orderNumberOf = (station: FakeStation): string => station.sheets.get(orderSheet)?.sheet?.order.numberDisplay ?? ''

/** `pdf`: the bytes of `customerPdf`. */
export function withPapers(station: FakeStation, pdf: Uint8Array): OrderPapers {
  const createdAt = `${today}T06:10:00.000Z`
  const orderNumber = orderNumberOf(station)
  station.paperFiles.set(photoId, { type: 'image/png', bytes: picture })
  station.paperFiles.set(drawingId, { type: 'application/pdf', bytes: pdf })
  const file = { createdAt, state: 'stored' } as const
  const papers: OrderPapers = {
    orderNumber,
    order: {
      numberDisplay: orderNumber,
      status: 'i_arbeid',
      statusLabel: 'I arbeid',
      customer: { id: photoId, number: 10, name: 'Prøvelia Blikk AS' },
      projectNo: 'P-2189',
      orderer: 'Alf Innbilt',
      customerPo: 'PB-4471',
      title: 'Vinduer mot sør',
      note: 'Ring før levering.\n<b>Ikke</b> stable platene mot hverandre.',
      delivery: {
        mode: 'levering',
        requestedDate: tomorrow,
        deliveryDate: tomorrow,
        address: { line: 'Prøvelia 12', postalCode: '6800', city: 'Førde' },
      },
      stickerNumbers: [sticker, 12],
      attachments: [],
      version: 3,
      production: { bendingSheets: 7, bent: 4, waitingForCustomer: 1 },
    },
    readAt: new Date(Date.now() - 3 * 60_000).toISOString(),
    isReading: false,
    problem: null,
    files: [
      { ...file, id: photoId, kind: 'foto', bytes: picture.length, type: 'image/png' },
      { ...file, id: drawingId, kind: 'tegning', bytes: pdf.length, type: 'application/pdf' },
      { id: wrongId, kind: 'annet', bytes: 90_000, createdAt, state: 'wrong_type', type: null },
    ],
    sheets: [...station.lists.values()].flatMap(({ date, entries }) =>
      entries
        .filter(({ entry }) => entry.orderNumber === orderNumber)
        .map(({ entry: { sheetId, sheetNo } }) => ({ sheetId, sheetNo, date })),
    ),
  }
  station.papers.set(orderNumber, papers)
  return papers
}

/** The papers of the order of the first sheet; the scene does not open the PDF. */
export const papered = (station: FakeStation): void => {
  withPapers(station, new TextEncoder().encode('%PDF-1.7'))
}
