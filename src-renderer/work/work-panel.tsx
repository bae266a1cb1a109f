// The panel next to a sheet's drawings: the count of each piece, why work is stopped, and hand-overs.
import { Button } from '../ui/button.tsx'
import type { WorkView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useLinkState } from '../station/station-context.tsx'
import { useWork } from '../station/work-queries.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { GiveHandOver, GivenHandOver } from './given-hand-over.tsx'
import { OlderPieces } from './older-pieces.tsx'
import { PieceCount } from './piece-count.tsx'
import { TakeOverButton } from './take-over.tsx'
import { WorkStopped } from './work-stopped.tsx'
import { WrongDrawingButton } from './wrong-drawing.tsx'
import { useActor } from './use-actor.tsx'

export function WorkPanel({ sheet, onBack }: { sheet: Sheet; onBack: () => void }) {
  const { t } = useTexts()
  const work = useWork(sheet.id)
  return (
    <section className="sheet-facts work" aria-label={t('work.title')}>
      <div className="work-head">
        <Button onPress={onBack}>
          <Icon name="back" /> {t('work.back')}
        </Button>
        <OperatorButton />
      </div>
      {work.data !== undefined ? (
        <Work sheet={sheet} work={work.data} />
      ) : (
        work.isError && (
          <Notice tone="fault" title={t('work.failed_title')}>
            <p>{t(`call_error.${work.error.code}`)}</p>
          </Notice>
        )
      )}
    </section>
  )
}

function Work({ sheet, work }: { sheet: Sheet; work: WorkView }) {
  const { t } = useTexts()
  const isOpen = useLinkState() === 'open'
  const canCount = work.stop === null && isOpen
  return (
    <>
      {work.stop !== null && <WorkStopped sheet={sheet} work={work} stop={work.stop} />}
      {work.isApprovalOverridden && work.stop === null && <p className="mark-blocked">{t('work.overridden')}</p>}
      <OlderPieces older={work.olderJobs} reworkCount={sheet.reworkCount} />
      {work.handOver !== null && <GivenHandOver sheet={sheet} handOver={work.handOver} />}
      {work.pieces.map((piece) => (
        <PieceCount key={piece.pieceNo} sheet={sheet} piece={piece} canCount={canCount} />
      ))}
      <div className="work-foot">
        {canCount && <GiveHandOver sheet={sheet} isNothingCounted={work.pieces.every(({ done }) => done === 0)} />}
        {(work.stop === null || work.stop === 'handed_over') && <TakeOverButton />}
        {work.stop !== 'drawing_wrong' && work.stop !== 'already_bent' && <WrongDrawingButton sheet={sheet} />}
      </div>
    </>
  )
}

/** Shows whose name marks and counts are recorded under, and a button to change it. */
function OperatorButton() {
  const { t } = useTexts()
  const { operator, change, dialog } = useActor()
  return (
    <>
      <Button variant="quiet" onPress={change}>
        {operator === null ? t('operator.choose') : t('operator.now', { initials: operator.initials })}
      </Button>
      {dialog}
    </>
  )
}
