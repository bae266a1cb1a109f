// Describes marks and the store for a technician at a terminal. Pure.
import { bendAngleText, signedTurnDegOf, turnDegOf } from '../../../shared/bending/index.ts'
import { pieceName } from '../../../shared/planning/index.ts'
import { reading, bendingSheet } from '../../../shared/workshop-api/index.ts'
import { transitionRules, type JournalState, type MarkRecord, type Row, type SetAside } from '../../ledger/index.ts'
import { age } from '../terminal.ts'

export type Sentences = Readonly<Record<string, string>>

/** A line of the list of marks, as `--json` prints it. */
export interface ListedMark {
  id: string
  state: string
  reason: string | null
  /** The text of the state and the reason. */
  means: string
  markedAt: string
  ageSeconds: number
  by: string | null
  pieces: number
  sheetId: string
  /** Null: the store no longer has its drawing. */
  order: string | null
  sheetNo: number | null
}

export function listedMark(
  { mark, drawing }: Pick<MarkRecord, 'mark' | 'drawing'>,
  now: number,
  sentences: Sentences,
): ListedMark {
  const sheet = sheetOf(drawing)
  return {
    id: textOf(mark, 'operation_id'),
    state: textOf(mark, 'state'),
    reason: mark['reason'] === null ? null : textOf(mark, 'reason'),
    means: meaning(mark, sentences),
    markedAt: instant(mark['marked_at']),
    ageSeconds: Math.max(0, Math.round((now - figure(mark['marked_at'])) / 1_000)),
    by: mark['by_name'] === null ? null : textOf(mark, 'by_name'),
    pieces: figure(mark['pieces']),
    sheetId: textOf(mark, 'sheet_id'),
    order: sheet?.order.numberDisplay ?? null,
    sheetNo: sheet?.sheetNo ?? null,
  }
}

/** `lacks`: why the store is incomplete; its list is then incomplete, too. `hint`: what to do about it. */
export function describeList(marks: readonly ListedMark[], lacks: string | null, hint: string): string[] {
  if (lacks !== null)
    return [
      `The store is incomplete: ${lacks}. ${hint}`,
      `Its readable part has ${marks.length} undelivered marks; there may be more.`,
      ...describeMarks(marks),
    ]
  return marks.length === 0 ? ['There are no undelivered marks.'] : describeMarks(marks)
}

export function describeMarks(marks: readonly ListedMark[]): string[] {
  return marks.flatMap((mark) => [
    [
      mark.id,
      mark.state.padEnd(14),
      age(mark.ageSeconds).padStart(7),
      `order ${mark.order ?? 'unknown'}, sheet ${mark.sheetNo ?? mark.sheetId}`,
      mark.by ?? '',
    ]
      .join('  ')
      .trimEnd(),
    `    ${mark.means}`,
  ])
}

/** Why a mark cannot be retried or parked, and in which states it could be. */
export function describeNotPossible(
  { mark }: Pick<MarkRecord, 'mark'>,
  kind: 'try_again' | 'park',
  sentences: Sentences,
): string {
  const [eventKind, done] = kind === 'park' ? (['put_aside', 'parked'] as const) : (['tried_again', 'retried'] as const)
  const states = transitionRules.filter(({ on }) => on.includes(eventKind)).flatMap(({ from }) => from)
  const only = `Only a mark that is ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(states)} can be ${done}.`
  return `The mark is in the state "${textOf(mark, 'state')}". ${meaning(mark, sentences)} ${only}`
}

/** The state of the store, printed after the list. */
export function describeStore(setAside: SetAside | null, journal: JournalState): string[] {
  const behind = journal.of - journal.upTo
  return [
    ...(setAside === null ? [] : [describeSetAside(setAside)]),
    `Journal: ${journal.files} files, ${(journal.bytes / 1e6).toFixed(1)} MB${behind > 0 ? `, ${behind} changes behind the store` : ''}.`,
    ...journal.damaged.map((path) => `The journal is damaged in ${path}; the next start writes it again.`),
  ]
}

export function describeSetAside({ at: rebuiltAtMs, file, why, rows, fromJournal, incomplete }: SetAside): string {
  const marks = rows['mark']
  // nothing was rebuilt: a journal of another station was set aside
  if (marks === undefined)
    return `At ${instant(rebuiltAtMs)} ${why}. It was set aside as ${file}; the store is unchanged.`
  const restored = fromJournal['mark'] ?? 0
  return [
    `Rebuilt at ${instant(rebuiltAtMs)} (${why}): ${marks} marks, ${restored} of them from the journal.`,
    incomplete ? 'Rows are missing, or may be.' : 'Nothing is known to be missing.',
    `The previous file, if there was one, is ${file}.`,
  ].join(' ')
}

