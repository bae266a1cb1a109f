// The 3D picture in its panel. Its code is loaded on demand; the panel keeps its size meanwhile.
import { Component, lazy, Suspense } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { Sign } from '../ui/sign.tsx'
import type { FoldCanvasProps } from './fold-canvas.tsx'

const FoldCanvas = lazy(() => import('./fold-canvas.tsx'))

export function FoldPanel(props: FoldCanvasProps) {
  const { t } = useTexts()
  const theme = useSlice(useScreenStore().display.theme)
  return (
    <div className="fold-panel">
      <LoadBoundary failed={<LoadFailed />}>
        <Suspense
          fallback={
            <p className="fold-loading" role="status">
              {t('fold.opening')}
            </p>
          }
        >
          {/* each theme has its own colours */}
          <FoldCanvas key={theme} {...props} />
        </Suspense>
      </LoadBoundary>
    </div>
  )
}

interface LoadBoundaryProps {
  failed: React.ReactNode
  children: React.ReactNode
}

/** Shows a fallback when the code of the canvas cannot be fetched. */
class LoadBoundary extends Component<LoadBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): React.ReactNode {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}

function LoadFailed() {
  const { t } = useTexts()
  return (
    <p className="fold-loading" role="alert">
      <Sign tone="fault" /> {t('fold.failed')}
    </p>
  )
}
