// Mutations of the bend planner's checkers: a part that is left out, a wrong side, an arc that is missed, a bend that is not over-bent.
import { planMutationsOf } from './mutation.ts'

export const planMutations = [
  ...planMutationsOf(
    'press-brake/brake-kit.ts',
    ['leaves out the punch', "    partOutline('punch', outline, { mirrored: turned, inContact }),\n", ''],
    [
      'leaves out the die and the V of the hemming tool',
      '    partOutline(v.part, needed(missing, v.part, v.id, v.outline)),\n',
      '',
    ],
    [
      'leaves out the clamp',
      "    partOutline('clamp', needed(missing, 'clamp', name, outlines?.clamp), { yMm }),\n",
      '',
    ],
    ['leaves out the beam', "    partOutline('beam', needed(missing, 'beam', name, outlines?.beam), { yMm }),\n", ''],
    [
      'leaves out the holder',
      "    partOutline('holder', needed(missing, 'holder', name, outlines?.holder), { yMm }),\n",
      '',
    ],
    [
      'leaves out the table',
      "    partOutline('table', needed(missing, 'table', name, outlines?.table), { yMm }),\n",
      '',
    ],
    [
      'leaves out the apron',
      "    partOutline('apron', needed(missing, 'apron', name, outlines?.apron), { yMm }),\n",
      '',
    ],
    [
      'leaves out the slot of the hemming tool',
      "    ...(isDie ? [] : [partOutline('closing_slot', needed(missing, 'closing_slot', v.id, closing?.outline))]),\n",
      '',
    ],
    ['mounts a turned punch as it is', '{ mirrored: turned, inContact }', '{ mirrored: false, inContact }'],
    [
      'shows both legs the same side of the tools',
      'isSymmetrical(group.parts) ? [group, group] : [group, { ...group, parts: group.parts.map(mirroredPart) }]',
      'isSymmetrical(group.parts) ? [group, group] : [group, group]',
    ],
    ['takes the whole punch for its contact zone', 'inCone(x, y) || Math.hypot(x, y)', 'true || Math.hypot(x, y)'],
    ['does not know the bottom of the V', '  return bottom\n', '  return -Infinity\n'],
  ),
  ...planMutationsOf(
    'press-brake/checks/brake-checker.ts',
    ['does not check the over-bend', 'end: stepBend.overTurn / 2,', 'end: (stepStates[0]?.turn ?? 0) / 2,'],
    ['sets the tip of the punch too high', 'tipMm: -stepBend.radiusMm,', 'tipMm: 0,'],
    [
      'accepts flanges that miss the shoulder',
      'return never === null && !isShort(step, mask) && checks.free(side, mask)',
      'return never === null && checks.free(side, mask)',
    ],
    ['bends sharper than the tools', "    if (180 - degrees(turn) < sharpest - 1e-9) return 'angle'\n".trimStart(), ''],
    ['bends into the bottom of the V', "return lowestMm < kit.bottomMm ? 'bottom' : null", 'return null'],
  ),
  ...planMutationsOf(
    'press-brake/checks/step-checks.ts',
    ['ignores the leg at the backgauge below', 'verdicts.legFree(side, back, gaugeSide.fixed, stroke) &&\n', ''],
    ['ignores the leg at the backgauge above', 'verdicts.legFree(side, back, gaugeSide.moving, stroke) &&\n', ''],
    ['ignores the leg of the operator below', 'verdicts.legFree(other, front, otherSide.fixed, stroke) &&\n', ''],
    ['ignores the leg of the operator above', 'verdicts.legFree(other, front, otherSide.moving, stroke) &&\n', ''],
    ['ignores that the legs meet', '        verdicts.pairFree(mask)\n      )', '        true\n      )'],
    [
      'does not check the front of a bump',
      '_, index) => backFree(index, legs) && frontFree(index, legs)',
      '_, index) => backFree(index, legs)',
    ],
    [
      'ignores that the legs of a bump meet',
      'frontFree(index, legs) && pairAt(index, legs) === null',
      'frontFree(index, legs)',
    ],
    [
      'does not check the back of a bump',
      '_, index) => backFree(index, legs) && frontFree(index, legs)',
      '_, index) => frontFree(index, legs)',
    ],
  ),
  ...planMutationsOf(
    'press-brake/checks/step-verdicts.ts',
    ['checks only the last shape of a leg', 'node.shapes.every((shape) =>', 'node.shapes.slice(-1).every((shape) =>'],
    [
      'checks only what a leg adds',
      '(node.above === null || isFree(flags, node.above, stroke, group, clearanceMm)) &&\n',
      '',
    ],
  ),
  ...planMutationsOf(
    'press-brake/checks/fingers.ts',
    [
      'lets the fingers stand in a tool',
      'return !fixed.parts.some((part) => overlapsOnWay(still, part, backEndMm - xMm))',
      'return true',
    ],
    [
      'lets the fingers stand in the blank',
      'place.strokes.every((stroke) => freeInStroke(place, stroke, leg))',
      'place.strokes.every((stroke) => freeInStroke(place, stroke, leg) || true)',
    ],
    [
      'leaves the fingers where they are',
      'placePart(outline, xMm + retractMm, levelMm, back)',
      'placePart(outline, xMm, levelMm, back)',
    ],
  ),
  ...planMutationsOf('press-brake/brake-problem.ts', [
    'bends downward',
    'bends[steps[step]?.bend ?? 0]?.sign === 1 ? 1 : 0',
    'bends[steps[step]?.bend ?? 0]?.sign === 1 ? 0 : 1',
  ]),
  ...planMutationsOf(
    'order/pose.ts',
    ['holds the blank by the wrong edge', '(edge === 1 ? 1 : -1)', '(edge === 1 ? -1 : 1)'],
    ['names the wrong face', "faceUp: face === 1 ? 'B' : 'A'", "faceUp: face === 1 ? 'A' : 'B'"],
  ),
  ...planMutationsOf(
    'press-brake/ram-range.ts',
    ['closes the tools of another station', 'meetMm !== null && ramMm >= meetMm + ramClearanceMm', 'meetMm !== null'],
    ['lets unknown tools share a set-up', 'meetMm !== null && ramMm', 'meetMm === null || ramMm'],
    ['takes a hemming tool for open while it closes', '? kit.bottomMm - flatten.dropMm(step)', '? kit.bottomMm'],
  ),
  ...planMutationsOf(
    'legs/leg-pair.ts',
    [
      'never finds that the legs meet',
      'if (gapMm < clearanceMm) return { sweepTurn',
      'if (gapMm < -1000) return { sweepTurn',
    ],
    [
      'takes all pieces for touching by design',
      'if (!touching(a.shape.piece, b.shape.piece)) earliest',
      'if (false) earliest',
    ],
  ),
  ...planMutationsOf(
    'legs/sweep.ts',
    ['turns arcs back', 'into.by = shape.by + sweepTurn\n', 'into.by = shape.by - sweepTurn\n'],
    ['takes an arc for a point', 'into.reach = shape.bx + shape.half\n', 'into.reach = shape.half\n'],
    [
      'forgets half of the thickness',
      'return isNear ? Math.sqrt(least) - moved.half : most',
      'return isNear ? Math.sqrt(least) : most',
    ],
    [
      'lets everything rest on the die',
      "(part === 'die' || part === 'hemming_tool') && shape.above",
      "part === 'die' || part === 'hemming_tool'",
    ],
  ),
  ...planMutationsOf(
    'legs/piece-shape.ts',
    ['misses the middle of an arc', '  consider(foot)\n', ''],
    [
      'takes the arc for its whole circle',
      'return wrapped <= Math.abs(sweep) + 1e-12 || wrapped >= turn - 1e-12',
      'return wrapped >= 0',
    ],
  ),
  ...planMutationsOf(
    'press-brake/checks/brake-flatten.ts',
    ['checks a hemming tool only open', '[0, dropOf(model, kit, bend)].flatMap((drop)', '[0].flatMap((drop)'],
    [
      'flattens in a slot that is too shallow',
      'if (insertedMm(step) >= leastCovered * flapMm) return null',
      'if (true) return null',
    ],
  ),
  ...planMutationsOf('folding-machine/folder-checker.ts', [
    'ignores the largest angle of the machine',
    '  if (turnDeg > largestTurnDeg + 1e-6)\n    return',
    '  if (turnDeg > 180)\n    return',
  ]),
  ...planMutationsOf(
    'folding-machine/folder-parts.ts',
    ['leaves out the clamp', 'partOutline(overPart, dividedAt(over, noseZoneMm), {', 'partOutline(overPart, [], {'],
    ['leaves out the table', 'partOutline(underPart, under, {', 'partOutline(underPart, [], {'],
    ['leaves out the folding beam', "partOutline('folding_beam', beam, {", "partOutline('folding_beam', [], {"],
    [
      'takes the clamp for the table in a fold downward',
      "up ? (['clamp', 'table'] as const) : (['table', 'clamp'] as const)",
      "(['clamp', 'table'] as const)",
    ],
    [
      'does not turn the parts upside down for a fold downward',
      'up ? [clamp, table] : [upsideDown(table), upsideDown(clamp)]',
      'up ? [clamp, table] : [clamp, table]',
    ],
    ['lets a part be trapped', 'if (outlines?.sidewaysRemoval !== false) return null', 'if (true) return null'],
  ),
  ...planMutationsOf(
    'folding-machine/folder-swing.ts',
    ['swings no further than the angle', 'end: overTurn,', 'end: firstState?.turn ?? 0,'],
    ['lets the swinging leg hit the blade', '(slide, settings.clearanceMm, false)', '(slide, -1000, false)'],
    [
      'lets a bend that begins to go down pass through the table',
      'mayTouch ? touchMm : settings.clearanceMm',
      'mayTouch ? 0 : settings.clearanceMm',
    ],
  ),
  ...planMutationsOf(
    'folding-machine/folder-press.ts',
    [
      'presses a hem under a clamp that hits the rest',
      '...(shape.below ? [] : [gapOf(parts.over, raisedMm, false)]),',
      '',
    ],
    [
      'presses a hem although the table is in the way',
      '...(shape.above ? [] : [gapOf(parts.under, -liftMm, true)]),',
      '',
    ],
  ),
  ...planMutationsOf(
    'step/gauging.ts',
    [
      'lets the gauge stand out of its range',
      'if (nearest === undefined || beyond(nearest) <= 1e-6)',
      'if (nearest === undefined || beyond(nearest) <= Infinity)',
    ],
    ['gauges at the nearest face', 'reachMm > best.reachMm + 1e-6 ||', 'reachMm < best.reachMm - 1e-6 ||'],
  ),
]
