// Shows a fallback when the code of a component that is loaded on demand cannot be fetched.
import { Component } from 'react'

interface Props {
  failed: React.ReactNode
  children: React.ReactNode
}

export class LoadBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): React.ReactNode {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}
