import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn.ts'
import { popupBox, popupLayer } from './popup-style.ts'

/** Right click or long press. Whatever stands in it must also be reachable from a visible menu. */
export function ContextMenu({ target, children }: { target: ReactElement; children: ReactNode }) {
  return (
    <Base.Root>
      <Base.Trigger render={target} />
      <Base.Portal>
        <Base.Positioner className={popupLayer}>
          <Base.Popup className={cn(popupBox, 'min-w-48')}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
