// Mutations of the planner's checker for folding machines: a part that is left out, a limit that is ignored, a wrong side.
import { planMutationsOf } from './mutation.ts'

export const foldingMutations = [
  ...planMutationsOf('folding-machine/folder-checker.ts', [
    'ignores the largest angle of the machine',
    '  if (turnDeg > largestTurnDeg + 1e-6)\n    return',
    '  if (turnDeg > 180)\n    return',
    'tool-contacts',
  ]),
  ...planMutationsOf(
    'folding-machine/folder-parts.ts',
    [
      'leaves out the clamp',
      'partOutline(overPart, dividedAt(over, noseZoneMm), {',
      'partOutline(overPart, [], {',
      'folding-machine',
    ],
    ['leaves out the table', 'partOutline(underPart, under, {', 'partOutline(underPart, [], {', 'folding-machine'],
    [
      'leaves out the folding beam',
      "partOutline('folding_beam', beam, {",
      "partOutline('folding_beam', [], {",
      'folding-machine',
    ],
    [
      'takes the clamp for the table in a fold downward',
      "up ? (['clamp', 'table'] as const) : (['table', 'clamp'] as const)",
      "(['clamp', 'table'] as const)",
      'folding-machine',
    ],
    [
      'does not turn the parts upside down for a fold downward',
      'up ? [clamp, table] : [upsideDown(table), upsideDown(clamp)]',
      'up ? [clamp, table] : [clamp, table]',
      'folding-machine',
    ],
    [
      'lets a part be trapped',
      'if (outlines?.sidewaysRemoval !== false) return null',
      'if (true) return null',
      'folding-machine',
    ],
  ),
  ...planMutationsOf(
    'folding-machine/folder-swing.ts',
    ['lifts the sheet off the clamp', "part.part === 'table'", "part.part === 'clamp'", 'folding-machine'],
    ['swings no further than the angle', 'end: overTurn,', 'end: firstState?.turn ?? 0,', 'tool-contacts'],
    [
      'lets the swinging leg hit the blade',
      '(slide, settings.clearanceMm, false)',
      '(slide, -1000, false)',
      'folding-machine',
    ],
    [
      'lets a bend that begins to go down pass through the table',
      'mayTouch ? touchMm : settings.clearanceMm',
      'mayTouch ? 0 : settings.clearanceMm',
      'folding-machine',
    ],
  ),
  ...planMutationsOf(
    'folding-machine/folder-press.ts',
    [
      'presses a hem under a clamp that hits the rest',
      '...(shape.below ? [] : [gapOf(parts.over, raisedMm, false)]),',
      '',
      'second-checker/second-checker',
    ],
    [
      'presses a hem although the table is in the way',
      '...(shape.above ? [] : [gapOf(parts.under, -liftMm, true)]),',
      '',
      'folding-machine',
    ],
  ),
]
