// Catches what a screen throws: shows an error message with a button that reloads the page.
import { Component } from 'react'
import { Button } from './ui/button.tsx'
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
          <Button onPress={() => window.location.reload()}>{t('broken.reload')}</Button>
        </Notice>
      </main>
    )
  }
}

export const BrokenScreen = withTranslation()(Boundary)
