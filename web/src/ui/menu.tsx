import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn.ts'
import { popupBox, popupLayer } from './popup-style.ts'

type MenuProps = {
  /** The button that opens it; it must pass its props on to a `<button>`. Without one it is opened by `open`, at `anchor`. */
  trigger?: ReactElement
  anchor?: Element | null
  /** MenuItem, MenuLink, MenuGroup, MenuSeparator, MenuChoices, MenuCheck. */
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** As wide as the trigger. */
  wide?: boolean
  defaultOpen?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

export function Menu({ trigger, anchor, children, align = 'start', side = 'bottom', wide, ...root }: MenuProps) {
  return (
    <Base.Root {...root}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Positioner {...(anchor && { anchor })} sideOffset={6} side={side} align={align} className={popupLayer}>
          <Base.Popup className={cn(popupBox, wide ? 'w-(--anchor-width)' : 'min-w-48')}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
