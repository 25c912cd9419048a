import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn.ts'
import { popupLayer } from './popup-style.ts'

type PopoverProps = {
  trigger: ReactElement
  /** Names the popup for screen readers and stands as its heading. */
  title: string
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
}

export function Popover({ trigger, title, children, align = 'start', className, ...root }: PopoverProps) {
  return (
    <Base.Root {...root}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className={popupLayer}>
          <Base.Popup
            className={cn('popup-motion w-72 rounded-lg border bg-overlay p-4 shadow-lg outline-none', className)}
          >
            <Base.Title className="text-sm font-semibold">{title}</Base.Title>
            <div className="mt-2">{children}</div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
