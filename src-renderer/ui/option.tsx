// One option of a selection; the selected one has a check mark.
import { ListBoxItem } from 'react-aria-components/ListBox'
import { Icon } from './icon.tsx'

export function Option({ id, text }: { id: string; text: string }) {
  return (
    <ListBoxItem id={id} className="option" textValue={text}>
      {({ isSelected }) => (
        <>
          <span className="option-mark">{isSelected && <Icon name="check" />}</span>
          {text}
        </>
      )}
    </ListBoxItem>
  )
}