export function describeMark(record: MarkRecord, now: number, sentences: Sentences): string[] {
  const { mark, drawing, pieces, programs, decisions } = record
  const listed = listedMark(record, now, sentences)
  return [
    `Mark ${listed.id}: ${listed.state}${listed.reason === null ? '' : ` (${listed.reason})`}`,
    listed.means,
    ...serviceDetail(mark),
    `Marked at ${listed.markedAt}, ${age(listed.ageSeconds)} ago, by ${listed.by ?? 'nobody named'}: ${listed.pieces} pieces.`,
    `Order ${listed.order ?? 'unknown'}, sheet ${listed.sheetNo ?? 'unknown'} (${listed.sheetId}), for ${textOf(mark, 'fingerprint')}.`,
    ...describeBent(mark, drawing),
    `Request: ${requestOf(mark) ?? 'none yet'}`,
    `Key: ${textOf(mark, 'idempotency_key')}, ${figure(mark['attempts'])} uncertain tries, first sent ${orNever(mark['first_sent_at'])}, last ${orNever(mark['last_sent_at'])}, delivered ${orNever(mark['delivered_at'])}.`,
    ...programs.map((program) => describeSent(program, record.programEvents)),
    ...pieces.map(
      (row) =>
        `Counted: piece ${pieceOf(row)} ${textOf(row, 'kind')} ${figure(row['delta'])} at ${instant(row['at'])}${row['source'] === 'controller' ? ', by the brake' : ''}${row['reason'] === null ? '' : ` (${textOf(row, 'reason')})`}`,
    ),
    ...decisions.map(
      (row) =>
        `Decided: ${textOf(row, 'kind')} by ${row['by_name'] === null ? 'nobody named' : textOf(row, 'by_name')} at ${instant(row['at'])}, from ${textOf(row, 'from_state')}${row['why'] === null ? '' : `: ${textOf(row, 'why')}`}`,
    ),
  ]
}

const pieceOf = (row: Row): string => pieceName(Number(row['piece_no']), 'length')

function describeBent(mark: Row, drawing: Row | null): string[] {
  const bent = `Bent sheet: drawing v${figure(mark['drawing_version'])}, rework ${figure(mark['rework_count'])}, hash ${textOf(mark, 'drawing_hash')}.`
  const sheet = sheetOf(drawing)
  if (sheet === null) return [bent, 'The store has no copy of that drawing.']
  const { profile, unfolding } = sheet
  const bends = profile.bends
    .map((bend) => {
      const how = bend.hem === null ? bendAngleText(turnDegOf(bend), 'en') : `${bend.hem} hem`
      return `${how} ${signedTurnDegOf(bend) > 0 ? 'up' : 'down'}`
    })
    .join(', ')
  return [
    bent,
    `  ${sheet.quantity} of ${profile.family}, ${profile.material} ${profile.thicknessMm} mm, flanges ${profile.flanges.map(({ lengthMm }) => lengthMm).join(' ')} mm, bends ${bends}, unfolded ${unfolding.widthMm} × ${unfolding.lengthMm} mm`,
  ]
}

/** A program that was sent to the brake, and its later events. */
function describeSent(program: Row, events: readonly Row[]): string {
  const by = program['by_name'] === null ? 'nobody named' : textOf(program, 'by_name')
  const eventTexts = events
    .filter((event) => event['program_id'] === program['id'])
    .map((event) => `${textOf(event, 'kind')} ${instant(event['at'])}`)
  const sent = `Sent to the brake: piece ${pieceOf(program)}, program version ${figure(program['version'])}, at ${instant(program['sent_at'])} by ${by}, over ${textOf(program, 'link')}`
  return `${sent}: ${eventTexts.length === 0 ? 'never confirmed as loaded' : eventTexts.join(', ')}.`
}

const serviceDetail = (mark: Row): string[] =>
  mark['detail'] === null ? [] : [`Answer of the service: ${textOf(mark, 'detail')}`]

function meaning(mark: Row, sentences: Sentences): string {
  const putAway = mark['state'] === 'cancelled' && mark['reason'] !== null && mark['reason'] !== 'undone'
  const state = sentences[`mark_state.${putAway ? 'put_away' : textOf(mark, 'state')}`]
  if (state === undefined) return sentences['mark_reason.from_newer_program'] ?? 'From a newer program.'
  const reason = mark['reason'] === null ? undefined : sentences[`mark_reason.${textOf(mark, 'reason')}`]
  return reason === undefined ? state : `${state} ${reason}`
}

function sheetOf(drawing: Row | null) {
  if (drawing === null) return null
  try {
    return reading(bendingSheet).safeParse(JSON.parse(textOf(drawing, 'sheet'))).data ?? null
  } catch {
    return null
  }
}

/** The exact bytes of the request, which are JSON. */
const requestOf = ({ request }: Row): string | null =>
  request instanceof Uint8Array ? new TextDecoder().decode(request) : null

const textOf = (row: Row, column: string): string => String(row[column])
const figure = (value: Row[string] | undefined): number => (typeof value === 'number' ? value : 0)
const instant = (value: Row[string] | undefined): string => new Date(figure(value)).toISOString()
const orNever = (value: Row[string] | undefined): string => (typeof value === 'number' ? instant(value) : 'never')
