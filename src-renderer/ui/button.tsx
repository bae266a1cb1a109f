// Every button of the app: React Aria's button with the app's variants and sizes.
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'

/** `toggle`: its state is in `aria-pressed`. `bare`: only the behaviour of a button; `className` gives it its look. */
type ButtonVariant = 'plain' | 'primary' | 'quiet' | 'alarm' | 'toggle' | 'bare'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  variant?: ButtonVariant
  /** `big`: as wide as its container, for gloves. */
  size?: 'normal' | 'big' | 'small'
  /** A class of the folder that uses the button. */
  className?: string
}

export function Button({ variant = 'plain', size = 'normal', className, ...props }: ButtonProps) {
  const classes = [
    variant !== 'bare' && 'button',
    size !== 'normal' && size,
    variant !== 'plain' && variant !== 'bare' && variant,
    className,
  ]
  return <AriaButton {...props} className={classes.filter(Boolean).join(' ')} />
}
