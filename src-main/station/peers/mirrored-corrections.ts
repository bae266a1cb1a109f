// Corrections of a machine as facts. They are in the permanent document: a correction applies until a newer one replaces it. Pure.
import { readFact, type Fact, type FactOf } from '../../../shared/peers/index.ts'
import type { ShareableCorrection, ShareableGaugeCorrection } from '../../ledger/index.ts'
import { factKeyOf, type NewFact } from '../../peers/index.ts'

type Common = Pick<FactOf<'correction'>, 'v' | 'from' | 'time' | 'by'>

/** Empty for a row that the other stations would refuse. */
export function correctionFact(common: Common, row: ShareableCorrection): NewFact[] {
  const { id, correctionDeg, measuredDeg } = row
  return permanentFact('c', id, {
    ...common,
    kind: 'correction',
    ...settingOf(row),
    ...(row.takenBack === 1 ? {} : { corr: correctionDeg }),
    ...(measuredDeg === null ? {} : { measured: measuredDeg }),
  })
}

/** Empty for a row that the other stations would refuse. */
export function gaugeFact(common: Common, row: ShareableGaugeCorrection): NewFact[] {
  const { id, place, drawnMm, measuredMm, correctionMm } = row
  return permanentFact('g', id, {
    ...common,
    kind: 'gauge',
    ...settingOf(row),
    place,
    ...(row.takenBack === 1 ? {} : { corr: correctionMm }),
    drawn: drawnMm,
    ...(measuredMm === null ? {} : { measured: measuredMm }),
  })
}

function settingOf(row: ShareableCorrection | ShareableGaugeCorrection) {
  const { pressBrakeId, material, thicknessMm, tool, punch, vMm, punchRadiusMm, bumpRadiusMm, includedDeg } = row
  return {
    brake: pressBrakeId,
    mat: material,
    mm: thicknessMm,
    tool,
    ...(punch === null ? {} : { punch }),
    ...(vMm === null ? {} : { vMm }),
    ...(punchRadiusMm === null ? {} : { pr: punchRadiusMm }),
    ...(bumpRadiusMm === null ? {} : { br: bumpRadiusMm }),
    deg: includedDeg,
  }
}

const permanentFact = (letter: string, row: string, fact: Fact): NewFact[] =>
  readFact(fact).is === 'known' ? [{ key: factKeyOf(letter, row), document: 'permanent', fact }] : []
