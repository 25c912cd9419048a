import { ChevronDown } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuCheck } from '../../../ui/menu-items.tsx'
import { texts } from '../tasks.texts.ts'

type FilterMenuProps<V extends string> = {
  label: string
  names: Readonly<Record<V, string>>
  all: readonly V[]
  /** Empty: all of them. */
  value: readonly V[]
  onChange: (value: V[]) => void
}

/** Several of a few. All and none of them mean the same: no filter. */
export function FilterMenu<V extends string>({ label, names, all, value, onChange }: FilterMenuProps<V>) {
  const chosen = value.length === 0 ? all : value
  const only = chosen.length === 1 ? chosen[0] : undefined
  const what = only ? names[only] : texts.count(chosen.length)
  const toggle = (item: V, on: boolean) => onChange(all.filter((one) => (one === item ? on : chosen.includes(one))))
  return (
    <Menu
      trigger={
        <Button variant="ghost" iconEnd={ChevronDown}>
          {chosen.length === all.length ? label : texts.chosen(label, what)}
        </Button>
      }
    >
      {all.map((item) => (
        <MenuCheck key={item} checked={chosen.includes(item)} onChange={(on) => toggle(item, on)}>
          {names[item]}
        </MenuCheck>
      ))}
    </Menu>
  )
}
