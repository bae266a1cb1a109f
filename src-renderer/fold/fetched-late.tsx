// Around what is fetched when it is opened: where that fails, a sentence in its place, and the screen goes on.
import { Component } from 'react'

interface Props {
  failed: React.ReactNode
  children: React.ReactNode
}

export class FetchedLate extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): React.ReactNode {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}
