// Catches what a screen throws, so that a fault in a view is told in words and can be got out of.
import { Component } from 'react'
import { Button } from 'react-aria-components/Button'
import { withTranslation, type WithTranslation } from 'react-i18next'
import { Notice } from './ui/notice.tsx'

interface State {
  broken: boolean
}

class Boundary extends Component<WithTranslation & { children: React.ReactNode }, State> {
  override state: State = { broken: false }

  static getDerivedStateFromError(): State {
    return { broken: true }
  }

  override render(): React.ReactNode {
    const { t, children } = this.props
    if (!this.state.broken) return children
    return (
      <main className="alone">
        <Notice tone="fault" title={t('broken.title')}>
          <p>{t('broken.why')}</p>
          <Button className="button" onPress={() => window.location.reload()}>
            {t('broken.reload')}
          </Button>
        </Notice>
      </main>
    )
  }
}

export const BrokenScreen = withTranslation()(Boundary)
