import { Menu as Base } from '@base-ui/react/menu'
import type { StepType } from '@throughline/contracts/workflows'
import { MenuGroup, MenuItem } from '../../../ui/menu-items.tsx'
import { popupBox, popupLayer } from '../../../ui/popup-style.ts'
import type { Spot } from '../model/edits.ts'
import { texts } from './canvas.texts.ts'
import { STEP_KINDS, STEP_TYPES } from './step-kinds.tsx'

export interface Asking {
  spot: Spot
  button: HTMLElement
}

type InsertMenuProps = {
  asking: Asking | undefined
  onClose: () => void
  onInsert: (spot: Spot, type: StepType) => void
}

/** One menu for all + of the canvas: hundreds of them would be slow to draw. */
export function InsertMenu({ asking, onClose, onInsert }: InsertMenuProps) {
  return (
    <Base.Root open={asking !== undefined} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={asking?.button ?? null} sideOffset={6} className={popupLayer}>
          <Base.Popup finalFocus={() => asking?.button ?? true} className={`${popupBox} min-w-48`}>
            <MenuGroup label={texts.addStep}>
              {STEP_TYPES.map((type) => (
                <MenuItem
                  key={type}
                  icon={STEP_KINDS[type].icon}
                  onSelect={() => asking && onInsert(asking.spot, type)}
                >
                  {STEP_KINDS[type].label}
                </MenuItem>
              ))}
            </MenuGroup>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
