import { Menu as Base } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn.ts'
import { popupItem, popupLabel } from './popup-style.ts'

type ItemContent = { icon?: LucideIcon; kbd?: string; children: ReactNode }
type MenuItemProps = ItemContent & { danger?: boolean; disabled?: boolean; onSelect?: () => void }

export function MenuItem({ danger, disabled, onSelect, ...content }: MenuItemProps) {
  return (
    <Base.Item disabled={disabled} onClick={onSelect} className={cn(popupItem, danger && 'text-danger-fg')}>
      <Content {...content} plain={danger || disabled} />
    </Base.Item>
  )
}

/** A destination: `link` is the router's link element without children, so that it opens in a new tab like any other. */
export function MenuLink({ link, ...content }: ItemContent & { link: ReactElement }) {
  return (
    <Base.LinkItem closeOnClick render={link} className={popupItem}>
      <Content {...content} />
    </Base.LinkItem>
  )
}

function Content({ icon: Icon, kbd, children, plain }: ItemContent & { plain?: boolean | undefined }) {
  return (
    <>
      {Icon && <Icon size={15} strokeWidth={1.8} aria-hidden className={cn('shrink-0', !plain && 'text-fg-3')} />}
      <span className="min-w-0 flex-1">{children}</span>
      {kbd && <span className="ml-4 text-xs text-fg-3">{kbd}</span>}
    </>
  )
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={popupLabel}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1 h-px bg-line" />
}

const tick = <Check size={14} strokeWidth={2.2} aria-hidden className="text-accent-text" />

type MenuCheckProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }

export function MenuCheck({ checked, onChange, children }: MenuCheckProps) {
  return (
    <Base.CheckboxItem checked={checked} onCheckedChange={onChange} className={popupItem}>
      <span className="grid w-4 place-items-center">
        <Base.CheckboxItemIndicator>{tick}</Base.CheckboxItemIndicator>
      </span>
      {children}
    </Base.CheckboxItem>
  )
}

type Choice<V extends string> = { value: V; label: ReactNode; icon?: LucideIcon }
type MenuChoicesProps<V extends string> = { value: V; onChange: (value: V) => void; items: readonly Choice<V>[] }

/** One of several: theme, density, sort order. */
export function MenuChoices<V extends string>({ value, onChange, items }: MenuChoicesProps<V>) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChange}>
      {items.map(({ value: item, label, icon: Icon }) => (
        <Base.RadioItem key={item} value={item} closeOnClick className={popupItem}>
          {Icon && <Icon size={15} strokeWidth={1.8} aria-hidden className="text-fg-3" />}
          <span className="flex-1">{label}</span>
          <Base.RadioItemIndicator>{tick}</Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}
