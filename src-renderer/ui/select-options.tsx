// What each selection has inside: the button with the chosen value, and the list of options that it opens.
import { ListBox } from 'react-aria-components/ListBox'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import { SelectValue } from 'react-aria-components/Select'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface SelectOptionsProps extends Pick<PopoverProps, 'placement'> {
  /** `Option`s. */
  children: React.ReactNode
}

export function SelectOptions({ placement, children }: SelectOptionsProps) {
  return (
    <>
      <Button className="select">
        <SelectValue />
        <Icon name="open" />
      </Button>
      <Popover className="popover" {...(placement === undefined ? {} : { placement })}>
        <ListBox className="options">{children}</ListBox>
      </Popover>
    </>
  )
}
